package systemone_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
)

// Made up secrets, one for each place where one may stand.
var hidden = map[string]string{
	"a nested parameter":        "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
	"a parameter called secret": "correct-horse-battery",
	"the name of a parameter":   "sk_live_51HxAbCdEfGhIjKlMnOpQrSt",
	"a command":                 "hunter2-and-more-9",
	"recent activity":           "glpat-XyZ12345abcdeFGHIJ67",
	"a recent tool":             "dop_v1_0123456789abcdef0123456789abcdef0123456789abcdef",
	"a withheld parameter":      "4111 1111 1111 1111",
	"the tool's name":           "AKIAQ7XW2LMZ9VTBK4CR",
	"the agent's name":          "xoxb-123456789012-abcdefGHIJKL",
	"a grant":                   "npm_q7Xw2LmZ9vTbK4cR8nYpJ6sDfG1hAeZz00AA",
	"the policy rule":           "hf_q7XwLmZvTbKcRnYpJsDfGhAeQrStUvWxYz",
	"a project dir":             "SG.q7Xw2LmZ9vTbK4cR8nYpJ6.sDfG1hAeQrStUvWxYz0123456789abcdefghij",
	"the key":                   testKey,
	"the account":               providertest.DecisionAccount,
}

func secretCall() *decision.Call {
	return &decision.Call{
		Tool: "run " + hidden["the tool's name"], Agent: hidden["the agent's name"], PolicyRule: hidden["the policy rule"],
		Params: map[string]any{
			"deep":                            []any{map[string]any{"note": "use " + hidden["a nested parameter"], "db": map[string]any{"password": hidden["a parameter called secret"]}}},
			"command":                         "mysql --password=" + hidden["a command"] + " -e 'select 1'",
			"card":                            hidden["a withheld parameter"],
			hidden["the name of a parameter"]: "x",
		},
		RecentTraces: []decision.Trace{{Tool: "git " + hidden["a recent tool"], Policy: "allow", Params: map[string]any{"env": map[string]any{"CI": hidden["recent activity"]}}}},
		ActiveGrants: []decision.Grant{{Tools: "*", GrantedBy: hidden["a grant"]}},
	}
}

// TestNoSecretLeaves looks for secrets in everything that a server was sent, in
// every error, every verdict and the log, with servers that are careless enough
// to repeat what they were sent.
func TestNoSecretLeaves(t *testing.T) {
	t.Parallel()
	faults := []providertest.Fault{
		"", providertest.FaultBadRequest, providertest.FaultUnauthorized, providertest.FaultInvalid, providertest.FaultFailed,
		providertest.FaultHTML, providertest.FaultRefusal, providertest.FaultMissing, providertest.FaultRateLimit,
	}
	for _, wire := range providertest.DecisionWires() {
		for _, fault := range faults {
			t.Run(fmt.Sprint(wire, "/", fault), func(t *testing.T) {
				t.Parallel()
				s, o := serve(t, wire, providertest.Failing(fault))
				var out bytes.Buffer
				o.Logger = slog.New(slog.NewTextHandler(&out, nil))
				o.Redact, o.ProjectDirs = []string{"card"}, []string{"/srv/" + hidden["a project dir"]}
				v, err := newProvider(t, o).Judge(t.Context(), secretCall())
				fmt.Fprintf(&out, "%v %+v %#v\n", err, err, v)
				assertHidden(t, out.String(), "the log, the error or the verdict")
				require.NotEmpty(t, s.Received())
				for _, body := range s.Received() {
					assertHidden(t, string(body), "the request")
					assert.Contains(t, string(body), "select 1", "what is harmless is shown")
				}
			})
		}
	}
}

func assertHidden(t *testing.T, text, where string) {
	t.Helper()
	for what, secret := range hidden {
		if strings.Contains(text, secret) {
			t.Errorf("%s shows %s", where, what)
		}
	}
}

// TestErrorBodyIsMasked has servers repeat a secret parameter, which is in the
// words of nobody's key.
func TestErrorBodyIsMasked(t *testing.T) {
	t.Parallel()
	secret := hidden["a nested parameter"]
	for _, body := range []string{
		`{"error":"bad value ` + secret + `"}`,
		`{"detail":[{"loc":["body","` + secret + `"],"msg":"bad","input":"` + secret + `"}]}`,
		`{"errors":[{"code":5004,"message":"password=` + hidden["a command"] + `"}]}`,
		`{"message":"https://u:` + hidden["a command"] + `@host/"}`,
	} {
		p := overTransport(t, server(func(*http.Request) (*http.Response, error) { return answer(400, "application/json", body), nil }))
		_, err := p.Judge(t.Context(), call())
		require.Error(t, err)
		assertHidden(t, err.Error(), "the error")
	}
	p := overTransport(t, server(func(*http.Request) (*http.Response, error) {
		return answer(200, "application/json", strings.Replace(calm, "m-1", secret, 1)), nil
	}))
	v, err := p.Judge(t.Context(), call())
	require.NoError(t, err)
	assertHidden(t, fmt.Sprintf("%+v", v), "the verdict")
	for _, body := range []string{
		strings.Replace(calm, "m-1", testKey[:9]+`\u200b`+testKey[9:], 1),
		`{"state":"` + testKey + `","result":{}}`,
		`{"success":false,"errors":[{"code":5004,"message":"` + testKey + `"}]}`,
		`{"success":false,"errors":[{"message":"` + providertest.DecisionAccount + `"}]}`,
	} {
		p := answering(t, body, func(o *systemone.Options) {
			o.Backend, o.URL, o.Key, o.Account = systemone.Cloudflare, "", testKey, providertest.DecisionAccount
		})
		v, err := p.Judge(t.Context(), call())
		assertHidden(t, fmt.Sprintf("%+v %v", v, err), body)
	}
	p = overTransport(t, server(func(*http.Request) (*http.Response, error) { return nil, errors.New("proxy says " + secret) }))
	_, err = p.Judge(t.Context(), call())
	assertHidden(t, err.Error(), "the error")
}

// TestRedirectIsNotFollowed keeps the key from other hosts.
func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	asked := 0
	p := answering(t, "", func(o *systemone.Options) {
		o.Key = testKey
		o.HTTPClient = &http.Client{Transport: server(func(*http.Request) (*http.Response, error) {
			asked++
			resp := answer(http.StatusTemporaryRedirect, "text/html", "")
			resp.Header.Set("Location", "https://elsewhere.test/")
			return resp, nil
		})}
	})
	_, err := p.Judge(t.Context(), call())
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
	assert.ErrorContains(t, err, "redirect")
	assert.NotContains(t, err.Error(), "elsewhere")
	assert.Equal(t, 1, asked)
}
