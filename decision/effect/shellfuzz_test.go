package effect_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/internal/rewriting"
)

// FuzzShell reads any text as a command line, and then the same text run by
// shells in some ways: none of them may hide what the text itself shows, and
// what is approved is approved however it is spelled.
func FuzzShell(f *testing.F) {
	for _, text := range rewritten {
		f.Add(text)
	}
	for group := range shellCases {
		for text := range shellCases[group] {
			f.Add(text)
		}
	}
	for _, text := range []string{
		"0&ID=$((0 0", "cat <(x)", "${!u}", "${u@P}", "a=(1 2); echo ${a[1]}", "<<E\n", "$((", "`", "\\", "x=~root", "{a,{b,c}}{1..3}", "[[ a =~ (b) ]]", "f(){ f; }; f",
		"select x in a; do :; done", "for ((i=0;i<3;i++)); do :; done", "> f", "!", "case", "a=$'\\u00e9\\x00'", "echo ${x/#a/b} ${x:1:2} ${x^^}", "cmd {fd}<&-", "time -p ls", "coproc x { ls; }",
	} {
		f.Add(text)
	}
	analyzer, approves := effect.NewAnalyzer(projectScope(f)), approval(f)
	look := func(text string) decision.Effects {
		return analyzer.Analyze(context.Background(), &decision.Call{Tool: "Bash", Params: params{"command": text}})
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") { // bash takes these for its own flags
			return
		}
		before := look(text)
		ways := []string{"bash -c " + rewriting.Quote(text), "TZ=UTC bash -c " + rewriting.Quote(text), "env TZ=UTC bash -c " + rewriting.Quote(text), "eval -- " + rewriting.Quote(text), "fuzz_v=" + rewriting.Quote(text) + "; eval \"$fuzz_v\""}
		if !strings.Contains(text, "X_END") && !strings.Contains(text, "<<") { // the line added may end a here-document
			ways = append(ways, "bash <<'X_END'\n"+text+"\nX_END")
		}
		for _, way := range ways {
			after := look(way)
			if after.Opaque() {
				continue
			}
			if before.Opaque() {
				t.Fatalf("%q is opaque (%v), %q is not", text, before.Gaps, way)
			}
			if gone := lost(before, after); len(gone) > 0 {
				t.Fatalf("%q does what %q does not show: %v", text, way, gone)
			}
		}
		if !approves(text) {
			return
		}
		for _, way := range respellings(text) {
			if way != "" && !approves(way) {
				t.Fatalf("%q is approved, %q is not", text, way)
			}
		}
	})
}
