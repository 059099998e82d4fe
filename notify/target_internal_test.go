package notify

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestATransportLooksAtTheAddressThatANameLeadsTo connects to this machine in the
// place of a name that leads here although it does not say so, as its owner could
// make it.
func TestATransportLooksAtTheAddressThatANameLeadsTo(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		url     string
		private bool
		reached bool
	}{
		"a public name":           {"https://hooks.example.com/", false, false},
		"private names allowed":   {"https://hooks.example.com/", true, true},
		"private names, and http": {"http://hooks.example.com/", true, true},
		"this machine":            {"http://localhost/", false, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reached := make(chan struct{}, 1)
			server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached <- struct{}{} }))
			t.Cleanup(server.Close)
			where, err := parseTarget(tt.url, tt.private)
			require.NoError(t, err)

			transport := where.transport()
			guarded := transport.DialContext
			transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
				return guarded(ctx, network, server.Listener.Addr().String())
			}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://hooks.example.com/", nil)
			require.NoError(t, err)
			resp, err := transport.RoundTrip(req)
			if !tt.reached {
				require.ErrorIs(t, err, errPrivate)
				require.EqualError(t, inOwnWords(err), "the name "+errPrivate.Error())
				assert.Empty(t, reached)
				return
			}
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			assert.Len(t, reached, 1)
		})
	}
}

// TestATransportReachesNoNumberThatIsThisMachine tries what CheckURL refuses, and
// what it does not know for a number: some resolvers read them as addresses.
func TestATransportReachesNoNumberThatIsThisMachine(t *testing.T) {
	t.Parallel()
	reached := make(chan struct{}, 10)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached <- struct{}{} }))
	t.Cleanup(server.Close)
	port := ":" + strconv.Itoa(server.Listener.Addr().(*net.TCPAddr).Port)
	for _, host := range []string{"127.1", "2130706433", "0177.0.0.1", "１２７.0.0.1", "①27。0。0。1"} { // no name server is asked for them
		where := target{url: &url.URL{Scheme: "https", Host: host + port}}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+host+port, nil)
		require.NoError(t, err)
		resp, err := where.transport().RoundTrip(req)
		if err == nil {
			assert.NoError(t, resp.Body.Close())
		}
		require.Error(t, err, host)
	}
	assert.Empty(t, reached)
}

// TestAnHTTPNameLeadsToNobodyOutside keeps messages that everybody on the way can
// read in the private network that they are for.
func TestAnHTTPNameLeadsToNobodyOutside(t *testing.T) {
	t.Parallel()
	where, err := parseTarget("http://mattermost.internal/", true)
	require.NoError(t, err)
	require.NoError(t, where.check(netip.MustParseAddr("10.1.2.3")))
	require.ErrorIs(t, where.check(netip.MustParseAddr("8.8.8.8")), errNowhere)
	where, err = parseTarget("https://localhost/", true)
	require.NoError(t, err)
	require.ErrorIs(t, where.check(netip.MustParseAddr("8.8.8.8")), errNowhere, "localhost is this machine, whatever a name server says")
}

// TestATransportUsesNoProxy keeps the address that is checked the one that
// messages go to.
func TestATransportUsesNoProxy(t *testing.T) {
	t.Parallel()
	where, err := parseTarget("https://hooks.example.com/", false)
	require.NoError(t, err)
	assert.Nil(t, where.transport().Proxy)
}
