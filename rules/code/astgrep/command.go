package astgrep

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// The exit codes of ast-grep scan that mean something.
const (
	exitFound   = 1 // and of whatever else went wrong
	exitRules   = 8
	exitPattern = 9
)

// killedWait is how long the pipes of a program are waited for that was ended.
const killedWait = time.Second

// refusedError says that the program does not take rules.
type refusedError struct{ code int }

func (e *refusedError) Error() string {
	return fmt.Sprintf("ast-grep refuses the rules (exit code %d); try each with ast-grep scan --rule FILE", e.code)
}

// run starts the program once. What it writes besides its report may quote rules
// and content, and is thrown away.
func (e *Engine) run(ctx context.Context, rules string, source []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	select {
	case e.places <- struct{}{}:
		defer func() { <-e.places }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	out := &bounded{stop: cancel}
	cmd := exec.CommandContext(ctx, e.path, "scan", "--inline-rules", rules, "--stdin", "--json=stream", "--color=never")
	cmd.Stdin, cmd.Stdout, cmd.WaitDelay = bytes.NewReader(source), out, killedWait
	// A project's sgconfig.yml may name libraries to load: the program must not
	// find one.
	cmd.Dir = string(filepath.Separator)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	err := cmd.Run()
	switch {
	case out.full:
		return nil, decision.Errorf(decision.CauseOverload, "ast-grep reports more than %d bytes: split the file", MaxOutput)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return out.kept.Bytes(), outcome(err, out.kept.Len() > 0)
}

// outcome tells a failure from having found something.
func outcome(err error, found bool) error {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &exit):
		return decision.Errorf(decision.CauseUnavailable, "ast-grep could not be run: %w", err)
	}
	switch code := exit.ExitCode(); {
	case code == exitFound && found:
		return nil
	case code == exitRules, code == exitPattern:
		return &refusedError{code}
	case code < 0:
		return decision.Errorf(decision.CauseUnavailable, "ast-grep was ended by a signal")
	default:
		return decision.Errorf(decision.CauseUnavailable, "ast-grep failed with exit code %d", code)
	}
}

// bounded keeps at most [MaxOutput] bytes, and ends the program at more. It is a
// writer only: a buffer's ReadFrom would take everything.
type bounded struct {
	kept bytes.Buffer
	stop context.CancelFunc
	full bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.full || b.kept.Len()+len(p) > MaxOutput {
		b.full = true
		b.stop()
		return len(p), nil
	}
	return b.kept.Write(p)
}
