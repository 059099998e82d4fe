package effect

import (
	"slices"
	"sync"
)

// secretPaths are where secrets are kept: each entry is true of the program
// that keeps them there. The syntax is that of classes.
var secretPaths = []string{
	// Environment files of projects, and direnv's.
	".env*", "*.env", ".envs/",
	// Keys and certificates with keys.
	".ssh/", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*",
	"*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.ppk", "*.kdbx", "*.age",
	".gnupg/", ".password-store/", "/etc/ssh/ssh_host_*", "/etc/ssl/private/",
	// Cloud, cluster and infrastructure accounts.
	".aws/", ".azure/", ".config/gcloud/", ".boto", "application_default_credentials.json", "service-account*.json", "client_secret*.json",
	".kube/", "kubeconfig", "kubeconfig.y*ml", "*.kubeconfig", "/etc/kubernetes/", "/etc/rancher/k3s/k3s.yaml", "/var/run/secrets/", "/run/secrets/",
	".docker/config.json", ".config/containers/auth.json", ".terraform.d/credentials.tfrc.json",
	"terraform.tfstate*", ".vault-token", ".config/doctl/", ".config/hcloud/", ".fly/", ".oci/",
	// Accounts of tools that developers log in with.
	".netrc", "_netrc", ".pypirc", ".git-credentials", ".config/git/credentials", ".config/gh/hosts.yml", ".config/hub", ".config/glab-cli/",
	".pgpass", ".my.cnf", ".mylogin.cnf", ".cargo/credentials*", ".gem/credentials",
	".nuget/nuget.config", ".composer/auth.json", "auth.json", ".htpasswd",
	".rclone.conf", ".config/rclone/", ".s3cfg", ".databrickscfg", ".snowflake/", ".config/op/",
	"credentials", "credentials.json", "secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", "master.key",
	// Accounts of agent harnesses.
	".claude/.credentials.json", ".claude.json", ".codex/auth.json", ".gemini/oauth_creds.json",
	// Browsers, key rings, mail.
	".mozilla/", ".config/google-chrome/", ".config/chromium/", ".config/bravesoftware/", ".config/microsoft-edge/",
	"library/application support/google/chrome/", "library/application support/firefox/", "library/keychains/", "library/cookies/",
	".local/share/keyrings/", ".config/kwalletd*/", ".local/share/kwalletd/", ".thunderbird/",
	// Password managers and key stores.
	".config/op/", ".1password/", ".config/bitwarden/", ".config/bitwarden cli/", ".config/keepassxc/", "*.kdb", "*.agilekeychain/", "*.opvault/", ".local/share/password-store/",
	"library/group containers/2bua8c4s2c.com.1password/", ".config/sops/", ".sops/", ".gopass/", ".config/gopass/", ".yubico/", ".local/share/pki/", ".pki/",
	// More browsers, mail and chat.
	".config/vivaldi/", ".config/opera/", ".var/app/*/config/google-chrome/", "snap/firefox/common/.mozilla/", "snap/chromium/common/chromium/", "library/safari/", "cookies.sqlite", "key4.db", "logins.json", "login data*",
	".config/slack/", ".config/discord/", ".config/signal/", "library/mail/", "library/messages/", ".local/share/evolution/",
	// Wallets.
	"wallet.dat", ".bitcoin/", ".ethereum/", ".config/solana/", ".electrum/",
	// More accounts of tools.
	".config/stripe/", ".config/heroku/", ".heroku/", ".config/netlify/", ".vercel/auth.json", ".local/share/com.vercel.cli/auth.json", ".config/configstore/", ".config/firebase/", ".wrangler/config/",
	".config/.wrangler/", ".supabase/access-token", ".config/ngrok/", ".ngrok2/", ".cloudflared/", ".config/rancher/", ".docker/contexts/", ".config/helm/registry/", ".sentryclirc", ".config/linode-cli", ".passwd-s3fs", ".mc/config.json",
	".config/github-copilot/", ".huggingface/token", ".cache/huggingface/token", ".kaggle/", ".config/pypoetry/auth.toml", ".ansible/vault*", ".vault_pass*", "vault-password*", ".fly/config.yml", ".railway/", ".config/atuin/", ".local/share/atuin/key",
	// The system's own.
	"/etc/shadow*", "/etc/gshadow*", "/etc/master.passwd", "/etc/spwd.db", "/etc/security/opasswd", "/etc/security/passwd", "/etc/sudoers", "/etc/sudoers.d/", "/etc/krb5.keytab",
	"/proc/*/environ", "/proc/*/cmdline", "/proc/*/mem", "/proc/*/maps", "/proc/*/fd/", "/proc/kcore", "/dev/mem", "/dev/kmem",
}

// unsurePaths may hold secrets beside other things: what was typed, and
// settings that take a token.
var unsurePaths = []string{
	".secrets/", "secrets/*.txt", "secrets/*.y*ml", "secrets/*.json", "secrets/*.toml", "secrets/*.ini", "token.json", "tokens.json", "token.txt", ".secrets*", ".secret",
	".bash_history", ".zsh_history", ".history", ".sh_history", "fish_history", ".psql_history", ".mysql_history",
	".python_history", ".node_repl_history", ".rediscli_history", ".sqlite_history", ".lesshst", ".viminfo", ".local/share/atuin/",
	".npmrc", ".yarnrc.yml", ".m2/settings.xml", ".gradle/gradle.properties", ".terraformrc", "*.tfvars", ".config/gh/", ".config/pip/pip.conf", ".pip/pip.conf",
	".wgetrc", ".curlrc", ".config/nix/nix.conf", "wp-config.php", "local_settings.py", "appsettings.*.json", "database.yml", ".travis.yml.secret", "*.ovpn", ".config/networkmanager/", "/etc/networkmanager/system-connections/", "/etc/wpa_supplicant/",
	"*.sql.gz", "*.dump", "*.har", "/var/log/auth.log*", "/var/log/secure*", "/var/log/audit/",
}

// harmlessPaths are hidden files of the home that hold settings and caches of
// tools, and nothing private.
var harmlessPaths = []string{
	".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", ".zprofile", ".zshenv", ".inputrc", ".tmux.conf", ".vimrc", ".gitconfig", ".config/git/config", ".config/git/ignore", ".gitignore_global", ".editorconfig",
	".cargo/registry/", ".cargo/bin/", ".rustup/", ".nvm/", ".pyenv/", ".rbenv/", ".asdf/", ".sdkman/", ".volta/", ".bun/", ".deno/", ".npm/_logs/", ".cache/go-build/", ".cache/pip/", ".cache/uv/", ".cache/yarn/", ".local/bin/", ".local/lib/", ".local/share/uv/", ".local/share/pnpm/",
	".config/nvim/", ".config/fish/", ".config/starship.toml", ".oh-my-zsh/", ".vim/", ".m2/repository/", ".gradle/caches/", ".terraform.d/plugins/", ".tool-versions", ".node-version", ".python-version", ".ruby-version", ".claude/projects/", ".claude/skills/", ".claude/commands/", ".claude/agents/", ".claude/claude.md", ".config/opencode/agent/",
}

// plainPaths look like secrets and are templates that hold none.
var plainPaths = []string{".env.example", ".env.sample", ".env.template"}

var (
	secretFiles   = sync.OnceValue(func() *classes { return newClasses(slices.Concat(secretPaths, unsurePaths), plainPaths) })
	unsureFiles   = newClassesOnce(unsurePaths)
	harmlessFiles = newClassesOnce(harmlessPaths)
)
