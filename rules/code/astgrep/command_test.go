package astgrep_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/code/astgrep"
)

// fake is an engine over a shell script. On the empty content, with which rules
// are tried out, the script does nothing.
func fake(t *testing.T, script string, o astgrep.Options) *astgrep.Engine {
	t.Helper()
	o.Path = program(t, "read -r line || exit 0\n"+script)
	e, err := astgrep.New(o)
	require.NoError(t, err)
	return e
}

// program writes a shell script that can be run. No process is started meanwhile:
// it would have the file open for writing until it runs its own program, and a
// file that is open for writing cannot be run (golang.org/issue/22315).
func program(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ast-grep")
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	return path
}

const oneRule = "id: one\nlanguage: go\nseverity: error\nrule: {pattern: secret_rule($A)}"

func TestFailuresOfTheProgram(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		script string
		cause  decision.Cause
	}{
		"ends with nothing said":  {"exit 1", decision.CauseUnavailable},
		"refuses the rules":       {"exit 8", decision.CauseUnavailable},
		"refuses a pattern":       {"exit 9", decision.CauseUnavailable},
		"another code":            {"echo '{}'; exit 3", decision.CauseUnavailable},
		"killed":                  {"kill -9 $$", decision.CauseUnavailable},
		"does not end":            {"exec sleep 60", decision.CauseTimeout},
		"says too much":           {"exec cat /dev/zero", decision.CauseOverload},
		"says no JSON":            {"echo hello; exit 1", decision.CauseUnreadable},
		"another form":            {`echo '{"ruleId":"r0"}'; exit 1`, decision.CauseUnreadable},
		"is cut":                  {`printf '{"ruleId":"r0","range":{"byteOff'; exit 1`, decision.CauseUnreadable},
		"another rule":            {`echo '{"ruleId":"r7","range":{"byteOffset":{"start":0,"end":1}}}'; exit 1`, decision.CauseUnreadable},
		"an id that is not given": {`echo '{"ruleId":"x","range":{"byteOffset":{"start":0,"end":1}}}'; exit 1`, decision.CauseUnreadable},
		"behind the content":      {`echo '{"ruleId":"r0","range":{"byteOffset":{"start":0,"end":100}}}'; exit 1`, decision.CauseUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := compile(t, fake(t, "echo secret_content >&2\n"+tt.script, astgrep.Options{Timeout: time.Minute}), oneRule)
			ctx := t.Context()
			if tt.cause == decision.CauseTimeout {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond)
				defer cancel()
			}
			_, err := p.Scan(ctx, []byte("secret_content\n"))
			require.Error(t, err)
			assert.Equal(t, tt.cause, decision.CauseOf(err), err)
			assert.NotContains(t, err.Error(), "secret", "neither rules nor content are quoted")
		})
	}
}

func TestItsOwnTimeout(t *testing.T) {
	t.Parallel()
	e := fake(t, "exec sleep 60", astgrep.Options{Timeout: time.Second, Processes: 1})
	p, err := e.Compile(t.Context(), load(t, oneRule))
	for err != nil { // a machine that is busy starts even nothing in a second
		require.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
		p, err = e.Compile(t.Context(), load(t, oneRule))
	}
	_, err = p.Scan(t.Context(), []byte("x\n"))
	assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
}

// TestPlaces: who waits for a place gives up with its context, and the place is
// free again when the run is over.
func TestPlaces(t *testing.T) {
	t.Parallel()
	started := filepath.Join(t.TempDir(), "started")
	require.NoError(t, syscall.Mkfifo(started, 0o600))
	e := fake(t, "case $line in wait) echo >"+started+"; exec sleep 60;; esac", astgrep.Options{Timeout: time.Minute, Processes: 1})
	p := compile(t, e, oneRule)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := p.Scan(ctx, []byte("wait\n"))
		ended <- err
	}()
	_, err := os.ReadFile(started) // the only place is taken
	require.NoError(t, err)
	soon, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	_, err = p.Scan(soon, []byte("x\n"))
	assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	_, err = p.Scan(t.Context(), []byte("x\n"))
	require.NoError(t, err)
}

// TestSurroundings: the program sees no secret of ours and no project's config.
func TestSurroundings(t *testing.T) {
	t.Setenv("SOME_API_KEY", "secret")
	t.Chdir(t.TempDir())
	seen := filepath.Join(t.TempDir(), "seen")
	e := fake(t, "(pwd; env) >"+seen, astgrep.Options{})
	_, err := compile(t, e, oneRule).Scan(t.Context(), []byte("x\n"))
	require.NoError(t, err)
	text, err := os.ReadFile(seen)
	require.NoError(t, err)
	assert.Regexp(t, `^/\n`, string(text))
	assert.NotContains(t, string(text), "SOME_API_KEY")
}

func TestOptions(t *testing.T) {
	t.Parallel()
	_, err := astgrep.New(astgrep.Options{Path: filepath.Join(t.TempDir(), "none")})
	require.ErrorContains(t, err, "there is no ast-grep here")
	_, err = astgrep.New(astgrep.Options{Timeout: -1})
	require.Error(t, err)
	_, err = astgrep.New(astgrep.Options{Processes: -1})
	require.Error(t, err)
}

// TestRulesAreReadOnce: not again for every path that they are about.
func TestRulesAreReadOnce(t *testing.T) {
	t.Parallel()
	runs := filepath.Join(t.TempDir(), "runs")
	e, err := astgrep.New(astgrep.Options{Path: program(t, "echo >>"+runs)})
	require.NoError(t, err)
	rules := load(t, oneRule+"\n---\n"+"id: two\nlanguage: go\nseverity: error\nrule: {kind: comment}")
	for range 3 {
		_, err = e.Compile(t.Context(), rules)
		require.NoError(t, err)
		_, err = e.Compile(t.Context(), rules[:1])
		require.NoError(t, err)
	}
	text, err := os.ReadFile(runs)
	require.NoError(t, err)
	assert.Equal(t, "\n", string(text))
}
