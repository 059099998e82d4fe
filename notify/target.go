package notify

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
)

// target is where a webhook goes, and to which addresses its name may lead.
type target struct {
	url      *url.URL
	loopback bool // it says so itself
	private  bool // allowed
}

// CheckURL says what is wrong with the address of a webhook, as far as it can be
// told without asking the network. It must be https; http only to this machine,
// or with allowPrivate to a private network. A number that is no written-out address,
// such as 127.1, is refused. The error does not quote it.
func CheckURL(address string, allowPrivate bool) error {
	_, err := parseTarget(address, allowPrivate)
	return err
}

func parseTarget(address string, allowPrivate bool) (target, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.Fragment != "" {
		return target{}, errors.New("must be a web address without a user name, a password and a #fragment")
	}
	t := target{url: u, private: allowPrivate}
	ip, isIP := literal(u.Hostname())
	t.loopback = isIP && ip.IsLoopback() || !isIP && strings.EqualFold(strings.TrimSuffix(u.Hostname(), "."), "localhost")
	switch {
	case u.Scheme == "http" && !t.loopback && !t.private:
		return target{}, errors.New("must be https: what it tells is not for everybody on the way")
	case isIP:
		return t, t.check(ip)
	case endsInNumber(u.Hostname()):
		return target{}, errors.New("must have a name, or an address that is written out, such as 192.0.2.1 or [2001:db8::1]")
	}
	return t, nil
}

// endsInNumber reports whether the last part of a host is a number, as in 127.1 or
// 0x7f000001. No name ends so; some resolvers read it as an address, others ask for
// it as a name.
func endsInNumber(host string) bool {
	host = strings.ToLower(strings.TrimRight(host, "."))
	last := host[strings.LastIndexByte(host, '.')+1:]
	if hex, isHex := strings.CutPrefix(last, "0x"); isHex {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// literal reads an address that is written as such.
func literal(host string) (netip.Addr, bool) {
	ip, err := netip.ParseAddr(host)
	return ip.WithZone("").Unmap(), err == nil
}

// What is wrong with an address. What a name of the config leads to is up to who
// answers for the name.
var (
	errPrivate = errors.New("leads to this machine or a private network: allow that with allow_private, if it is meant")
	errNowhere = errors.New("leads to an address that no webhook has")
)

// check reports whether an address may be connected to. Link-local addresses,
// where clouds keep the credentials of a machine, never are.
func (t target) check(ip netip.Addr) error {
	switch {
	case t.loopback && ip.IsLoopback():
		return nil
	case t.private && !t.loopback && isPrivate(ip):
		return nil
	case t.url.Scheme == "https" && !t.loopback && isPublic(ip):
		return nil
	case !t.private && isPrivate(ip):
		return errPrivate
	}
	return errNowhere
}

func isPrivate(ip netip.Addr) bool {
	return ip.IsLoopback() || ip.IsPrivate() || carrierNAT.Contains(ip)
}

// Networks that lead nowhere public, of the IANA registries of special-purpose
// addresses, besides those that package netip knows.
var (
	carrierNAT = netip.MustParsePrefix("100.64.0.0/10")
	translated = netip.MustParsePrefix("64:ff9b::/96") // NAT64: the last four bytes are an address of IPv4
	special    = []netip.Prefix{
		carrierNAT,
		netip.MustParsePrefix("0.0.0.0/8"),
		netip.MustParsePrefix("192.0.0.0/24"),
		netip.MustParsePrefix("192.0.2.0/24"),
		netip.MustParsePrefix("198.18.0.0/15"),
		netip.MustParsePrefix("198.51.100.0/24"),
		netip.MustParsePrefix("203.0.113.0/24"),
		netip.MustParsePrefix("240.0.0.0/4"),
		netip.MustParsePrefix("64:ff9b:1::/48"),
		netip.MustParsePrefix("100::/64"),
		netip.MustParsePrefix("2001::/23"),
		netip.MustParsePrefix("2001:db8::/32"),
		netip.MustParsePrefix("2002::/16"),
		netip.MustParsePrefix("fec0::/10"),
	}
)

func isPublic(ip netip.Addr) bool {
	if translated.Contains(ip) {
		b := ip.As16()
		ip = netip.AddrFrom4([4]byte(b[12:]))
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return false
	}
	for _, p := range special {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// transport connects to what the target may reach, checked after its name was
// resolved. It goes through no proxy, whose address would be checked instead, and
// keeps no connection: messages are rare.
func (t target) transport() *http.Transport {
	dialer := &net.Dialer{Timeout: Timeout, Control: func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return errNowhere
		}
		return t.check(at.Addr().WithZone("").Unmap())
	}}
	return &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: Timeout, DisableKeepAlives: true, MaxResponseHeaderBytes: maxAnswerBytes,
	}
}
