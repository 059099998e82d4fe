package effect

// secretPaths are where secrets are kept: each entry is true of the program
// that keeps them there. The syntax is that of classes.
var secretPaths = []string{
	// Environment files of projects, and direnv's.
	".env*", "*.env",
	// Keys and certificates with keys.
	".ssh/", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*",
	"*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.ppk", "*.kdbx", "*.age",
	".gnupg/", ".password-store/", "/etc/ssh/ssh_host_*", "/etc/ssl/private/",
	// Cloud, cluster and infrastructure accounts.
	".aws/", ".azure/", ".config/gcloud/", ".boto", "application_default_credentials.json", "service-account*.json",
	".kube/", "kubeconfig", "*.kubeconfig", "/etc/kubernetes/", "/etc/rancher/k3s/k3s.yaml", "/var/run/secrets/", "/run/secrets/",
	".docker/config.json", ".config/containers/auth.json", ".terraform.d/credentials.tfrc.json", ".terraformrc",
	"terraform.tfstate*", "*.tfvars", ".vault-token", ".config/doctl/", ".config/hcloud/", ".fly/", ".oci/",
	// Accounts of tools that developers log in with.
	".netrc", "_netrc", ".npmrc", ".yarnrc.yml", ".pypirc", ".git-credentials", ".config/git/credentials", ".config/gh/", ".config/hub", ".config/glab-cli/",
	".pgpass", ".my.cnf", ".mylogin.cnf", ".cargo/credentials*", ".gem/credentials", ".m2/settings.xml",
	".gradle/gradle.properties", ".nuget/nuget.config", ".composer/auth.json", "auth.json", ".htpasswd",
	".rclone.conf", ".config/rclone/", ".s3cfg", ".databrickscfg", ".snowflake/", ".config/op/",
	"credentials", "credentials.json", "secrets.yml", "secrets.yaml", "secrets.json", "secrets.toml", "master.key",
	// Accounts of agent harnesses.
	".claude/.credentials.json", ".claude.json", ".codex/auth.json", ".gemini/oauth_creds.json",
	// What was typed into a shell or a database.
	".bash_history", ".zsh_history", ".history", ".sh_history", "fish_history", ".psql_history", ".mysql_history",
	".python_history", ".node_repl_history", ".rediscli_history", ".sqlite_history", ".lesshst", ".viminfo",
	// Browsers, key rings, mail.
	".mozilla/", ".config/google-chrome/", ".config/chromium/", ".config/bravesoftware/", ".config/microsoft-edge/",
	"library/application support/google/chrome/", "library/application support/firefox/", "library/keychains/", "library/cookies/",
	".local/share/keyrings/", ".config/kwalletd*/", ".local/share/kwalletd/", ".thunderbird/",
	// The system's own.
	"/etc/shadow*", "/etc/gshadow*", "/etc/sudoers", "/etc/sudoers.d/", "/etc/krb5.keytab",
	"/proc/*/environ", "/proc/*/cmdline", "/proc/*/mem", "/proc/*/maps", "/proc/*/fd/", "/proc/kcore", "/dev/mem", "/dev/kmem",
}

// plainPaths look like secrets and are templates that hold none.
var plainPaths = []string{".env.example", ".env.sample", ".env.template"}
