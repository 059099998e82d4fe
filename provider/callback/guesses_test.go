package callback_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/provider/callback"
)

// TestWhoGuessesTokensHasToWait: an agent under review reaches the port, from any
// address of the machine.
func TestWhoGuessesTokensHasToWait(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tokens map[string]string
		want   int // of the right token, while others guess
	}{
		"a short token":           {map[string]string{"claude": "t0ken"}, 429},
		"a long one":              {map[string]string{"claude": "0123456789abcdef"}, 200},
		"a long one, one that is": {map[string]string{"claude": "0123456789abcdef", "gemini": "t0ken"}, 429},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
				h, err := d.Handler(callback.HTTPOptions{Tokens: tt.tokens})
				require.NoError(t, err)
				ask := func(from, authorization string) *httptest.ResponseRecorder {
					r := httptest.NewRequest(http.MethodPost, "http://localhost"+callback.Path, strings.NewReader(toolCall("sup7_status", "{}")))
					r.RemoteAddr = from
					r.Header.Set("Content-Type", "application/json")
					r.Header.Set("Accept", "application/json, text/event-stream")
					if authorization != "" {
						r.Header.Set("Authorization", authorization)
					}
					w := httptest.NewRecorder()
					h.ServeHTTP(w, r)
					return w
				}
				right := "Bearer " + tt.tokens["claude"]
				for n := range 10 {
					assert.Equal(t, 401, ask(fmt.Sprintf("127.0.0.%d:1", n+1), "Bearer guess").Code)
					assert.Equal(t, 401, ask("127.0.0.1:2", "").Code, "who sends no token guesses nothing")
				}
				refused := ask("127.0.0.1:3", "Bearer guess")
				assert.Equal(t, 429, refused.Code)
				assert.Equal(t, "6", refused.Header().Get("Retry-After"))
				assert.Equal(t, tt.want, ask("127.0.0.1:4", right).Code)
				assert.Equal(t, tt.want, ask("127.9.9.9:1", right).Code, "another address")
				time.Sleep(6 * time.Second)
				assert.Equal(t, 200, ask("127.0.0.1:5", right).Code)
			})
		})
	}
}
