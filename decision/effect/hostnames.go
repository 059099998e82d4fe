package effect

import (
	"slices"
	"strings"
)

// The lists of hosts. Each entry is true of the service that it names; the
// operator's own lists come first (see hostPolicy).
var (
	// metadataHosts hand out a machine's credentials: the clouds' own
	// documents. No list of the operator's lifts them.
	metadataHosts = []string{
		"169.254.169.254", "169.254.170.2", "169.254.170.23", "fd00:ec2::254", "fd00:ec2::23", "100.100.100.200", "192.0.0.192",
		"metadata", "metadata.google.internal", "metadata.goog", "instance-data", "metadata.azure.internal", "metadata.tencentyun.com",
	}
	// internalSuffixes are domains that the public DNS does not serve: RFC 6761,
	// RFC 6762, RFC 8375, the ICANN resolution on .internal, and what networks
	// and clusters call themselves.
	internalSuffixes = []string{
		"internal", "local", "localdomain", "lan", "home", "corp", "intranet", "intra", "private", "home.arpa", "test", "invalid", "onion",
		"svc", "cluster", "consul", "in-addr.arpa", "ip6.arpa",
	}
	// relayDomains take in whatever is sent, keep it for anybody, or lead to a
	// machine that nobody knows.
	relayDomains = []string{
		// Pastes and file drops.
		"pastebin.com", "paste.ee", "paste.rs", "dpaste.com", "dpaste.org", "hastebin.com", "ghostbin.com", "rentry.co", "controlc.com",
		"privatebin.net", "pastes.io", "justpaste.it", "ix.io", "sprunge.us", "0x0.st", "clbin.com", "bpa.st", "p.ip.fi",
		"transfer.sh", "file.io", "tmpfiles.org", "temp.sh", "catbox.moe", "litterbox.catbox.moe", "gofile.io", "anonfiles.com",
		"bashupload.com", "oshi.at", "ufile.io", "wetransfer.com", "send.vis.ee", "filebin.net", "mega.nz", "mediafire.com", "pixeldrain.com",
		"gist.githubusercontent.com", "termbin.com", "envs.sh", "uguu.se", "x0.at", "ttm.sh", "keep.sh",
		// Callbacks, request bins, look-up logs.
		"webhook.site", "requestbin.com", "requestbin.net", "pipedream.net", "requestcatcher.com", "hookbin.com", "beeceptor.com", "mockbin.org",
		"burpcollaborator.net", "oastify.com", "oast.pro", "oast.live", "oast.site", "oast.online", "oast.fun", "oast.me", "interact.sh", "interactsh.com",
		"dnslog.cn", "ceye.io", "canarytokens.com", "canarytokens.org", "postb.in", "ptsv3.com", "smee.io", "hookdeck.com", "webhookrelay.com",
		"grabify.link", "iplogger.org", "iplogger.com", "2no.co", "ntfy.sh", "api.telegram.org", "hooks.slack.com", "maker.ifttt.com", "hooks.zapier.com",
		// Tunnels.
		"ngrok.io", "ngrok.app", "ngrok.dev", "ngrok-free.app", "ngrok-free.dev", "trycloudflare.com", "loca.lt", "localtunnel.me", "serveo.net",
		"localhost.run", "lhr.life", "tunnelmole.net", "pagekite.me", "bore.pub", "playit.gg", "telebit.io", "devtunnels.ms", "ts.net", "zrok.io",
		"lhrtunnel.link", "pinggy.io", "pinggy.link", "tunnelto.dev",
	}
	// relayLabels are what such services are called under any domain.
	relayLabels = []string{
		"paste", "pastebin", "hastebin", "privatebin", "webhook", "webhooks", "hook", "hooks", "callback", "collaborator", "requestbin", "interactsh",
		"oast", "exfil", "drop", "collect", "collector", "ngrok", "tunnel", "c2",
	}
	// shortDomains answer with an address of somebody's choice.
	shortDomains = []string{
		"bit.ly", "tinyurl.com", "t.co", "goo.gl", "is.gd", "v.gd", "ow.ly", "buff.ly", "rebrand.ly", "cutt.ly", "shorturl.at", "rb.gy", "tiny.cc",
		"t.ly", "s.id", "git.io", "lnkd.in", "bl.ink", "clck.ru", "u.to",
	}
	// embeddedAddress resolve to the address that is written in the name, or to
	// this machine.
	embeddedAddress = []string{"nip.io", "sslip.io", "xip.io", "lvh.me", "localtest.me", "vcap.me", "lacolhost.com", "traefik.me", "backname.io"}
)

// matchesHost compares with names, and with "*.domain" for every host below it.
func matchesHost(list []string, name string) bool {
	return slices.ContainsFunc(list, func(known string) bool {
		if domain, ok := strings.CutPrefix(known, "*."); ok {
			return strings.HasSuffix(name, "."+strings.ToLower(domain))
		}
		return strings.EqualFold(known, name)
	})
}

// matchesDomain reports whether name is one of the domains or lies below one.
func matchesDomain(list []string, name string) bool {
	return slices.ContainsFunc(list, func(domain string) bool {
		domain = strings.ToLower(domain)
		return name == domain || strings.HasSuffix(name, "."+domain)
	})
}

func hasRelayLabel(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		if slices.Contains(relayLabels, label) {
			return true
		}
	}
	return false
}
