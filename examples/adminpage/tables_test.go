package adminpage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// long is a word without a place to break it.
var long = strings.Repeat("longer", 50)

// tabled has every table of the page hold long words.
func (f *fake) tabled() {
	f.mu.Lock()
	f.canned = map[string]string{
		"GET /config":     fmt.Sprintf(`{"rules":[{"name":%[1]q,"condition":%[1]q,"action":%[1]q,"confidence":1,"description":%[1]q,"line":12,"hits":1},{"name":"no-keys","when":%[1]q,"action":"deny","confidence":1,"line":17,"hits":0}]}`, long),
		"GET /bench/runs": fmt.Sprintf(`{"runs":[%s]}`, strings.Replace(benchRun, `"boundary"`, fmt.Sprintf("%q", long), 1)),
		"GET /bench/runs/20261130-090000000-boundary-replay": strings.NewReplacer(`"boundary"`, fmt.Sprintf("%q", long), `"network"`, fmt.Sprintf("%q", long)).Replace(benchRun),
		"PUT /files/config": fmt.Sprintf(`{"file":"config","valid":true,"faults":[],"warnings":[{"line":1,"key":%[1]q,"message":%[1]q}],"effect":{"replayed":120,"changed":1,"changes":[{"id":"a1","tool":%[1]q,"agent_id":%[1]q,"before":"escalate","after":"approve","rule_before":%[1]q,"rule_after":%[1]q}]}}`, long),
	}
	f.mu.Unlock()
	f.desk.mu.Lock()
	defer f.desk.mu.Unlock()
	every := standsOf(long)
	every["created_at"], every["expires_at"], every["last_used_at"] = "2026-11-30T09:00:00Z", "2036-11-30T09:00:00Z", "2026-11-30T09:00:00Z"
	f.desk.standings = []map[string]any{stands(nil), every}
}

func TestLongWordsStayWithinTheirTables(t *testing.T) {
	for _, how := range []look{wide, narrow} {
		f, p := newFake(t), newPage(t, how)
		f.tabled()
		p.open(f.URL)
		for _, section := range []struct{ name, table string }{{"standing", "#standings"}, {"rules", "#rules-table"}, {"bench", "#bench-runs"}, {"files", ".preview"}} {
			where := fmt.Sprintf("%s at %d", section.name, how.width)
			p.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`location.hash = %q`, section.name)))
			switch section.name {
			case "files":
				p.shows("#editor-text", "name: reads")
				p.press(".editor .actions button", "Check")
			case "bench":
				p.click("#bench-runs button")
				p.until(`document.querySelector('.plot') !== null`)
			}
			p.shows(section.table+" td", long)
			assert.LessOrEqual(t, eval[int64](p, `document.documentElement.scrollWidth`), how.width, where)
			assert.Empty(t, eval[[]string](p, stretched), where)
		}
	}
}

// stretched are the cells that a long word makes wider than a line is read, and
// those that leave no room for a short word.
const stretched = `[...document.querySelectorAll('td')].filter((e) => e.checkVisibility()).filter((e) => {
	const range = document.createRange();
	range.selectNodeContents(e);
	return range.getBoundingClientRect().width > 800 || e.scrollWidth > e.clientWidth + 1;
}).map((e) => e.dataset.title + ': ' + e.textContent.slice(0, 40))`

func TestALongNameLeavesRoomForTheOtherColumns(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	f.desk.mu.Lock()
	f.desk.standings = []map[string]any{stands(map[string]any{"id": "st-2", "agent_name": long}), stands(nil)}
	f.desk.mu.Unlock()
	p.open(f.URL)
	p.section("standing")
	p.shows("#standings td", long)
	assert.True(t, eval[bool](p, `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('#standings .scroll'))`), "nothing has to be scrolled")
	assert.Len(t, eval[[]float64](p, `(() => {
		const range = document.createRange();
		range.selectNodeContents(document.querySelector('#standings tr:nth-child(2) td:nth-child(2) > div'));
		return [...range.getClientRects()].map((box) => box.top);
	})()`), 1, "a short name is on one line")
}
