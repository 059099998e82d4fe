package effect_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/internal/rewriting"
	"github.com/flux7-go/supervisor/provider/structural"
)

// respellings write a command line in other ways that no shell tells apart. One
// that does not apply gives an empty text. None does where a line goes on in the
// next: behind a quote such a line is a gap, as it may be one inside an operator.
func respellings(text string) []string {
	if strings.Contains(text, "\\\n") {
		return nil
	}
	quoted := rewriting.Quote(text)
	ways := []string{"bash -c " + quoted, "TZ=UTC bash -c " + quoted, "env TZ=UTC bash -c " + quoted}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return ways
	}
	parts := statements(text, file)
	ways = append(ways, strings.Join(parts, "\n"), strings.Join(parts, "; "), requoted(text, file))
	if standAlone(file) {
		ways = append(ways, parts...)
	}
	return ways
}

// standAlone reports statements that each do the same without the others: they
// are programs with nothing but literal words that make no file, set no variable
// and change no directory.
func standAlone(file *syntax.File) bool {
	for _, s := range file.Stmts {
		call, ok := s.Cmd.(*syntax.CallExpr)
		if !ok || len(s.Redirs) > 0 || len(call.Assigns) > 0 || len(call.Args) == 0 || !slices.Contains(settled, call.Args[0].Lit()) {
			return false
		}
		for _, w := range call.Args {
			if w.Lit() == "" {
				return false
			}
		}
	}
	return true
}

// settled are programs whose doings do not hang on what ran before them.
var settled = []string{"ls", "cat", "grep", "git", "go", "head", "tail", "wc", "sort", "find", "rm", "chmod", "curl", "kubectl", "docker", "npm", "make", "echo", "printf", "date", "diff", "du", "stat", "file"}

// statements are the sources of the statements of a text without what ends them.
// Of a text whose lines matter, and of one in the background, there are none.
func statements(text string, file *syntax.File) []string {
	if strings.Contains(text, "<<") || strings.Contains(text, "#") {
		return nil
	}
	var parts []string
	for _, s := range file.Stmts {
		if s.Background || s.Coprocess || s.Disown {
			return nil
		}
		to := s.End().Offset()
		if s.Semicolon.IsValid() {
			to = s.Semicolon.Offset()
		}
		parts = append(parts, text[s.Pos().Offset():to])
	}
	return parts
}

// requoted puts every argument of a program into quotes that is nothing but
// letters, figures and the marks of flags and paths.
func requoted(text string, file *syntax.File) string {
	var out strings.Builder
	last := 0
	syntax.Walk(file, func(node syntax.Node) bool {
		call, ok := node.(*syntax.CallExpr)
		if !ok {
			return true
		}
		for _, w := range call.Args[min(1, len(call.Args)):] {
			from, to := int(w.Pos().Offset()), int(w.End().Offset())
			if from >= last && isPlainWord(text[from:to]) {
				out.WriteString(text[last:from] + "'" + text[from:to] + "'")
				last = to
			}
		}
		return true
	})
	return out.String() + text[last:]
}

func isPlainWord(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") == ""
}

// approval tells whether the structural provider approves a command line.
func approval(t testing.TB) func(text string) bool {
	analyzer := effect.NewAnalyzer(projectScope(t))
	provider := structural.New(structural.Options{})
	return func(text string) bool {
		call := &decision.Call{Tool: "Bash", Params: params{"command": text}}
		v, err := provider.Judge(context.Background(), call.WithAnalyzer(analyzer))
		return err == nil && v.Action == decision.Approve
	}
}

// ordinaryLines are the repository's own examples of ordinary work.
func ordinaryLines(t testing.TB) []string {
	t.Helper()
	file, err := os.Open("../../testdata/attack/benign.jsonl")
	require.NoError(t, err)
	defer func() { assert.NoError(t, file.Close()) }()
	var lines []string
	for decoder := json.NewDecoder(file); decoder.More(); {
		var line string
		require.NoError(t, decoder.Decode(&line))
		lines = append(lines, line)
	}
	return lines
}

// What is approved is approved however it is spelled: split into lines or put
// into one, with its words in quotes, given to a shell, behind a variable. That
// a spelling is not, tells that the approval rests on something unseen.
func TestAnApprovalDoesNotHangOnTheSpelling(t *testing.T) {
	t.Parallel()
	approves := approval(t)
	approved := 0
	check := func(text string) {
		if !approves(text) {
			return
		}
		approved++
		for _, way := range respellings(text) {
			assert.True(t, way == "" || approves(way), "%q is approved, %q is not", text, way)
		}
	}
	for _, text := range rewritten {
		check(text)
		check("ls src; " + text + "\ngit status")
	}
	for _, text := range ordinaryLines(t) {
		check(text)
	}
	for group := range shellCases {
		for text := range shellCases[group] {
			check(text)
		}
	}
	assert.Greater(t, approved, 300)
}
