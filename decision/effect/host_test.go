package effect

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	policy := hostPolicy{hosts: []string{"ci.corp.example", "*.build.example", "10.1.2.3", "metadata.google.internal"}, domains: []string{"corp.example"}}
	tests := map[string][]string{
		"": { // routine
			"https://pkg.go.dev/net/http", "https://docs.python.org/3/library/asyncio.html#x", "HTTPS://API.GitHub.com./repos/a/b?page=2",
			"https://github.com/a/b/commit/0123456789abcdef0123456789abcdef01234567", "https://example.org:8443/a", "https://example.org/?q=hello%20world",
			"https://ci.corp.example/job", "https://a.build.example/x", "https://10.1.2.3/x", "https://api.example.org/odata?$filter=x",
			"http://localhost:8080/x", "http://127.0.0.1:3000/api?limit=5", "http://[::1]:80/", "https://app.localhost/", "http://0.0.0.0:5000",
		},
		"computed address": {"https://\x00/x", "https://h.example/\x00", "https://${HOST}/x", "https://h.example/$(id)", "https://h.example/{{token}}", "https://h.example/$KEY"},
		"unreadable address": {
			"https://good.example\\@evil.example/", "https://good.example /", "https://a\nb.example", "mailto:a@b.example", "https://h.example/?a=%zz", "https://h.example/?a;b",
		},
		"address without a host":             {"/etc/passwd", "pkg.go.dev", "https://", "file:///etc/passwd", ""},
		"credential in the address":          {"https://user:pw@example.org/", "https://user@example.org/", "https://example.org/?access_token=q8Zr41LmXw0PbT5y"},
		"not encrypted":                      {"http://example.org/", "http://ci.corp.example/"},
		"scheme ftp":                         {"ftp://example.org/x"},
		"metadata service":                   {"http://169.254.169.254/latest", "https://metadata.google.internal/x", "http://100.100.100.200/", "http://[fd00:ec2::254]/"},
		"ip address":                         {"https://203.0.113.50/x", "https://[2001:db8::1]/"},
		"ip address in an unusual form":      {"http://2130706433/", "http://0x7f000001/", "http://127.1/", "http://0177.0.0.1/", "http://1.2.3.0x10/"},
		"private address":                    {"http://10.0.0.5/", "https://192.168.1.1/", "https://172.16.0.9/", "https://100.64.1.1/", "https://[fd12::1]/", "https://[::ffff:10.0.0.1]/"},
		"link-local address":                 {"https://169.254.1.1/", "https://[fe80::1]/"},
		"internal host":                      {"https://intranet/", "https://db.prod.example.internal/", "https://nas.local/", "https://wiki.corp.example/", "https://corp.example/"},
		"paste, callback or tunnel service":  {"https://pastebin.com/raw/x", "https://abc.ngrok.io/", "https://paste.example.net/", "https://x.oast.pro/", "https://webhook.site/1"},
		"address that leads elsewhere":       {"https://bit.ly/x"},
		"name that stands for an ip address": {"https://10.0.0.1.nip.io/"},
		"host in unusual letters":            {"https://xn--pple-43d.com/", "https://gіthub.com/", "https://a..example/"},
		"data in the host's name":            {"https://4d7953656372657450617373776f7264.example.net/", "https://a.b.c.d.e.f.g.example/"},
		"data in the address": {
			"https://img.example.net/p.png?d=bXkgc2VjcmV0IHBhc3N3b3JkIGlzIGJhZA", "https://img.example.net/bXkgc2VjcmV0IHBhc3N3b3JkIGlzIGJhZA==/x",
			"https://h.example/?x=" + strings.Repeat("0a", 40), "https://h.example/?x=" + strings.Repeat("Zm9", 30),
		},
		"long address": {"https://h.example/?q=" + strings.Repeat("a+", 600)},
	}
	for want, urls := range tests {
		for _, text := range urls {
			got := policy.address(text)
			assert.Equal(t, want, got.concern, "%q", text)
		}
	}
}

func TestAddressTellsHostZoneAndKnown(t *testing.T) {
	t.Parallel()
	policy := hostPolicy{hosts: []string{"CI.example"}}
	assert.Equal(t, reach{host: "ci.example", zone: decision.ZoneRemote, known: true}, policy.address("https://ci.example:443/x"))
	assert.Equal(t, reach{host: "localhost:8080", zone: decision.ZoneNone}, policy.address("http://LocalHost:8080/x"))
	assert.Equal(t, reach{host: "::1", zone: decision.ZoneNone}, policy.host("[::1]"))
	assert.Equal(t, "ci.example:8080", policy.host("ci.example:8080").host)
	assert.Equal(t, "unreadable host", policy.host("a@b.example").concern)
	assert.Equal(t, "unreadable host", policy.host("").concern)
	assert.LessOrEqual(t, len(policy.host(strings.Repeat("a", 5000)+".example").host), maxSegmentBytes)
}
