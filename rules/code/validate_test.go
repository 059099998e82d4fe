package code_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/code"
)

const seedConfig = `version: 1
mode: enforce
llm_model: mlx-community/Qwen3-4B-4bit

pattern_rules:
  - id: no-secrets-in-code
    paths: ["**/*.ts", "**/*.py"]
    deny_patterns:
      - "AKIA[0-9A-Z]{16}"
      - "sk-[a-zA-Z0-9]{48}"
    severity: error
    message: "Possible secret detected. Use environment variables."

import_rules:
  - id: ui-no-handler-imports
    paths: ["packages/ui/**/*.tsx"]
    deny_imports:
      - "@myapp/handlers"
      - "../../handlers"
    severity: error
    message: "UI components must not import from handlers."
    note: "Take the data as props."
`

// said is the violations of a result in short.
func said(r code.Result) string {
	var out []string
	for _, v := range r.Violations {
		out = append(out, fmt.Sprintf("%s %d:%d-%d:%d", v.Rule, v.Line, v.Column, v.EndLine, v.EndColumn))
	}
	for _, u := range r.Unchecked {
		out = append(out, "unchecked "+string(u.Cause))
	}
	return strings.Join(out, ", ")
}

func TestTheSeedsConfig(t *testing.T) {
	t.Parallel()
	p := load(t, seedConfig, code.Options{})
	for name, tt := range map[string]struct{ path, content, want string }{
		"a secret":              {"a/b.ts", "const a = 1\n  'AKIA0123456789ABCDEF'", "no-secrets-in-code 2:4-2:24"},
		"two on a line":         {"a.py", "AKIA0123456789ABCDEF AKIA0123456789ABCDEF", "no-secrets-in-code 1:1-1:21, no-secrets-in-code 1:22-1:42"},
		"another kind of file":  {"a.txt", "AKIA0123456789ABCDEF", ""},
		"a handler":             {"packages/ui/a.tsx", "import {a} from '@myapp/handlers'", "ui-no-handler-imports 1:17-1:34"},
		"below":                 {"packages/ui/a.tsx", "\n\nexport * from \"@myapp/handlers/user\"", "ui-no-handler-imports 3:15-3:37"},
		"another name":          {"packages/ui/a.tsx", "import '@myapp/handlers-x'; import '@myapp'", ""},
		"relative":              {"packages/ui/c/a.tsx", "import '../../handlers/x'", "ui-no-handler-imports 1:8-1:26"},
		"deeper":                {"packages/ui/c/d/e/a.tsx", "import '../../../../handlers'", "ui-no-handler-imports 1:8-1:30"},
		"a detour":              {"packages/ui/c/a.tsx", "import '../x/../../handlers/../handlers/y'", "ui-no-handler-imports 1:8-1:43"},
		"by another way":        {"packages/ui/c/a.tsx", "import '../../../packages/handlers'", "ui-no-handler-imports 1:8-1:36"},
		"from the root":         {"packages/ui/c/a.tsx", "import 'packages/handlers/x'", "ui-no-handler-imports 1:8-1:29"},
		"with an ending":        {"packages/ui/c/a.tsx", "import '../../handlers.ts'", "ui-no-handler-imports 1:8-1:27"},
		"escapes and a query":   {"packages/ui/c/a.tsx", `import '..\u002f../h%61ndlers?raw'`, "ui-no-handler-imports 1:8-1:35"},
		"a handler of its own":  {"packages/ui/c/a.tsx", "import './handlers'; import '../handlers'", ""},
		"a comment":             {"packages/ui/a.tsx", "// import '@myapp/handlers'\nconst a = \"import '@myapp/handlers'\"", ""},
		"outside of the rule":   {"packages/api/a.tsx", "import '@myapp/handlers'", ""},
		"line ends of windows":  {"a.ts", "\ufeffa\r\nb\rc AKIA0123456789ABCDEF\r\n", "no-secrets-in-code 3:3-3:23"},
		"a path that is untidy": {"./a/../packages//ui/a.tsx", "import '@myapp/handlers'", "ui-no-handler-imports 1:8-1:25"},
		"characters":            {"a.ts", "ü€ AKIA0123456789ABCDEF", "no-secrets-in-code 1:4-1:24"},
		"empty":                 {"a.ts", "", ""},
		"out of the project":    {"../a.ts", "x", "unchecked rule"},
		"climbing":              {"a/../../b.ts", "x", "unchecked rule"},
		"an absolute one":       {"/etc/passwd", "x", "unchecked rule"},
		"the project itself":    {".", "x", "unchecked rule"},
		"an absolute path":      {p.Root() + "/a.ts", "AKIA0123456789ABCDEF", "no-secrets-in-code 1:1-1:21"},
		"a sibling":             {p.Root() + "-evil/a.ts", "x", "unchecked rule"},
		"binary":                {"packages/ui/a.tsx", "\x00\x01", "unchecked unreadable"},
		"text beside it":        {"a.ts", "\x00AKIA0123456789ABCDEF", "no-secrets-in-code 1:2-1:22"},
		"too large":             {"a.ts", strings.Repeat("x", code.MaxContentBytes+1), "unchecked overload"},
		"invalid utf-8":         {"a.ts", "\xff\xfeAKIA0123456789ABCDEF", "no-secrets-in-code 1:3-1:23"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := p.Validate(t.Context(), tt.path, []byte(tt.content))
			assert.Equal(t, tt.want, said(r))
			assert.Equal(t, tt.want == "", r.Passed)
			assert.Equal(t, r.Passed, r.Rejection() == "")
		})
	}
}

func TestRejectionIsTheSeeds(t *testing.T) {
	t.Parallel()
	p := load(t, seedConfig, code.Options{})
	r := p.Validate(t.Context(), "packages/ui/components/UserProfile.tsx", []byte("\n\nimport '@myapp/handlers'\nexport * from '../../handlers'\n"))
	assert.Equal(t, `Error: File write rejected by project rules.

Violations in packages/ui/components/UserProfile.tsx:

  ✗ [ui-no-handler-imports] UI components must not import from handlers.
    Line 3
    → Take the data as props.

  ✗ [ui-no-handler-imports] UI components must not import from handlers.
    Line 4
    → Take the data as props.

Fix these violations and try again.`, r.Rejection())
}

func TestRejectionIsBoundedAndClean(t *testing.T) {
	t.Parallel()
	p := load(t, "pattern_rules: [{id: a, paths: ['*'], deny_patterns: [x, y, z, w, v, u], message: no}]", code.Options{})
	r := p.Validate(t.Context(), "a\x1b[2J\nb\u202e", []byte(strings.Repeat("xyzwvu\n", 100)))
	assert.Len(t, r.Violations, code.MaxViolations)
	text := r.Rejection()
	assert.Less(t, len(text), 10_000)
	assert.Contains(t, text, "more")
	assert.NotContains(t, text, "\x1b")
	assert.NotContains(t, text, "\u202e")
}

func TestAnErrorIsNotLostAmongWarnings(t *testing.T) {
	t.Parallel()
	p := load(t, "pattern_rules: [{id: a, paths: ['*'], deny_patterns: [x, y, z, w, v, u], message: m, severity: warning}, {id: b, paths: ['*'], deny_patterns: [e], message: m}]", code.Options{})
	r := p.Validate(t.Context(), "a", []byte(strings.Repeat("xyzwvu\n", 100)+"e"))
	assert.False(t, r.Passed)
	assert.Contains(t, r.Rejection(), "[b] m\n    Line 101\n")
	assert.Len(t, r.Violations, code.MaxViolations)
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	p := load(t, `
pattern_rules:
  - {id: lines, paths: ["*"], deny_patterns: ["^begin[\\s\\S]*?end$"], message: m}
  - {id: soft, paths: ["*"], deny_patterns: ["soft"], message: m, severity: warning}
  - {id: off, paths: ["*"], deny_patterns: ["soft"], message: m, severity: off}
  - {id: some, paths: ["*", {glob: "B/*", caseInsensitive: true}], ignores: ["a/**"], deny_patterns: ["some"], message: m}
`, code.Options{})
	r := p.Validate(t.Context(), "x", []byte("a\r\nbegin\r\nx\r\nend\r\nend"))
	assert.Equal(t, "lines 2:1-4:4", said(r))
	r = p.Validate(t.Context(), "x", []byte("soft"))
	assert.Equal(t, "soft 1:1-1:5", said(r))
	assert.True(t, r.Passed)
	assert.Empty(t, r.Rejection())
	assert.True(t, p.Validate(t.Context(), "a/x", []byte("some")).Passed)
	assert.False(t, p.Validate(t.Context(), "b/x", []byte("some")).Passed)
}

func TestModes(t *testing.T) {
	t.Parallel()
	const rule = "\npattern_rules: [{id: a, paths: ['*'], deny_patterns: [x], message: m}]"
	r := load(t, "mode: warn"+rule, code.Options{}).Validate(t.Context(), "a", []byte("x"))
	assert.True(t, r.Passed)
	assert.Equal(t, "a 1:1-1:2", said(r))
	r = load(t, "mode: off"+rule, code.Options{}).Validate(t.Context(), "a", []byte("x"))
	assert.True(t, r.Passed)
	assert.Empty(t, r.Violations)
}

func TestImportsOfOtherLanguages(t *testing.T) {
	t.Parallel()
	p := load(t, `
import_rules:
  - {id: i, paths: ["**"], message: m, deny_imports: [myapp.handlers, "..secret", "crate::db", github.com/x/db, com.acme.db, "db/raw.h", "App\\Db", fs]}
`, code.Options{})
	for name, tt := range map[string]struct {
		path, content string
		denied        bool
	}{
		"python":                  {"a.py", "import myapp.handlers.user as u", true},
		"python from":             {"a.py", "from myapp import (\n  handlers,\n)", true},
		"python relative":         {"src/myapp/ui/a.py", "from ..handlers import x", true},
		"python relative package": {"myapp/a.py", "from . import handlers", true},
		"python dots":             {"a/b/c.py", "from ..secret.x import y", true},
		"python other":            {"a.py", "import myapp.handlers_x, handlers", false},
		"rust":                    {"src/a.rs", "use crate::{db::Pool, x};", true},
		"rust super":              {"src/a/b.rs", "use super::super::db;", true},
		"rust other":              {"src/a.rs", "use crate::dbx;", false},
		"go":                      {"a.go", "package a\nimport (\n\tx \"github.com/x/db/sql\"\n)", true},
		"go other":                {"a.go", "package a\nimport \"github.com/x/dbx\"", false},
		"java":                    {"A.java", "import static com.acme.db.Pool.get;", true},
		"java all":                {"A.java", "import com.acme.db.*;", true},
		"kotlin":                  {"a.kt", "import com.acme.db.Pool as P", true},
		"c":                       {"a.c", "#include <db/raw.h>", true},
		"c relative":              {"a.c", "#include \"./db/raw.h\"", true},
		"php":                     {"a.php", "<?php use App\\{Ui, Db\\Pool};", true},
		"node":                    {"a.js", "import fs from 'node:fs/promises'", true},
		"a language without":      {"a.txt", "import fs from 'fs'", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := p.Validate(t.Context(), tt.path, []byte(tt.content))
			assert.Equal(t, tt.denied, !r.Passed, said(r))
		})
	}
	r := p.Validate(t.Context(), "a.js", []byte("require(name)"))
	assert.True(t, r.Passed)
	assert.Len(t, r.Notes, 1)
}

func TestValidateEdit(t *testing.T) {
	t.Parallel()
	const config = "pattern_rules: [{id: a, paths: ['*'], deny_patterns: ['bad\\w*'], message: m}]"
	edit := func(p *code.Project, current, old, next string, all bool) code.Result {
		return p.ValidateEdit(t.Context(), "a.txt", []byte(current), old, next, all)
	}
	p := load(t, config, code.Options{})
	assert.Equal(t, "a 2:1-2:4", said(edit(p, "x\ny", "y", "bad", false)))
	assert.True(t, edit(p, "bad", "bad", "good", false).Passed)
	assert.Equal(t, "a 1:1-1:4", said(edit(p, "bad\ny", "y", "z", false)), "all of the file counts")
	assert.False(t, edit(p, "ba\nba", "ba", "bad", true).Passed)
	assert.False(t, edit(p, "y y", "y", "bad", false).Passed, "of an ambiguous edit both readings count")
	assert.False(t, edit(p, "", "", "bad", false).Passed, "a new file")
	for _, r := range []code.Result{edit(p, "x", "y", "bad", false), edit(p, "x", "", "bad", false)} {
		assert.True(t, r.Passed, "the tool says that there is no such text")
		assert.NotEmpty(t, r.Notes)
	}
	r := edit(p, "x", "x", "y", false)
	assert.False(t, r.Stale([]byte("x")))
	assert.True(t, r.Stale([]byte("x ")), "the file changed since")
	assert.False(t, p.Validate(t.Context(), "a", nil).Stale(nil))

	p = load(t, config, code.Options{Edits: code.EditsNew})
	assert.True(t, edit(p, "bad\ny", "y", "z", false).Passed, "what was there does not count")
	assert.Equal(t, "a 2:1-2:4", said(edit(p, "bad\ny", "y", "bad", false)), "what comes does, the same once more too")
	assert.True(t, edit(p, "bad", "bad", "\n\n  bad", false).Passed, "moved")
	assert.False(t, edit(p, "bad", "bad", "badder", false).Passed)
	many := strings.Repeat("bad\n", 300)
	assert.True(t, edit(p, many+"y", "y", "z", false).Passed)
	assert.False(t, edit(p, many+"y", "y", "bad", false).Passed, "one more of the same")
	many = strings.Repeat("bad\n", 600)
	assert.False(t, edit(p, many+"y", "y", "z", false).Passed, "more than can be told apart")
	assert.Equal(t, decision.CauseRule, p.ValidateEdit(t.Context(), "../x", nil, "", "bad", false).Unchecked[0].Cause)
}
