package command

// Stores of secrets, keys and certificates. What shows names and states is
// looked at; every value, key or decrypted text is for people, as is whatever
// runs a program with secrets in its environment.

const (
	vault   = "vault -help 1.18"
	onepass = "op --help 2.30"
	openssl = "openssl(1) 3.0"
	gnupg   = "gpg(1) 2.4"
)

const vaultShared = "-address=host -namespace= -format=one(json,yaml,table,pretty) -non-interactive -ca-cert=read "

var secretRows = []Row{
	{
		Name: "vault bao", Shared: vaultShared, Flags: "-v!alone", Style: "single", Source: vault,
		Sub: []Row{
			{Name: "status secrets/list auth/list policy/list policy/read audit/list plugin/list namespace/list namespace/lookup lease/lookup operator/members operator/raft/list-peers path-help kv/list kv/metadata/get list version version-history", Flags: "-detailed -mount=", Args: "inert?", Does: "network(vault)", Style: "single", Out: "network", Source: vault},
			{Name: "policy/fmt", Args: "edit", Style: "single", Source: vault},
			{Name: "read kv/get unwrap token/lookup token/create token/renew token/revoke token/capabilities login print/token agent proxy ssh operator/generate-root operator/init operator/unseal operator/rekey operator/rotate operator/raft/snapshot/save debug", Args: "inert*", Does: "network(vault) secrets(values)", Style: "bare", Out: "secret", Source: vault},
			{Name: "delete kv/delete kv/destroy kv/metadata/delete secrets/disable auth/disable policy/delete audit/disable lease/revoke namespace/delete plugin/deregister operator/seal operator/step-down", Args: "inert*", Does: "remotedelete(secrets or rights)", Style: "bare", Source: vault},
			{Name: "* */*", Args: "inert*", Does: "external(change of a store of secrets)", Style: "bare", Source: vault},
		},
	},
	{
		Name: "op", Shared: "--account= --format=one(json,human-readable) --iso-timestamps --no-color --cache[=] ", Source: onepass, Flags: "-v!alone",
		Sub: []Row{
			{Name: "item/list vault/list user/list group/list account/list document/list item/template/list events-api/list service-account/ratelimit whoami", Flags: "--vault= --categories= --tags= --favorite --include-archive --long --group= --user= --permission=", Does: "network(api)", Out: "network", Source: onepass + "; titles, not values"},
			{Name: "item/delete document/delete user/delete group/delete vault/delete account/forget", Args: "inert*", Does: "remotedelete(secrets)", Style: "bare", Source: onepass},
			{Name: "* */* */*/*", Args: "inert*", Does: "network(api) secrets(values)", Style: "bare", Out: "secret", Source: onepass},
		},
	},
	{
		Name: "doppler", Shared: "-p,--project= -c,--config= --json --no-color --silent ", Source: "doppler --help 3.72; --token and other hosts are gaps", Flags: "-v!alone",
		Sub: []Row{
			{Name: "projects projects/get configs environments environments/get configs/list environments/list projects/list activity activity/get me configs/get secrets/names", Flags: "-n,--number= --page= -e,--environment= --only-names", Args: "inert?", Does: "network(api)", Out: "network", Source: "doppler --help 3.72"},
			{Name: "secrets/delete configs/delete projects/delete environments/delete configs/tokens/revoke", Args: "inert*", Does: "remotedelete(secrets)", Style: "bare", Source: "doppler --help 3.72"},
			{Name: "* */* */*/*", Args: "inert*", Does: "network(api) secrets(values)", Style: "bare", Out: "secret", Source: "doppler --help 3.72"},
		},
	},
	{Name: "pass gopass bw bws lpass keepassxc-cli kpcli dashlane dcli infisical teller envchain secret-tool kwallet-query keyring berglas conjur akeyless sops age rage age-keygen blackbox_cat git-crypt transcrypt security secrethub", Args: "inert*", Does: "secrets(values of a store)", Style: "bare", Out: "secret", Source: "their manuals; all their subcommands ask"},
	{
		Name: "gpg gpg2", Source: gnupg + "; --status-fd, --options and --load-extension are gaps",
		Flags: "-k,--list-keys,--list-public-keys!does()!args(inert*) --list-sigs!does()!args(inert*) --check-sigs!does()!args(inert*) --fingerprint!does()!args(inert*) --list-packets!does()!args(read*) --verify!does()!args(read*) --version!alone -v,--verbose -q,--quiet --batch --no-tty --with-colons --with-fingerprint --keyid-format= --trust-model= --no-default-keyring --keyring=read --homedir=list " +
			"-K,--list-secret-keys!does()!args(inert*) -o,--output=write -a,--armor --dearmor!does()!args(read*) --enarmor!does()!args(read*) --print-md=!does()!args(read*) -h,--help!alone --yes " +
			"-d,--decrypt!does()!args(read*)!secrets(a decrypted text) -e,--encrypt!does()!args(read*) -r,--recipient= -c,--symmetric!does()!args(read*)!secrets(a passphrase) -s,--sign!does()!args(read*)!secrets(a signing key) --clearsign,--clear-sign!does()!args(read*)!secrets(a signing key) -b,--detach-sign!does()!args(read*)!secrets(a signing key) -u,--local-user= --default-key= --passphrase=secret --passphrase-file=secret --pinentry-mode= " +
			"--export!does()!args(inert*) --export-secret-keys,--export-secret-subkeys,--export-ssh-key!does()!args(inert*)!secrets(private keys) --import!does()!args(read*)!privilege --delete-keys,--delete-key,--delete-secret-keys,--delete-secret-key!does()!args(inert*)!discards(keys) " +
			"--gen-key,--generate-key,--full-generate-key,--quick-generate-key,--quick-gen-key!does()!args(inert*)!secrets(new keys) --recv-keys,--receive-keys,--search-keys,--refresh-keys!does()!args(inert*)!network(keys)!privilege --send-keys!does()!args(inert*)!external(publish) --keyserver=host " +
			"--edit-key,--sign-key,--lsign-key,--quick-sign-key!does()!args(inert*)!privilege",
		Args: "read*", Does: "opaque(does what the file calls for)", Out: "decoded", In: "data?",
	},
	{Name: "gpg-agent gpgconf gpg-connect-agent gpgsm gpg-preset-passphrase pinentry", Args: "inert*", Does: "secrets(keys)", Style: "bare", Source: gnupg},
	{Name: "gpgv", Flags: "-v,--verbose -q,--quiet --keyring=read", Args: "read+", Source: gnupg},
	{
		Name: "openssl", Style: "single", Source: openssl + "; engines, providers and -config load code",
		Sub: []Row{
			{Name: "version ciphers list", Flags: "-a -v -V -d -p -s -tls1_2 -tls1_3 -cipher-algorithms -digest-algorithms -commands -standard-commands -public-key-algorithms -1", Args: "inert?", Style: "single", Source: openssl},
			{Name: "rand", Flags: "-hex -base64 -out=write", Args: "inert", Style: "single", Source: openssl},
			{Name: "prime errstr", Flags: "-hex -generate -bits= -safe -checks=", Args: "inert?", Style: "single", Source: openssl},
			{Name: "dgst md5 sha1 sha224 sha256 sha384 sha512 sha3-256 blake2b512", Flags: "-md5 -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -blake2b512 -hex -binary -r -c -out=write -verify=read -signature=read -hmac=secret -sign=secret", Args: "read*", In: "data?", Style: "single", Source: openssl},
			{
				Name: "x509 req crl", Flags: "-in=read -inform= -outform= -out=write -text -noout -subject -issuer -dates -startdate -enddate -serial -fingerprint -sha1 -sha256 -hash -subject_hash -issuer_hash -modulus -pubkey -purpose -checkend= -checkhost= -checkip= -email -ext= -alias -ocsp_uri -nameopt= -certopt= -verify -nextupdate -lastupdate -CAfile=read " +
					"-new!secrets(a signing key) -x509 -newkey=!secrets(a new key) -keyout=write -nodes -noenc -days= -subj= -addext= -key=secret -signkey=secret -CA=read -CAkey=secret -CAcreateserial -passin=secret -passout=secret",
				Out: "decoded", In: "data?", Style: "single", Source: openssl,
			},
			{Name: "verify", Flags: "-CAfile=read -CApath=list -untrusted=read -trusted=read -purpose= -verbose -show_chain -crl_check -partial_chain -x509_strict", Args: "read*", In: "data?", Style: "single", Source: openssl},
			{Name: "asn1parse", Flags: "-in=read -inform= -i -dump -strparse= -offset= -length= -out=write -noout", Out: "decoded", In: "data?", Style: "single", Source: openssl},
			{Name: "base64 enc", Flags: "-d -e -a,-base64 -A -in=read -out=write -aes-256-cbc,-aes-128-cbc,-des3,-aes-256-ctr,-aes-192-cbc!secrets(a passphrase) -pbkdf2 -iter= -salt -nosalt -k=secret -K=secret -iv= -pass=secret -md= -p", Out: "decoded", In: "data", Style: "single", Source: openssl},
			{Name: "speed", Flags: "-seconds= -evp= -elapsed -multi=", Args: "inert*", Style: "single", Source: openssl},
			{Name: "s_client", Flags: "-connect=host -servername= -showcerts -brief -quiet -starttls= -tls1_2 -tls1_3 -CAfile=read -verify= -verify_return_error -status -alpn= -4 -6", Args: "host?", Does: "network(tls)", Out: "network", In: "sends", Style: "single", Source: openssl},
			{Name: "genrsa genpkey gendsa ecparam dhparam rsa ec dsa pkey pkcs8 pkcs12 pkcs7 passwd ca cms smime ts pkeyutl rsautl ocsp s_server s_time engine kdf mac spkac srp storeutl rehash cmp sess_id crl2pkcs7 nseq fipsinstall", Args: "inert*", Does: "secrets(keys)", Style: "bare", Source: openssl},
		},
	},
	{
		Name: "certbot acme.sh lego step mkcert cfssl easyrsa", Args: "inert*", Does: "external(certificates) secrets(keys)", Style: "bare", Source: "their manuals",
	},
	{Name: "certtool certutil update-ca-certificates update-ca-trust trust", Args: "inert*", Does: "privilege", Style: "bare", Source: "their manuals; they change what is trusted"},
	{Name: "keytool", Source: "keytool(1) 21; providers load code", Style: "single", Flags: "-list -printcert!does(network(tls)) -file=read -sslserver=host -rfc -v -keystore=read -storepass=secret -keypass=secret -storetype= -alias= -cacerts " +
		"-genkeypair,-genkey,-importcert,-import,-importkeystore,-delete,-changealias,-storepasswd,-keypasswd,-exportcert,-certreq,-gencert,-genseckey,-importpass!opaque(changes or takes keys) -help!alone"},
	{Name: "htpasswd mkpasswd pwgen apg xkcdpass makepasswd", Args: "inert*", Does: "secrets(a new password)", Style: "bare", Source: "their manuals"},
	{Name: "hashcat john hydra medusa mimikatz crackmapexec responder aircrack-ng fcrackzip ophcrack", Args: "inert*", Does: "secrets(attacks passwords) privilege", Style: "bare", Source: "their manuals"},
	{Name: "cosign notation minisign signify", Args: "inert*", Does: "opaque(signs or checks with keys)", Style: "bare", Source: "their manuals"},
}
