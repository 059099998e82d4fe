package systemone_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
)

func breakerIgnores(err error) bool {
	var e interface{ BreakerIgnores() bool }
	return errors.As(err, &e) && e.BreakerIgnores()
}

func breakerOpens(err error) time.Duration {
	var e interface{ BreakerOpens() time.Duration }
	if errors.As(err, &e) {
		return e.BreakerOpens()
	}
	return 0
}

// TestFaults has every kind of server fail in every way.
func TestFaults(t *testing.T) {
	t.Parallel()
	const ignored = -1
	tests := map[providertest.Fault]struct {
		cause decision.Cause
		opens time.Duration // how long the breaker opens at once; 0: it counts; ignored: it does not
		says  string
	}{
		providertest.FaultDown:         {decision.CauseUnavailable, 0, "connection"},
		providertest.FaultHTML:         {decision.CauseUnreadable, 0, "text/html"},
		providertest.FaultCut:          {decision.CauseUnreadable, 0, "cannot be read"},
		providertest.FaultHuge:         {decision.CauseUnreadable, 0, "too large"},
		providertest.FaultRedirect:     {decision.CauseUnavailable, 0, "redirect"},
		providertest.FaultBadRequest:   {decision.CauseUnavailable, ignored, "400"},
		providertest.FaultTooLarge:     {decision.CauseUnavailable, ignored, "413"},
		providertest.FaultInvalid:      {decision.CauseUnavailable, ignored, "422"},
		providertest.FaultUnauthorized: {decision.CauseUnavailable, 5 * time.Minute, "401"},
		providertest.FaultForbidden:    {decision.CauseUnavailable, 5 * time.Minute, "403"},
		providertest.FaultNotFound:     {decision.CauseUnavailable, 5 * time.Minute, "404"},
		providertest.FaultUnsupported:  {decision.CauseUnavailable, 5 * time.Minute, "501"},
		providertest.FaultPayment:      {decision.CauseUnavailable, 15 * time.Minute, "402"},
		providertest.FaultRateLimit:    {decision.CauseUnavailable, 15 * time.Minute, "429"},
		providertest.FaultServerError:  {decision.CauseUnavailable, 0, "500"},
		providertest.FaultUnavailable:  {decision.CauseUnavailable, 0, "503"},
		providertest.FaultOverloaded:   {decision.CauseUnavailable, 0, "529"},
		providertest.FaultNaN:          {decision.CauseUnreadable, 0, "cannot be read"},
		providertest.FaultMissing:      {decision.CauseUnreadable, 0, "zaps: not answered"},
		providertest.FaultRefusal:      {decision.CauseRefused, ignored, "refused"},
		providertest.FaultWrongType:    {decision.CauseUnreadable, 0, "zaps: "},
		providertest.FaultOutOfRange:   {decision.CauseUnreadable, 0, "zaps: "},
		providertest.FaultFailed:       {decision.CauseUnavailable, 0, "failed"},
		providertest.FaultPending:      {decision.CauseUnreadable, 0, "Running"},
	}
	for _, wire := range providertest.DecisionWires() {
		for fault, tt := range tests {
			t.Run(fmt.Sprint(wire, "/", fault), func(t *testing.T) {
				t.Parallel()
				_, o := serve(t, wire, providertest.Failing(fault))
				v, err := newProvider(t, o).Judge(t.Context(), call())
				require.Error(t, err)
				assert.Equal(t, decision.Escalate, v.Action)
				assert.Equal(t, tt.cause, decision.CauseOf(err), "%v", err)
				assert.ErrorContains(t, err, tt.says)
				assert.NotContains(t, err.Error(), "\n")
				assert.Less(t, len(err.Error()), 500)
				if tt.opens == ignored {
					assert.True(t, breakerIgnores(err), "%v", err)
					assert.Zero(t, breakerOpens(err))
					return
				}
				assert.Equal(t, tt.opens, breakerOpens(err), "%v", err)
				assert.False(t, breakerIgnores(err), "%v", err)
			})
		}
	}
}

// TestT5Messages shows what is left of an error of the reference's servers and
// of others: status and message, never the address.
func TestT5Messages(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		kind   string
		body   string
		want   string
	}{
		"T5: no funds":        {402, "application/json", `{"errors":[{"message":"no funds"}]}`, "402 Payment Required: no funds"},
		"T5: slow":            {429, "application/json", `{"error":"slow"}`, "429 Too Many Requests: slow"},
		"T5: 503 with a text": {503, "text/plain", `upstream is down`, "503 Service Unavailable"},
		"typesafe":            {401, "application/json", `{"detail":{"error_type":"authentication_error","message":"bad key"}}`, ": bad key"},
		"a framework":         {404, "application/json", `{"detail":"no route"}`, ": no route"},
		"validation":          {422, "application/json", `{"detail":[{"loc":["body","questions",3],"msg":"field required","input":"PARAMETER"}]}`, ": body.questions.3: field required"},
		"a gateway":           {400, "application/json", `{"message":"not today"}`, ": not today"},
		"openai":              {400, "application/json", `{"error":{"message":"no such thing","type":"x"}}`, ": no such thing"},
		"several lines":       {400, "application/json", `{"error":"one\ntwo\u202e three"}`, ": one two three"},
		"detail goes first":   {400, "application/json", `{"message":"m","detail":"d","error":"e"}`, ": d"},
		"a page says nothing": {403, "text/html", `<html>Sign in</html>`, "403 Forbidden"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProvider(t, systemone.Options{
				Account: "acct-7", Key: testKey, Questions: mini(t),
				HTTPClient: &http.Client{Transport: server(func(*http.Request) (*http.Response, error) {
					return answer(tt.status, tt.kind, tt.body), nil
				})},
			})
			_, err := p.Judge(t.Context(), call())
			assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
			require.ErrorContains(t, err, tt.want)
			assert.True(t, strings.HasPrefix(err.Error(), "jev:cloudflare "), err.Error())
			assert.True(t, strings.HasSuffix(err.Error(), tt.want), "nothing else is said: %s", err)
			assert.NotContains(t, err.Error(), "acct-7")
		})
	}
}

// TestCloudflareCodes reads the code where the status says too little, or
// nothing.
func TestCloudflareCodes(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		status  int
		code    string
		opens   time.Duration
		ignored bool
	}{
		"the day is used up":        {429, "3036", 12 * time.Hour, false},
		"used up, under status 200": {200, "3036", 12 * time.Hour, false},
		"bad data under 200":        {200, "5004", 0, true},
		"terms under 200":           {200, "5016", 5 * time.Minute, false},
		"no model under 200":        {200, "3042", 5 * time.Minute, false},
		"full under 200":            {200, "3040", 0, true},
		"aborted under 200":         {200, "3008", 0, false},
		"unknown under 200":         {200, "9", 0, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := 0
			p := newProvider(t, systemone.Options{
				Account: "acct-7", Key: testKey, Questions: mini(t), Now: func() time.Time { return noon },
				HTTPClient: &http.Client{Transport: server(func(*http.Request) (*http.Response, error) {
					asked++
					resp := answer(tt.status, "application/json", `{"success":false,"errors":[{"code":`+tt.code+`,"message":"no"}],"result":{"answers":{}}}`)
					resp.Header.Set("Retry-After", "0") // which no wait makes true
					return resp, nil
				})},
			})
			_, err := p.Judge(t.Context(), call())
			assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err), "%v", err)
			assert.Equal(t, tt.opens, breakerOpens(err))
			assert.Equal(t, tt.ignored, breakerIgnores(err))
			assert.Equal(t, 1, asked, "it is not asked again")
		})
	}
}

// TestShortPauseIsNoFailure keeps a breaker closed for a server that is asked a
// little too often.
func TestShortPauseIsNoFailure(t *testing.T) {
	t.Parallel()
	for asked, opens := range map[string]time.Duration{"": 0, "59": 0, "60": time.Minute, "600": 10 * time.Minute, "86400": 15 * time.Minute} {
		p := overTransport(t, server(func(*http.Request) (*http.Response, error) {
			resp := answer(http.StatusTooManyRequests, "application/json", `{}`)
			resp.Header.Set("Retry-After", asked)
			return resp, nil
		}))
		_, err := p.Judge(t.Context(), call())
		assert.Equal(t, opens, breakerOpens(err), asked)
		assert.Equal(t, opens == 0, breakerIgnores(err), asked)
	}
}

func TestT5RefusedConnection(t *testing.T) {
	t.Parallel()
	s, o := serve(t, providertest.Cloudflare, nil)
	s.Close()
	_, err := newProvider(t, o).Judge(t.Context(), call())
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
	assert.ErrorContains(t, err, "refused")
	assert.NotContains(t, err.Error(), providertest.DecisionAccount)
}
