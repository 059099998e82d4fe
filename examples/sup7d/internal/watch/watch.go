package watch

import (
	"context"
	"io"
	"os"
)

// Options are what a terminal queue is made of.
type Options struct {
	Client *Client
	// In and Out are the terminal. Both must be terminals, or Run refuses.
	In  io.Reader
	Out io.Writer
	// Bell rings when a call begins to wait.
	Bell bool
}

// Run shows what waits and takes answers, until the person leaves, the input ends
// or ctx does; none of that answers anything. The terminal is given back as it
// was. The error is [ErrNoTerminal], that of a supervisor that refuses to show
// what waits, or says that an answer was on its way.
func Run(ctx context.Context, o Options) error {
	if _, _, ok := terminalFiles(o.In, o.Out); !ok {
		return ErrNoTerminal
	}
	if _, _, err := o.Client.waiting(ctx); refused(err) {
		return err // said on a terminal that is still as it was
	}
	screen, err := openTerminal(o.In, o.Out)
	if err != nil {
		return err
	}
	defer screen.close()
	ctx, cancel := context.WithCancel(ctx)
	s := &session{
		Options: o, ctx: ctx, terminal: screen,
		heard: make(chan heard), sent: make(chan sent, maxSent), results: make(chan func() deed), failed: make(chan error, 1),
		poke: make(chan struct{}, 1), resized: make(chan os.Signal, 1),
	}
	defer s.running.Wait()
	defer cancel()
	defer notifyResize(s.resized)()
	s.start(s.poll)
	s.start(s.stream)
	reading := s.startReading()
	err = s.loop()
	cancel()
	screen.stopReading(reading)
	return err
}
