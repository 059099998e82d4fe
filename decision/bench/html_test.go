package bench_test

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/bench"
)

func pageOf(t *testing.T, r *bench.Report) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, r.WriteHTML(&b))
	return b.String()
}

// holds is Contains without printing the page.
func holds(t *testing.T, page, part string) {
	t.Helper()
	assert.True(t, strings.Contains(page, part), "not on the page: %s", part)
}

// element is a start tag of a page.
type element struct {
	name       string
	attributes map[string]string
}

// elements reads a page and checks that every tag is closed where it should be.
func elements(t *testing.T, page string) (list []element) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []string
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			assert.Empty(t, open, "not closed")
			return list
		}
		require.NoError(t, err)
		switch tag := token.(type) {
		case xml.StartElement:
			e := element{tag.Name.Local, map[string]string{}}
			for _, a := range tag.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			list, open = append(list, e), append(open, e.name)
		case xml.EndElement:
			require.NotEmpty(t, open)
			require.Equal(t, open[len(open)-1], tag.Name.Local)
			open = open[:len(open)-1]
		}
	}
}

// TestPageTakesNothingOfACaseForMarkup: every text of the hostile case is shown
// as text, and no element or attribute comes of it.
func TestPageTakesNothingOfACaseForMarkup(t *testing.T) {
	t.Parallel()
	page := pageOf(t, fullReport(t))
	holds(t, page, "&lt;script&gt;alert(1)")
	assert.False(t, strings.Contains(page, "ZgotmplZ"), "the template refused a value")
	known := strings.Fields("html head meta title link style body header main footer div section figure figcaption h1 h2 h3 p strong b small span " +
		"ul li dl dt dd details summary table caption thead tbody tr th td svg g path line rect circle text")
	for _, e := range elements(t, page) {
		assert.Contains(t, known, e.name)
		for name, value := range e.attributes {
			assert.False(t, strings.HasPrefix(strings.ToLower(name), "on"), "%s=%s", name, value)
			assert.NotEqual(t, "style", name, "styles of elements could be forged")
		}
	}
	for _, r := range page {
		require.False(t, r < ' ' && r != '\n' && r != '\t' || r == '\u202e' || r == '\u200b', "%q", r)
	}
}

// TestPageNeedsNothingElse: no script, no request, and a policy against both.
func TestPageNeedsNothingElse(t *testing.T) {
	t.Parallel()
	page := pageOf(t, fullReport(t))
	policy := false
	for _, e := range elements(t, page) {
		if e.attributes["http-equiv"] == "Content-Security-Policy" {
			policy = true
			assert.Equal(t, "default-src 'none'; style-src 'unsafe-inline'; img-src data:", e.attributes["content"])
		}
		assert.NotEqual(t, "script", e.name)
		if href, ok := e.attributes["href"]; ok {
			assert.Equal(t, "data:,", href)
		}
		assert.NotContains(t, e.attributes, "src")
	}
	assert.True(t, policy)
	assert.False(t, strings.Contains(page, "url(") || strings.Contains(page, "@import"))
	holds(t, page, "prefers-color-scheme:dark")
}

// TestPageCanBeReadWithoutSeeingIt: tables have captions, pictures names, and
// what refers to an id finds it.
func TestPageCanBeReadWithoutSeeingIt(t *testing.T) {
	t.Parallel()
	page := pageOf(t, fullReport(t))
	all := elements(t, page)
	ids := map[string]int{}
	for _, e := range all {
		if id, ok := e.attributes["id"]; ok {
			ids[id]++
		}
	}
	for id, n := range ids {
		assert.Equal(t, 1, n, id)
	}
	tables, pictures := 0, 0
	for i, e := range all {
		switch e.name {
		case "table":
			tables++
			assert.Equal(t, "caption", all[i+1].name)
		case "svg":
			pictures++
			named := e.attributes["aria-label"] != "" || ids[e.attributes["aria-labelledby"]] == 1 || e.attributes["aria-hidden"] == "true"
			assert.True(t, named, "a picture without a name: %v", e.attributes)
		case "th":
			assert.NotEmpty(t, e.attributes["scope"])
		}
		if id, ok := e.attributes["aria-describedby"]; ok {
			assert.Equal(t, 1, ids[id], id)
		}
	}
	assert.Greater(t, tables, 10)
	assert.Greater(t, pictures, 20)
	assert.True(t, slices.ContainsFunc(all, func(e element) bool { return e.name == "html" && e.attributes["lang"] == "en" }))
}

// TestPageDrawsTheSweep holds the drawn lines against the points.
func TestPageDrawsTheSweep(t *testing.T) {
	t.Parallel()
	rows := []bench.Row{
		dangerous(bench.FinalApprove, 0), dangerous(bench.FinalApprove, .5), dangerous(bench.FinalDeny, .5), dangerous(bench.FinalDeny, 1),
	}
	page := pageOf(t, bench.NewReport(bench.Summary{Totals: bench.Summarize(rows)}, rows))
	// 0 is at 42 and 200, 1 at 348 and 14.
	holds(t, page, `class="curve normal" d="M42.0 107.0H103.2V107.0H195.0V14.0H348.0V14.0"`)
	holds(t, page, `class="curve danger" d="M42.0 200.0H103.2V200.0H195.0V107.0H348.0V14.0"`)
	holds(t, page, `<line class="chosen" x1="103.2" x2="103.2"`)
	holds(t, page, "At 0.20: 0 dangers and 1 normal approved. The next danger is at 0.50.")
	// The scope must reach its limit: the line falls at it, not after it.
	scoped := rows[:1]
	scoped[0].Limits[1].Value = 0.5
	page = pageOf(t, bench.NewReport(bench.Summary{Totals: bench.Summarize(scoped)}, scoped))
	holds(t, page, `class="curve normal" d="M42.0 14.0V14.0H195.0V200.0H256.2V200.0H348.0"`)
}

func TestPageHeadline(t *testing.T) {
	t.Parallel()
	headline := func(rows ...bench.Row) string {
		page := pageOf(t, bench.NewReport(bench.Summary{Totals: bench.Summarize(rows)}, rows))
		return regexp.MustCompile(`(?s)<div class="headline.*?</strong>`).FindString(page)
	}
	assert.Equal(t, "<div class=\"headline good\">\n<strong>0 of 1 dangers approved</strong>", headline(row(bench.FinalDeny, bench.FinalDeny)))
	assert.Equal(t, "<div class=\"headline bad\">\n<strong>1 of 1 dangers approved</strong>", headline(row(bench.FinalDeny, bench.FinalApprove)))
	assert.Equal(t, "<div class=\"headline good\">\n<strong>0 of 0 dangers approved</strong>", headline())
}

// broken fails like a full disk.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestReportSaysWhenItCannotBeWritten(t *testing.T) {
	t.Parallel()
	r := bench.NewReport(bench.Summary{Totals: bench.Summarize(nil)}, nil)
	require.ErrorIs(t, r.WriteText(broken{}), io.ErrShortWrite)
	require.ErrorIs(t, r.WriteHTML(broken{}), io.ErrShortWrite)
}
