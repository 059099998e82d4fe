package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"
)

const (
	// tick is how often the time that is left is drawn anew.
	tick = time.Second
	// maxSent is how many reads of the keyboard wait to be taken.
	maxSent = 64
)

// session is a console on a terminal. What is asked for runs beside the loop; the
// console is the loop's alone.
type session struct {
	Options
	ctx      context.Context
	terminal *terminal
	console  console
	running  sync.WaitGroup

	heard   chan heard
	sent    chan sent
	results chan func() deed
	failed  chan error // of what panicked
	poke    chan struct{}
	resized chan os.Signal
	live    liveness
}

// heard is a list of what waits, or why there is none.
type heard struct {
	list []call
	full bool
	err  error
}

// sent is what the terminal sent at once, and when it was read. No bytes: the
// input ended.
type sent struct {
	bytes []byte
	at    time.Time
}

// start runs something beside the loop. A panic of it ends the loop, so that the
// terminal is given back before the program ends.
func (s *session) start(run func()) {
	s.running.Go(func() {
		defer s.caught()
		run()
	})
}

func (s *session) caught() {
	if p := recover(); p != nil {
		select {
		case s.failed <- fmt.Errorf("sup7d watch panicked: %v\n%s", p, debug.Stack()):
		default:
		}
	}
}

// startReading reads the keyboard. A terminal whose read cannot be ended keeps it
// until the program ends, which is why nobody waits for it then.
func (s *session) startReading() (done <-chan struct{}) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer s.caught()
		for {
			buffer := make([]byte, 256)
			n, err := s.In.Read(buffer)
			if n > 0 && !s.deliver(sent{buffer[:n], s.Client.now()}) {
				return
			}
			if err != nil || n == 0 {
				s.deliver(sent{})
				return
			}
		}
	}()
	return ended
}

func (s *session) deliver(read sent) bool {
	select {
	case s.sent <- read:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// errOnItsWay says that nobody knows what became of an answer.
var errOnItsWay = errors.New("an answer was on its way: look whether it arrived")

// loop draws and listens until the person leaves.
func (s *session) loop() error {
	var keys keyboard
	for {
		if err := s.draw(); err != nil {
			return fmt.Errorf("writing to the terminal: %w", err)
		}
		asked, over, err := s.next(&keys)
		if over || err != nil {
			return err
		}
		for _, d := range asked {
			if d.verb == doQuit {
				return s.leave()
			}
			s.do(d)
		}
	}
}

// leave is what there is to say when the person leaves.
func (s *session) leave() error {
	if s.console.sending() {
		return errOnItsWay
	}
	return nil
}

// next waits for something to happen.
func (s *session) next(keys *keyboard) (asked []deed, over bool, err error) {
	timer := time.NewTimer(s.patience())
	defer timer.Stop()
	select {
	case <-s.ctx.Done():
		return nil, true, s.leave()
	case err := <-s.failed:
		return nil, true, err
	case read := <-s.sent:
		if read.bytes == nil {
			return nil, true, s.leave()
		}
		for _, stroke := range keys.read(read.bytes) {
			asked = append(asked, s.console.press(stroke, read.at))
		}
	case h := <-s.heard:
		asked = []deed{s.take(h)}
	case result := <-s.results:
		asked = []deed{result()}
	case <-s.resized:
	case <-timer.C:
	}
	return asked, false, nil
}

// take tells the console what was heard.
func (s *session) take(h heard) deed {
	if h.err != nil {
		s.console.lost(h.err)
		return deed{}
	}
	isNew, ask := s.console.heard(h.list, h.full)
	if isNew && s.Bell {
		s.terminal.bell()
	}
	return ask
}

// patience is how long the screen stays right by itself.
func (s *session) patience() time.Duration {
	if until := s.console.readyAt.Sub(s.Client.now()); until > 0 {
		return min(until, tick)
	}
	return tick
}

func (s *session) draw() error {
	width, height := s.terminal.size()
	now := s.Client.now()
	if err := s.terminal.draw(s.console.view(width, height, now)); err != nil {
		return err
	}
	s.console.wasDrawn(s.Client.now())
	return nil
}

// do asks for something, beside the loop.
func (s *session) do(d deed) {
	if d.verb == doNothing {
		return
	}
	s.start(func() {
		result := s.ask(d)
		select {
		case s.results <- result:
		case <-s.ctx.Done():
		}
	})
}

// ask does what the console asked for, and returns what tells it the result.
func (s *session) ask(d deed) func() deed {
	switch d.verb {
	case doApprove, doDeny:
		done, err := s.Client.settle(s.ctx, d)
		return func() deed { return s.console.answered(d, done, err) }
	case doReach:
		found, err := s.Client.show(s.ctx, d.id)
		return func() deed { s.console.reached(d.id, found, err); return deed{} }
	case doExplain:
		found, err := s.Client.explain(s.ctx, d.id)
		return func() deed { s.console.explained(d.id, found, err); return deed{} }
	}
	now, err := s.Client.show(s.ctx, d.id)
	return func() deed {
		if d.id == s.console.current.ID {
			s.console.became(now, err)
		}
		return deed{}
	}
}
