package effect

import (
	"net/netip"
	"net/url"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// hostPolicy knows which hosts the operator named. The zero value knows none.
// It resolves no name: a public name that leads to a private address is not
// seen.
type hostPolicy struct {
	hosts   []string // hosts that project data may go to; a leading "*." stands for every host below
	domains []string // the operator's own: hosts in them are not public
}

// reach is where a network effect goes.
type reach struct {
	host    string        // folded, with a port that is not the scheme's own
	zone    decision.Zone // ZoneNone for this machine
	known   bool          // the operator named the host
	concern string        // see [decision.Effect.Concern]; empty: a public host by name
}

// maxURLBytes bounds an address that is routine. Longer ones carry data; RFC
// 9110 asks for no more than 8000, people write far fewer.
const maxURLBytes = 1024

// address judges a URL as a program would get it. What is not known of it is
// the byte 0, as in the words of a shell. A concern of the host counts before
// one of the scheme.
func (p hostPolicy) address(text string) reach {
	if concern := unreadable(text); concern != "" {
		return reach{host: cut(text), zone: decision.ZoneRemote, concern: concern}
	}
	u, err := url.Parse(text)
	if err != nil || u.Opaque != "" {
		return reach{host: cut(text), zone: decision.ZoneRemote, concern: "unreadable address"}
	}
	if u.Host == "" {
		return reach{host: cut(text), zone: decision.ZoneRemote, concern: "address without a host"}
	}
	to := p.host(u.Host)
	scheme := strings.ToLower(u.Scheme)
	switch {
	case to.concern != "":
	case u.User != nil:
		to.concern = "credential in the address"
	case scheme == "http" && to.zone != decision.ZoneNone:
		to.concern = "not encrypted"
	case scheme != "http" && scheme != "https":
		to.concern = "scheme " + cut(scheme)
	case portConcern(u.Port()) != "":
		to.concern = portConcern(u.Port())
	case to.zone != decision.ZoneNone:
		if to.concern = carried(u, text); to.concern == "" {
			to.concern = actsByAddress(u)
		}
	}
	return to
}

// host judges "name", "name:port" or an IP address.
func (p hostPolicy) host(text string) reach {
	name, port := splitPort(text)
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	to := reach{host: cut(name), zone: decision.ZoneRemote}
	if port != "" && port != "443" && port != "80" {
		to.host += ":" + port
	}
	switch {
	case unreadable(name) != "":
		to.concern = unreadable(name)
	case name == "" || strings.ContainsAny(name, "@%/?#"):
		to.concern = "unreadable host"
	case isLoopback(name):
		to.zone = decision.ZoneNone
	case matchesHost(metadataHosts, name):
		to.concern = "metadata service"
	case matchesHost(p.hosts, name):
		to.known = true
	case endsInNumber(name):
		to.concern = addressConcern(name)
	default:
		to.concern = p.nameConcern(name)
	}
	return to
}

func (p hostPolicy) nameConcern(name string) string {
	switch {
	case !strings.Contains(name, "."):
		return "internal host"
	case matchesDomain(internalSuffixes, name), matchesDomain(p.domains, name):
		return "internal host"
	case matchesDomain(relayDomains, name), hasRelayLabel(name):
		return "paste, callback or tunnel service"
	case matchesDomain(shortDomains, name):
		return "address that leads elsewhere"
	case matchesDomain(embeddedAddress, name):
		return "name that stands for an ip address"
	case !isPlainHost(name):
		return "host in unusual letters"
	case hasDataLabel(name):
		return "data in the host's name"
	}
	return ""
}

// unreadable tells a text of which something is not known or not shown.
func unreadable(text string) string {
	switch {
	case isComputed(text):
		return "computed address"
	case strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }):
		return "unreadable address"
	}
	return ""
}

// isComputed finds what is not known, or what a template puts in later.
func isComputed(text string) bool {
	if strings.ContainsAny(text, "\x00`") || strings.Contains(text, "{{") {
		return true
	}
	for _, rest := range strings.Split(text, "$")[1:] {
		if rest != "" && (strings.ContainsAny(rest[:1], "{(_") || rest[0] >= 'A' && rest[0] <= 'Z') {
			return true
		}
	}
	return false
}

// splitPort does not fail: what is no port stays in the name.
func splitPort(text string) (name, port string) {
	if inner, rest, ok := strings.Cut(strings.TrimPrefix(text, "["), "]"); ok && strings.HasPrefix(text, "[") {
		return inner, strings.TrimPrefix(rest, ":")
	}
	if name, port, ok := strings.Cut(text, ":"); ok && !strings.Contains(port, ":") {
		return name, port
	}
	return text, ""
}

// isLoopback knows this machine by the forms that every program reads alike.
func isLoopback(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || name == "0.0.0.0" || name == "::" {
		return true
	}
	at, err := netip.ParseAddr(name)
	return err == nil && at.Zone() == "" && at.Unmap().IsLoopback()
}

// endsInNumber reports whether a host is an IP address in any of the forms of
// inet_aton(3): 10.0.0.1, 0x7f000001, 127.1, 2130706433. It is the test of the
// URL standard, section 3.5 (https://url.spec.whatwg.org/#ends-in-a-number-checker).
func endsInNumber(name string) bool {
	if strings.Contains(name, ":") {
		return true
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

func addressConcern(name string) string {
	at, err := netip.ParseAddr(name)
	at = at.Unmap()
	switch {
	case err != nil:
		return "ip address in an unusual form"
	case at.IsLinkLocalUnicast(), at.IsLinkLocalMulticast():
		return "link-local address"
	case at.IsPrivate(), carrierNAT.Contains(at):
		return "private address"
	}
	return "ip address"
}

// carrierNAT is the shared address space of RFC 6598.
var carrierNAT = netip.PrefixFrom(netip.AddrFrom4([4]byte{100, 64}), 10)
