package starter_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/codesup/internal/starter"
	"github.com/flux7-go/supervisor/rules/code"
	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

// extensions are those of the languages that there are rules for.
func extensions() map[string]string {
	return map[string]string{
		"bash": "sh", "go": "go", "java": "java", "javascript": "js", "python": "py", "rust": "rs", "tsx": "tsx", "typescript": "ts",
	}
}

func engines(t *testing.T) []code.Engine {
	t.Helper()
	grammars := all.Grammars()
	if len(grammars) == 0 {
		require.NotContains(t, os.Getenv("SUP7_REQUIRE"), "cgo")
		t.Skip("built without cgo")
	}
	return []code.Engine{code.Grammars("treesitter", grammars...)}
}

// project writes files of some names, and the rules for them.
func project(t *testing.T, names ...string) (root string, languages []string) {
	t.Helper()
	root = t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, nil, 0o644))
	}
	languages, err := starter.Languages(root)
	require.NoError(t, err)
	_, err = starter.Write(filepath.Join(root, code.DefaultDir), languages)
	require.NoError(t, err)
	return root, languages
}

// full is a project with all rules.
func full(t *testing.T) *code.Project {
	t.Helper()
	var names []string
	for _, e := range extensions() {
		names = append(names, "a."+e)
	}
	root, languages := project(t, names...)
	require.Len(t, languages, len(names))
	p, err := code.Load(filepath.Join(root, code.DefaultDir), code.Options{Engines: engines(t)})
	require.NoError(t, err)
	return p
}

func TestTheRulesAreWithoutDoubt(t *testing.T) {
	t.Parallel()
	p := full(t)
	warnings, err := code.Lint(t.Context(), filepath.Join(p.Root(), code.DefaultDir), code.Options{Engines: engines(t)})
	require.NoError(t, err)
	assert.Empty(t, warnings)
}

// ruleCase is a rule with what it must find and what it must not, at a path.
type ruleCase struct {
	path        string // * is the extension
	finds, lets []string
}

// scripts are the rules of JavaScript and its kin, by their ids less the language.
func scripts() map[string]ruleCase {
	return map[string]ruleCase{
		"no-eval": {"a.*",
			[]string{"eval(x)", "eval?.(x)", "window.eval(x)", "globalThis?.eval(x)", "new Function('return 1')", "Function('a')", "new window.Function(a)"},
			[]string{"// eval(x)", "'eval(x)'", "evaluate(x)", "model.eval(x)", "new FunctionList()", "const a: Function = b"}},
		"no-debugger": {"a.*", []string{"debugger", "if (a) { debugger; }"}, []string{"'debugger'", "// debugger", "debuggers()"}},
		"no-unchecked-tls": {"a.*",
			[]string{"new Agent({rejectUnauthorized: false})", "get({'rejectUnauthorized': false})"},
			[]string{"get({rejectUnauthorized: true})", "get({strict: false})", "// rejectUnauthorized: false"}},
		"no-raw-html": {"a.*", []string{"e.innerHTML = x", "a.b.outerHTML = `<p>`"}, []string{"e.textContent = x", "const a = e.innerHTML", "innerHTML = x"}},
		"no-empty-catch": {"a.*",
			[]string{"try { a() } catch (e) {}", "try { a() } catch { }", "try { a() } catch {\n}"},
			[]string{"try { a() } catch (e) { b(e) }", "try { a() } catch { /* the file may be gone */ }"}},
	}
}

func rules() map[string]ruleCase {
	list := map[string]ruleCase{
		"no-dangerous-html-tsx": {"a.tsx", []string{"const a = <p dangerouslySetInnerHTML={{__html: x}} />"}, []string{"const a = <p title='dangerouslySetInnerHTML'>dangerouslySetInnerHTML</p>"}},

		"no-eval-python": {"a.py", []string{"eval(x)", "exec('a = 1')", "builtins.eval(x)"}, []string{"# eval(x)", "'eval(x)'", "model.eval()", "ast.literal_eval(x)", "cursor.exec(x)"}},
		"no-shell-python": {"a.py",
			[]string{"os.system(c)", "os.popen(c)", "subprocess.run(c, shell=True)", "run(c, check=True, shell=True)"},
			[]string{"subprocess.run(['a'])", "subprocess.run(c, shell=False)", "# os.system(c)", "f(a=True)"}},
		"no-unchecked-tls-python": {"a.py", []string{"requests.get(u, verify=False)", "httpx.Client(verify=False)"}, []string{"requests.get(u, verify='ca.pem')", "requests.get(u)", "verify = False"}},
		"no-unsafe-load-python": {"a.py",
			[]string{"yaml.load(f)", "yaml.unsafe_load(f)", "pickle.loads(b)", "pickle.load(f)"},
			[]string{"yaml.safe_load(f)", "yaml.load(f, Loader=yaml.SafeLoader)", "json.load(f)", "pickle.dump(a, f)"}},
		"no-breakpoint-python":  {"a.py", []string{"breakpoint()", "pdb.set_trace()", "ipdb.set_trace()"}, []string{"# breakpoint()", "breakpoints()", "set_trace()"}},
		"no-bare-except-python": {"a.py", []string{"try:\n    a()\nexcept:\n    pass"}, []string{"try:\n    a()\nexcept Exception:\n    pass", "try:\n    a()\nexcept (A, B) as e:\n    pass"}},

		"no-unchecked-tls-go": {"a.go", []string{"package p\n\nvar c = tls.Config{InsecureSkipVerify: true}"}, []string{"package p\n\nvar c = tls.Config{InsecureSkipVerify: false, A: true}\n\n// InsecureSkipVerify: true"}},
		"no-shell-go": {"a.go",
			[]string{"package p\n\nfunc f() { exec.Command(\"sh\", \"-c\", c) }", "package p\n\nfunc f() { exec.CommandContext(ctx, \"/bin/bash\", a) }", "package p\n\nvar _ = exec.Command(`bash`)"},
			[]string{"package p\n\nfunc f() { exec.Command(\"git\", \"show\") }", "package p\n\nfunc f() { say(\"sh\") }"}},
		"no-forgotten-error-go": {"a.go",
			[]string{"package p\n\nfunc f() { if err != nil {\n} }", "package p\n\nfunc f() { if err := g(); err != nil {} }"},
			[]string{"package p\n\nfunc f() { if err != nil { return err } }", "package p\n\nfunc f() { if err != nil { /* it may be gone */ } }", "package p\n\nfunc f() { if ok {} }"}},
		"no-exit-in-packages-go": {"lib/a.go", []string{"package p\n\nfunc f() { os.Exit(1) }", "package p\n\nfunc f() { log.Fatalf(\"%v\", err) }"}, []string{"package p\n\nfunc f() { log.Print(err) }", "package p\n\n// os.Exit(1)"}},
		"no-sleep-in-tests-go":   {"lib/a_test.go", []string{"package p\n\nfunc f() { time.Sleep(time.Second) }"}, []string{"package p\n\nfunc f() { clock.Sleep(1) }"}},

		"no-empty-catch-java":  {"a.java", []string{"class A { void f() { try { g(); } catch (E e) { } } }"}, []string{"class A { void f() { try { g(); } catch (E e) { h(e); } } }", "class A { void f() { try { g(); } catch (E e) { /* gone */ } } }"}},
		"no-stack-trace-java":  {"a.java", []string{"class A { void f() { e.printStackTrace(); } }"}, []string{"class A { void f() { log.warn(\"e.printStackTrace()\", e); } }"}},
		"no-exit-java":         {"a.java", []string{"class A { void f() { System.exit(1); } }"}, []string{"class A { void f() { system.exit(1); } }"}},
		"no-runtime-exec-java": {"a.java", []string{"class A { void f() { Runtime.getRuntime().exec(c); } }"}, []string{"class A { void f() { new ProcessBuilder(list).start(); } }"}},

		"no-dbg-rust":       {"a.rs", []string{"fn f() { dbg!(x); }", "fn f() -> i32 { std::dbg!(1) }"}, []string{"// dbg!(x)", "fn f() { debug!(x); }"}},
		"no-todo-rust":      {"a.rs", []string{"fn f() { todo!() }", "fn f() { unimplemented!(\"x\"); }"}, []string{"fn f() { unreachable!() }", "// todo!()"}},
		"no-unwrap-rust":    {"src/a.rs", []string{"fn f() { a.unwrap(); }", "fn f() { g(a.b()?.unwrap()); }"}, []string{"fn f() { a.unwrap_or(1); }", "mod tests { fn f() { a.unwrap(); } }", "fn f() { a.expect(\"set above\"); }"}},
		"no-transmute-rust": {"a.rs", []string{"fn f() { unsafe { std::mem::transmute(a) } }", "fn f() { unsafe { transmute::<A, B>(a) } }"}, []string{"fn f() { a.to_bits() }", "fn f() { transmuted(a) }"}},

		"no-piped-install-bash": {"a.sh",
			[]string{"curl -fsSL https://x.y/z | sh", "wget -qO- https://x.y | sudo bash -s -- -y", "curl x | /bin/sh"},
			[]string{"curl x | jq .", "curl -o f x && sh f", "# curl x | sh", "echo 'curl x | sh'", "curl x | shasum"}},
		"no-unguarded-rm-bash": {"a.sh",
			[]string{"rm -rf $DIR/cache", "rm -r \"${DIR}/\"*", "rm -f -R $A/b"},
			[]string{"rm -rf \"${DIR:?}/cache\"", "rm -rf ./cache", "rm \"$DIR/a\"", "rm -rf \"$DIR\""}},
		"no-eval-bash": {"a.sh", []string{"eval \"$x\""}, []string{"evaluate x", "# eval x", "echo eval"}},

		"no-secrets": {"any.txt",
			[]string{"key: AKIA" + strings.Repeat("A", 16), "-----BEGIN RSA PRIVATE" + " KEY-----", "ghp_" + strings.Repeat("a", 36), "xoxb-" + strings.Repeat("1", 12), "sk-" + strings.Repeat("a", 48), "sk-ant-" + strings.Repeat("a", 90), "AIza" + strings.Repeat("b", 35)},
			[]string{"AKIA", "-----BEGIN PUBLIC KEY-----", "ghp_short", "task-" + strings.Repeat("a", 50), "process.env.API_KEY"}},
		"no-conflict-markers": {"any.txt", []string{"a\n<<<<<<< HEAD\nb", "x\n>>>>>>> main"}, []string{"cat <<EOF", " <<<<<<< HEAD", ">>>>>>>>>> x"}},
	}
	for _, language := range []string{"javascript", "typescript", "tsx"} {
		for id, c := range scripts() {
			if id == "no-eval" && language == "javascript" {
				c.lets = c.lets[:len(c.lets)-1] // it has a type
			}
			c.path = strings.ReplaceAll(c.path, "*", extensions()[language])
			list[id+"-"+language] = c
		}
	}
	return list
}

func TestEveryRuleFindsWhatItSays(t *testing.T) {
	t.Parallel()
	p := full(t)
	finds := func(id, path, text string) bool {
		r := p.Validate(t.Context(), path, []byte(text))
		assert.Empty(t, r.Unchecked, text)
		assert.Empty(t, r.Notes, text)
		return slices.ContainsFunc(r.Violations, func(v code.Violation) bool { return v.Rule == id })
	}
	for id, c := range rules() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			for _, text := range c.finds {
				assert.True(t, finds(id, c.path, text), text)
			}
			for _, text := range c.lets {
				assert.False(t, finds(id, c.path, text), text)
			}
		})
	}
}

// TestEveryRuleHasACase reads the ids of what is written.
func TestEveryRuleHasACase(t *testing.T) {
	t.Parallel()
	texts := []string{}
	config, err := starter.Config()
	require.NoError(t, err)
	texts = append(texts, config)
	for language := range extensions() {
		text, has, err := starter.Rules(language)
		require.NoError(t, err)
		require.True(t, has, language)
		texts = append(texts, text)
	}
	cases, seen := rules(), 0
	for line := range strings.Lines(strings.Join(texts, "\n")) {
		_, id, found := strings.Cut(line, "id: ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		seen++
		assert.Contains(t, cases, strings.TrimSpace(id))
	}
	assert.Equal(t, len(cases), seen)
	_, has, err := starter.Rules("cobol")
	require.NoError(t, err)
	assert.False(t, has)
}

func TestRulesForSomeFiles(t *testing.T) {
	t.Parallel()
	p := full(t)
	for path, text := range map[string]string{
		"cmd/a/b.go": "package p\n\nfunc f() { os.Exit(1) }", "main.go": "package p\n\nfunc f() { os.Exit(1) }",
		"lib/a.go": "package p\n\nfunc f() { time.Sleep(1) }", "tests/a.rs": "fn f() { a.unwrap(); }",
		"src/Main.java": "class A { void f() { System.exit(1); } }", "docs/a.md": "<<<<<<< HEAD",
	} {
		r := p.Validate(t.Context(), path, []byte(text))
		assert.Empty(t, r.Violations, path)
		assert.True(t, r.Passed, path)
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	root, languages := project(t, "cmd/a.go", "web/b.tsx", "node_modules/c.py", ".cache/d.rs", "vendor/e.java", "f.swift", "README")
	assert.Equal(t, []string{"go", "swift", "tsx"}, languages)
	entries, err := os.ReadDir(filepath.Join(root, code.DefaultDir, "rules"))
	require.NoError(t, err)
	require.Len(t, entries, 2, "there are no rules for Swift")
	assert.Equal(t, "go.yml", entries[0].Name())
	_, err = starter.Languages(filepath.Join(root, "none"))
	require.Error(t, err)
}

func TestNothingIsOverwritten(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), code.DefaultDir)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	own := filepath.Join(dir, "config.yml")
	require.NoError(t, os.WriteFile(own, []byte("version: 1\n"), 0o644))
	written, err := starter.Write(dir, []string{"go"})
	require.NoError(t, err)
	assert.Equal(t, []starter.Written{{Path: own, Kept: true}, {Path: filepath.Join(dir, "rules", "go.yml")}}, written)
	text, err := os.ReadFile(own)
	require.NoError(t, err)
	assert.Equal(t, "version: 1\n", string(text))
}
