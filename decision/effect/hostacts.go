package effect

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Words by which an address asks for an act: as the last part of its path, with
// a query that says on what or without one, and as a value of its query.
// Reading it is meant to change something, whatever the method.
var (
	actWords = []string{
		"delete", "remove", "destroy", "purge", "transfer", "pay", "purchase", "buy", "checkout", "withdraw", "cancel", "confirm", "approve", "accept", "reject", "submit",
		"send", "reset", "shutdown", "reboot", "restart", "disable", "enable", "grant", "revoke", "subscribe", "vote", "execute", "exec", "trigger", "publish",
	}
	plainActWords = []string{"logout", "signout", "unsubscribe", "formresponse", "optout", "flushall", "sendmessage"}
	actKeys       = []string{"action", "act", "do", "cmd", "command", "op", "operation", "method", "_method", "task"}
)

// actsByAddress says what speaks against only reading an address: it names an
// act.
func actsByAddress(u *url.URL) string {
	const concern = "address that asks for an act"
	last := strings.ToLower(u.Path[strings.LastIndexByte(u.Path, '/')+1:])
	last, _, _ = strings.Cut(last, ".")
	last = strings.Map(dropJoiner, last)
	if slices.Contains(plainActWords, last) || u.RawQuery != "" && slices.Contains(actWords, last) {
		return concern
	}
	query := u.Query()
	for key, values := range query {
		key = strings.ToLower(key)
		for _, value := range values {
			switch {
			case slices.Contains(actKeys, key) && saysAct(value):
				return concern
			case key == "query" && strings.HasPrefix(strings.TrimSpace(value), "mutation"):
				return concern
			}
		}
	}
	return ""
}

func dropJoiner(r rune) rune {
	if r == '-' || r == '_' {
		return -1
	}
	return r
}

func saysAct(value string) bool {
	words := NameWords(value)
	return len(words) > 0 && slices.Contains(actWords, words[0]) || saysVerb(value)
}

// otherPorts are those of services that speak no HTTP and take what is sent to
// them for commands: Redis, memcached, and the databases.
var otherPorts = []string{"6379", "11211", "3306", "5432", "27017", "1433"}

// portConcern says what speaks against a port. Those below 1024 are assigned
// to services, of which only two speak HTTP (RFC 6335).
func portConcern(port string) string {
	if port == "" || port == "80" || port == "443" {
		return ""
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1024 || slices.Contains(otherPorts, port) {
		return "port of another kind of service"
	}
	return ""
}
