package code_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/astrule"
	"github.com/flux7-go/supervisor/rules/code/astrule/astruletest"
)

const treeRules = `id: no-fetch
language: javascript
severity: error
message: Do not call fetch with $A.
note: Use a handler.
rule: {pattern: fetch($A)}
files: ["ui/**/*.js"]
ignores: ["ui/gen/**"]
---
id: no-eval
language: javascript
severity: warning
message: no eval
rule: {pattern: eval($$$)}
---
id: python-only
language: python
severity: error
message: no exec
rule: {pattern: exec($$$)}
`

func trees(t *testing.T, opts code.Options) *code.Project {
	t.Helper()
	opts.Engines = append(opts.Engines, code.Grammars("test", astruletest.Grammar{}))
	p, err := code.Load(project(t, "pattern_rules: [{id: text, paths: ['**'], deny_patterns: [secret], message: m}]", map[string]string{"a.yml": treeRules}), opts)
	require.NoError(t, err)
	return p
}

func TestTreeRules(t *testing.T) {
	t.Parallel()
	p := trees(t, code.Options{})
	for name, tt := range map[string]struct{ path, content, want string }{
		"found":                             {"ui/a.js", "let a;\r\nfetch(x);\r\n", "no-fetch 2:1-2:9"},
		"both tiers":                        {"ui/a.js", "fetch(x);\nsecret;\nfetch(y)", "no-fetch 1:1-1:9, text 2:1-2:7, no-fetch 3:1-3:9"},
		"a comment":                         {"ui/a.js", "// fetch(x)\nlet a = \"fetch(x)\";", ""},
		"another path":                      {"api/a.js", "fetch(x)", ""},
		"ignored":                           {"ui/gen/a.js", "fetch(x)", ""},
		"another extension":                 {"ui/a.ts", "fetch(x)", ""},
		"a warning":                         {"a.js", "eval(x)", "no-eval 1:1-1:8"},
		"no engine":                         {"a.py", "print(1)", "unchecked unavailable"},
		"a comment that turns the rule off": {"ui/a.js", "fetch(x) // ast-grep-ignore", "no-fetch 1:1-1:9"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := p.Validate(t.Context(), tt.path, []byte(tt.content))
			assert.Equal(t, tt.want, said(r))
		})
	}
	r := p.Validate(t.Context(), "ui/a.js", []byte("fetch(\"a\u202eb\")"))
	require.Len(t, r.Violations, 1)
	assert.Equal(t, `Do not call fetch with "ab".`, r.Violations[0].Message, "what is quoted is cleaned")
	assert.Equal(t, "Use a handler.", r.Violations[0].Advice)
}

func TestSuppressions(t *testing.T) {
	t.Parallel()
	allow, report := trees(t, code.Options{Suppressions: code.SuppressionsAllow}), trees(t, code.Options{Suppressions: code.SuppressionsReport})
	for content, hidden := range map[string]bool{
		"// ast-grep-ignore\nfetch(x)":                    true,
		"fetch(x) // ast-grep-ignore":                     true,
		"// ast-grep-ignore\n\nlet a;\nfetch(x)":          true,
		"// ast-grep-ignore: no-eval, no-fetch\nfetch(x)": true,
		"/* ast-grep-ignore: no-fetch */\nfetch(x)":       true,
		"// ast-grep-ignore: no-eval\nfetch(x)":           false,
		"// ast-grep-ignore\nlet a;\nfetch(x)":            false,
		"fetch(x)\n// ast-grep-ignore":                    false,
	} {
		assert.Equal(t, hidden, allow.Validate(t.Context(), "ui/a.js", []byte(content)).Passed, content)
		r := report.Validate(t.Context(), "ui/a.js", []byte(content))
		assert.Equal(t, hidden, r.Passed, content)
		assert.Len(t, r.Violations, 1, content)
	}
}

func TestSyntaxErrors(t *testing.T) {
	t.Parallel()
	r := trees(t, code.Options{}).Validate(t.Context(), "a.js", []byte("eval(x);\nlet = ;"))
	assert.True(t, r.Passed)
	require.Len(t, r.Notes, 1)
	assert.Contains(t, r.Notes[0], "is not valid javascript")
	r = trees(t, code.Options{RejectBroken: true}).Validate(t.Context(), "a.js", []byte("eval(x);\nlet = ;"))
	assert.Contains(t, said(r), "unchecked unreadable")
}

// engine is one that fails as it is told.
type engine struct {
	compile, scan error
	found         *code.Scan
}

func (engine) Name() string         { return "odd" }
func (engine) Knows(l string) bool  { return l == "javascript" }
func (engine) MayMatch([]byte) bool { return true }

func (e engine) Compile(context.Context, []*astrule.Rule) (code.Program, error) { return e, e.compile }

func (e engine) Scan(ctx context.Context, _ []byte) (code.Scan, error) {
	if e.found != nil {
		return *e.found, nil
	}
	if e.scan == nil {
		<-ctx.Done()
		return code.Scan{}, ctx.Err()
	}
	return code.Scan{}, e.scan
}

func TestEnginesThatFail(t *testing.T) {
	t.Parallel()
	dir := project(t, "version: 1", map[string]string{"a.yml": treeRules})
	_, err := code.Load(dir, code.Options{Engines: []code.Engine{engine{compile: errors.New("no such binary")}}})
	require.ErrorContains(t, err, "no such binary")

	validate := func(opts code.Options) code.Result {
		p, err := code.Load(dir, opts)
		require.NoError(t, err)
		return p.Validate(t.Context(), "a.js", []byte("x"))
	}
	assert.Equal(t, "unchecked timeout", said(validate(code.Options{Engines: []code.Engine{engine{}}, Budget: 1})))
	assert.Equal(t, "unchecked timeout", said(validate(code.Options{Engines: []code.Engine{engine{scan: astrule.ErrSteps}}})))
	assert.Equal(t, "unchecked unavailable", said(validate(code.Options{Engines: []code.Engine{engine{scan: errors.New("killed")}}})))
	odd := &code.Scan{Broken: -1, Matches: []code.Match{{Start: 5, End: 900}}}
	assert.Equal(t, "unchecked unreadable", said(validate(code.Options{Engines: []code.Engine{engine{found: odd}}})))
	r := validate(code.Options{Engines: []code.Engine{engine{scan: errors.New("killed")}}, OnError: code.OnErrorWarn})
	assert.True(t, r.Passed)
	assert.Contains(t, r.Notes[0], "killed")
}
