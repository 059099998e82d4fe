package effect

import "slices"

// shared are directories of a home that hold what tools fetched for everybody:
// sources of libraries, toolchains. The syntax is that of classes.
var shared = newClassesOnce([]string{
	"go/pkg/mod/", "go/src/", ".cargo/registry/src/", ".rustup/toolchains/", ".m2/repository/", ".gradle/caches/", ".nvm/versions/", ".pyenv/versions/",
	".rbenv/versions/", ".local/lib/", ".local/share/pnpm/", ".npm/_npx/", ".cache/pip/", ".cache/go-build/", ".nuget/packages/", ".deno/", ".bun/install/",
	"sdk/", ".sdkman/candidates/",
})

// personal are files of the system that tell about people, or about what they
// did: accounts, logs, mail, other homes.
var personal = newClassesOnce([]string{
	"/etc/passwd*", "/etc/group*", "/etc/security/", "/etc/pam.d/", "/etc/sudo*", "/etc/ssh/", "/etc/aliases", "/etc/cron*",
	"/var/log/", "/var/spool/", "/var/mail/", "/var/lib/", "/var/run/utmp", "/run/utmp", "/usr/share/base-passwd/",
	"/root/", "/home/", "/users/", "/proc/*/", "/dev/sd*", "/dev/nvme*", "/dev/mapper/", "/dev/disk/", "/dev/input/", "/var/db/", "/private/var/db/", "/library/preferences/",
})

// ownTrees are what a system keeps for itself, by the Filesystem Hierarchy
// Standard 3.0 and the documents of macOS. What else lies at the root of a
// machine is somebody's data.
var ownTrees = []string{
	"/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libexec", "/nix", "/proc", "/rescue", "/run", "/sbin", "/sys", "/usr", "/var",
	"/opt/homebrew", "/opt/local", "/snap", "/System", "/Library", "/Applications", "/private/etc", "/private/var",
}

// isSystemsOwn reports a path in one of them.
func isSystemsOwn(path string) bool {
	return slices.ContainsFunc(ownTrees, func(tree string) bool { return within(tree, path) })
}
