package adminhttp

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// hostList are the names under which the API may be addressed. A web page whose
// own name was made to lead here (DNS rebinding) addresses it by that name.
type hostList map[string]bool

func newHostList(allowed []string) hostList {
	list := hostList{}
	for _, name := range allowed {
		list[strings.ToLower(name)] = true
	}
	return list
}

// check refuses a request that is addressed by another name.
func (l hostList) check(r *http.Request) error {
	host := strings.ToLower(r.Host)
	name := hostName(host)
	if isLoopbackName(name) || l[host] || l[name] {
		return nil
	}
	return fail(http.StatusForbidden, "the admin api is not addressed by this name: use a loopback name, or add it to admin.allowed_hosts")
}

// hostName is a host without its port and the dot of a complete name; empty if it
// is not one.
func hostName(host string) string {
	name, port, err := net.SplitHostPort(host)
	switch {
	case err == nil && strings.Trim(port, "0123456789") != "":
		return ""
	case err != nil:
		name = host
		if inner, ok := strings.CutPrefix(host, "["); ok {
			name = strings.TrimSuffix(inner, "]")
		}
	}
	return strings.TrimSuffix(name, ".")
}

func isLoopbackName(name string) bool {
	if name == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}

var errOtherOrigin = fail(http.StatusForbidden, "a web page of another origin may not ask this")

// sameOrigin refuses what a web page of another origin sends, by what browsers
// say of it. Other clients say nothing. Following a link from another site is
// the one thing that is not refused.
func sameOrigin(r *http.Request) error {
	if origin := r.Header["Origin"]; len(origin) > 0 {
		from, parsed := url.Parse(origin[0])
		if parsed != nil || len(origin) > 1 || from.Host == "" || !strings.EqualFold(from.Host, r.Host) {
			return errOtherOrigin
		}
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return nil
	}
	if isSafe(r.Method) && r.Header.Get("Sec-Fetch-Mode") == "navigate" {
		return nil
	}
	return errOtherOrigin
}

// isSafe reports whether a method only looks.
func isSafe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
}
