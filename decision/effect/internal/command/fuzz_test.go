package command_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// FuzzInterpret holds any words against the table: nothing panics, gaps point
// at words, no act is about a role that only the reader knows, and what is said
// of the line does not depend on what was asked before.
func FuzzInterpret(f *testing.F) {
	for _, seed := range []string{
		"tar xzf a.tgz -C out", "find . ( -name '*.pyc' -o -name x ) -exec rm {} +", "sed -i s/a/b/w\tout f", "awk '{print > \"x\"}' f",
		"env -u A B=1 sudo -u root rm -rf *", "dd if=a of=b", "chmod u+s,g-w a", "python3 -m json.tool a b", "xargs -I{} mv {} {}.bak",
		"ps auxe", "kill -9 ?u", "jq '$ENV.x' a", "bash -c ?s", "cp -t d a b", "[ -v a[0] ]", "cat", "", "-", "--", "7z x a.7z -oout",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := split(line)
		plan := command.Core().Interpret(words)
		for _, g := range plan.Gaps {
			require.True(t, g.Word >= 0 && g.Word <= len(words), "%q: gap at %d", line, g.Word)
			require.NotEmpty(t, g.Reason)
		}
		for _, a := range plan.Acts {
			require.NotContains(t, "inert one chdir env place sed awk jq mode variable condition tool data form header archive repo remotedest", string(a.Do)+" ", line)
		}
		require.Equal(t, plan.String(), command.Core().Interpret(words).String())
		require.LessOrEqual(t, len(plan.Acts), 64*(len(words)+1), "the plan grows faster than the line")
	})
}

func BenchmarkInterpret(b *testing.B) {
	for name, line := range map[string]string{
		"short": "grep -rn foo src",
		"find":  "find . -path ./node_modules -prune -o -name '*.js' -exec rm {} +",
		"sed":   "sed -i 's/[^/]*$//;s/a/b/g' a b c",
		"long":  "cat " + strings.Repeat("some/file ", 1000),
		"flags": "ls " + strings.Repeat("-la ", 1000),
	} {
		words := split(line)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				command.Core().Interpret(words)
			}
		})
	}
}

func BenchmarkCore(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		command.NewCore()
	}
}
