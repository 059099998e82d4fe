package systemone_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		wire   providertest.DecisionWire
		change func(*systemone.Options)
		want   string // of the error; empty: none
	}{
		"ollama":                     {providertest.Ollama, nil, ""},
		"ollama without the model":   {providertest.Ollama, func(o *systemone.Options) { o.Model = providertest.UnknownModel }, "ollama pull unknown-model"},
		"typesafe":                   {providertest.TypeSafe, func(o *systemone.Options) { o.Model = "jev-latest" }, ""},
		"typesafe, a version":        {providertest.TypeSafe, func(o *systemone.Options) { o.Model = "jev-1.13.0" }, ""},
		"typesafe, a slip":           {providertest.TypeSafe, func(o *systemone.Options) { o.Model = "jev-lastest" }, "does not list"},
		"vllm":                       {providertest.VLLM, nil, ""},
		"vllm, another model":        {providertest.VLLM, func(o *systemone.Options) { o.Model = "another" }, "does not list"},
		"a server without a list":    {providertest.Nimble, nil, ""},
		"decisions without a list":   {providertest.Decisions, nil, ""},
		"the key is not accepted":    {providertest.TypeSafe, func(o *systemone.Options) { o.Key = "wrong" }, "401"},
		"cloudflare is not asked":    {providertest.Cloudflare, func(o *systemone.Options) { o.Key = "wrong" }, ""},
		"no key where one is a must": {providertest.TypeSafe, func(o *systemone.Options) { o.URL, o.Key = "", "" }, "wants a key"},
		"the server is down":         {providertest.VLLM, func(o *systemone.Options) { o.URL = "http://127.0.0.1:1/v1/systemone" }, "refused"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, o := serve(t, tt.wire, nil)
			if tt.change != nil {
				tt.change(&o)
			}
			err := newProvider(t, o).Check(t.Context())
			assert.Empty(t, s.Requests(), "no question is paid for")
			if tt.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.want)
			assert.NotContains(t, err.Error(), testKey)
		})
	}
}

// TestCheckOllamaModel tells a model that is there but decides nothing, and
// tolerates servers that are not quite Ollama.
func TestCheckOllamaModel(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		body   string
		want   string
	}{
		"a chat model":           {200, `{"capabilities":["completion"]}`, "no decision model"},
		"an old server":          {200, `{}`, ""},
		"no such route":          {404, `404 page not found`, ""},
		"no such model":          {404, `{"error":"model 'x' not found"}`, "ollama pull"},
		"another kind of server": {405, ``, ""},
		"a broken server":        {500, `{"error":"boom"}`, "boom"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			p := answering(t, "", func(o *systemone.Options) {
				o.Backend, o.Model, o.URL = systemone.Ollama, "", ""
				o.HTTPClient = &http.Client{Transport: server(func(r *http.Request) (*http.Response, error) {
					asked = append(asked, r.URL.Path)
					return answer(tt.status, "application/json", tt.body), nil
				})}
			})
			err := p.Check(t.Context())
			assert.Equal(t, "/api/show", asked[0])
			if tt.want == "" {
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
