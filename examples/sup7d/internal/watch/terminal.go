package watch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// What a terminal is told. Lines do not wrap, so that one whose width is not
// known well cannot spill into the next; what is pasted is marked.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h"
	leaveScreen = "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
	topLeft     = "\x1b[H"
	eraseLine   = "\x1b[2K"
	eraseBelow  = "\x1b[J"
	ringBell    = "\a"
)

// readerPatience is how long the end of a read is waited for.
const readerPatience = time.Second

// ErrNoTerminal says that nobody could press a key.
var ErrNoTerminal = errors.New("this is no terminal, so nobody could press a key: use --once to print what waits")

// terminal is a terminal that is being drawn on. close gives it back as it was.
type terminal struct {
	in, out *os.File
	before  *term.State
	last    string // frame
	once    sync.Once
}

// openTerminal takes a terminal over.
func openTerminal(in io.Reader, out io.Writer) (*terminal, error) {
	input, output, ok := terminalFiles(in, out)
	if !ok {
		return nil, ErrNoTerminal
	}
	t := &terminal{in: input, out: output}
	var err error
	failed := withFd(input, func(fd int) { t.before, err = term.MakeRaw(fd) })
	if err = errors.Join(failed, err); err != nil {
		return nil, fmt.Errorf("taking the terminal over: %w", err)
	}
	if _, err := io.WriteString(output, enterScreen); err != nil {
		t.close()
		return nil, fmt.Errorf("writing to the terminal: %w", err)
	}
	return t, nil
}

// terminalFiles reports whether both are terminals.
func terminalFiles(in io.Reader, out io.Writer) (input, output *os.File, ok bool) {
	input, isFile := in.(*os.File)
	output, isToo := out.(*os.File)
	return input, output, isFile && isToo && isTerminal(input) && isTerminal(output)
}

// close gives the terminal back. It may be called more than once.
func (t *terminal) close() {
	t.once.Do(func() {
		_, _ = io.WriteString(t.out, leaveScreen)
		_ = withFd(t.in, func(fd int) { _ = term.Restore(fd, t.before) })
	})
}

// draw shows lines, unless they are shown already.
func (t *terminal) draw(lines []string) error {
	frame := topLeft + eraseLine + strings.Join(lines, "\r\n"+eraseLine) + eraseBelow
	if frame == t.last {
		return nil
	}
	t.last = frame
	_, err := io.WriteString(t.out, frame)
	return err
}

func (t *terminal) bell() { _, _ = io.WriteString(t.out, ringBell) }

// size is how many cells a line has, and how many lines there are. A terminal
// that does not say so is taken for an old one.
func (t *terminal) size() (width, height int) {
	var err error
	if failed := withFd(t.out, func(fd int) { width, height, err = term.GetSize(fd) }); failed != nil || err != nil || width < 1 || height < 1 {
		return 80, 24
	}
	return width, height
}

// stopReading ends a read that waits, if that is possible here: a file whose
// descriptor somebody asked for says yes and goes on reading.
func (t *terminal) stopReading(reader <-chan struct{}) {
	if t.in.SetReadDeadline(time.Unix(1, 0)) != nil {
		return
	}
	patience := time.NewTimer(readerPatience)
	defer patience.Stop()
	select {
	case <-reader:
	case <-patience.C:
	}
	_ = t.in.SetReadDeadline(time.Time{})
}

// withFd hands out a descriptor without what [os.File.Fd] does to it: a read of
// the file could not be ended any more.
func withFd(f *os.File, use func(fd int)) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	return raw.Control(func(fd uintptr) { use(int(fd)) })
}

func isTerminal(f *os.File) (is bool) {
	err := withFd(f, func(fd int) { is = term.IsTerminal(fd) })
	return is && err == nil
}
