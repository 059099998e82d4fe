//go:build linux

package watch_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/watch"
)

// hangGuard is how long a test waits for what should come at once.
const hangGuard = time.Minute

// screen is a person in front of a pseudo-terminal.
type screen struct {
	t        *testing.T
	keys     *os.File // the person's side
	terminal *os.File // the program's
	before   *term.State
	stop     context.CancelFunc
	ended    chan error

	mu      sync.Mutex
	written bytes.Buffer
	changed chan struct{}
	readEnd chan struct{}
}

// sit opens a pseudo-terminal and runs the queue on it.
func sit(t *testing.T, columns, rows int, o watch.Options) *screen {
	t.Helper()
	keys, terminal, err := pty.Open()
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	s := &screen{t: t, keys: keys, terminal: terminal, stop: stop, ended: make(chan error, 1), changed: make(chan struct{}, 1), readEnd: make(chan struct{})}
	s.before = s.state()
	s.resize(columns, rows)
	go s.read()
	o.In, o.Out = terminal, terminal
	go func() { s.ended <- watch.Run(ctx, o) }()
	t.Cleanup(func() {
		stop()
		_ = s.end()
		_ = terminal.Close()
		<-s.readEnd
		_ = keys.Close()
	})
	return s
}

func (s *screen) state() *term.State {
	var state *term.State
	s.control(s.terminal, func(fd int) (err error) {
		state, err = term.GetState(fd)
		return err
	})
	return state
}

// control uses a descriptor without what [os.File.Fd] does to it: a read of the
// file could not be ended any more.
func (s *screen) control(f *os.File, use func(fd int) error) {
	s.t.Helper()
	raw, err := f.SyscallConn()
	require.NoError(s.t, err)
	require.NoError(s.t, raw.Control(func(fd uintptr) { err = use(int(fd)) }))
	require.NoError(s.t, err)
}

func (s *screen) read() {
	defer close(s.readEnd)
	buffer := make([]byte, 4096)
	for {
		n, err := s.keys.Read(buffer)
		s.mu.Lock()
		s.written.Write(buffer[:n])
		s.mu.Unlock()
		select {
		case s.changed <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// all is everything that was written to the terminal.
func (s *screen) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.written.String()
}

// frame is the last whole frame, as lines.
func (s *screen) frame() string {
	frames := strings.Split(s.all(), "\x1b[H")
	for i := len(frames) - 1; i > 0; i-- {
		if frame, _, whole := strings.Cut(frames[i], "\x1b[J"); whole {
			return strings.ReplaceAll(strings.ReplaceAll(frame, "\r", ""), "\x1b[2K", "")
		}
	}
	return ""
}

// sees waits until the screen has all of these texts, wherever lines break.
func (s *screen) sees(texts ...string) {
	s.t.Helper()
	s.until(func(frame string) bool {
		frame = strings.Join(strings.Fields(frame), " ")
		for _, text := range texts {
			if !strings.Contains(frame, text) {
				return false
			}
		}
		return true
	}, strings.Join(texts, " AND "))
}

// seesNot waits until the screen has a text no more.
func (s *screen) seesNot(text string) {
	s.t.Helper()
	s.until(func(frame string) bool { return frame != "" && !strings.Contains(frame, text) }, "NOT "+text)
}

func (s *screen) until(right func(frame string) bool, what string) {
	s.t.Helper()
	guard := time.NewTimer(hangGuard)
	defer guard.Stop()
	for !right(s.frame()) {
		select {
		case <-s.changed:
		case err := <-s.ended:
			s.ended <- err
			if !right(s.frame()) {
				require.FailNow(s.t, "it ended", "waiting for %q: %v\n%s", what, err, s.frame())
			}
		case <-guard.C:
			require.FailNow(s.t, "not on the screen", "%q:\n%s", what, s.frame())
		}
	}
}

// presses sends keys, all at once.
func (s *screen) presses(keys string) {
	s.t.Helper()
	_, err := s.keys.WriteString(keys)
	require.NoError(s.t, err)
}

// over waits until it ended, and wants the terminal to be as it was.
func (s *screen) over() error {
	s.t.Helper()
	err := s.end()
	assert.Equal(s.t, s.before, s.state(), "the terminal is given back as it was")
	s.writes("\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l")
	return err
}

// end waits until it ended.
func (s *screen) end() error {
	s.t.Helper()
	select {
	case err := <-s.ended:
		s.ended <- err
		return err
	case <-time.After(hangGuard):
		require.FailNow(s.t, "it does not end", "%s", s.frame())
		return nil
	}
}

// writes waits until a text was written to the terminal.
func (s *screen) writes(text string) {
	s.t.Helper()
	guard := time.NewTimer(hangGuard)
	defer guard.Stop()
	for !strings.Contains(s.all(), text) {
		select {
		case <-s.changed:
		case <-guard.C:
			require.FailNow(s.t, "not written", "%q", text)
		}
	}
}

// resize changes the size of the window. The program is not of the terminal's
// group, so no signal comes: the next frame sees it.
func (s *screen) resize(columns, rows int) {
	s.t.Helper()
	s.control(s.keys, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(columns), Row: uint16(rows)})
	})
}
