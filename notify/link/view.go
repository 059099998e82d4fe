package link

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the page is a file
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

// maxShown bounds what is shown of the parameters, in bytes. The page says when
// there is more.
const maxShown = 64 << 10

// view is what the page shows: a call, or a message.
type view struct {
	Message string
	Style   template.CSS

	Action, Token, Form string

	Tool, Agent, Session, WorkingDir string
	Cause, Reason                    string
	Injection                        bool
	Params                           string
	Cut                              bool
	Until                            string
}

// viewOf shows the call of an approval with its secrets masked.
func viewOf(a decision.Approval) view {
	c := &a.Call
	v := view{
		Tool: shown(c.Tool), Agent: shown(c.Agent), Session: shown(c.Session), WorkingDir: shown(c.WorkingDir),
		Cause: string(a.Decision.Cause), Reason: shown(a.Decision.Reasoning), Injection: c.InjectionRisk, Until: a.Until.UTC().Format(time.RFC1123),
	}
	masked, _ := redact.Value(c.Params)
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false) // the template escapes
	enc.SetIndent("", "  ")
	if err := enc.Encode(masked); err != nil { // what waits is JSON
		v.Cut = true
		return v
	}
	v.Params = shown(text.String())
	if len(v.Params) > maxShown {
		v.Params, v.Cut = strings.ToValidUTF8(v.Params[:maxShown], ""), true
	}
	return v
}

// shown masks secrets and writes characters out that cannot be seen or that
// reorder others, so that a call looks like what it is.
func shown(text string) string {
	var b strings.Builder
	for _, r := range redact.Text(text) {
		if r != '\n' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)) {
			fmt.Fprintf(&b, `\u%04x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// policy lets the page load nothing, run nothing, be framed by nobody, and send
// its form to its own origin.
var policy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(styleText))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
})

func render(w http.ResponseWriter, status int, v view) {
	v.Style = template.CSS(styleText)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_ = page().Execute(w, v) // the browser has gone away
}
