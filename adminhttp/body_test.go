package adminhttp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/adminhttp"
)

func TestOnlyABrowserMustSayThatItSendsJSON(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	const form = "application/x-www-form-urlencoded"
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"nothing said":        {nil, 200},
		"json":                {[]string{"Content-Type", "application/json; charset=utf-8"}, 200},
		"what curl says":      {[]string{"Content-Type", form}, 200},
		"a page with json":    {[]string{"Content-Type", "application/json", "Origin", s.server.URL}, 200},
		"a page with a form":  {[]string{"Content-Type", form, "Origin", s.server.URL}, 415},
		"a page with text":    {[]string{"Content-Type", "text/plain", "Sec-Fetch-Site", "same-origin"}, 415},
		"a page with nothing": {[]string{"Origin", s.server.URL}, 415},
		"another page":        {[]string{"Content-Type", "application/json", "Origin", "http://evil.example"}, 403},
	} {
		assert.Equal(t, c.status, s.ask(t, "POST", "/evaluate", `{"tool":"fs.read","params":{}}`, c.headers...).status, name)
	}
}
