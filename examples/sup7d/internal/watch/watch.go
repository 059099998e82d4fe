package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"time"
)

const (
	// tick is how often the time that is left is drawn anew.
	tick = time.Second
	// pollIdle and pollAlone are how often the list is asked for: while the stream
	// of events says when, and while it does not.
	pollIdle, pollAlone = 30 * time.Second, 2 * time.Second
	// firstPause and longestPause are the waits before the stream is opened again,
	// which double.
	firstPause, longestPause = 250 * time.Millisecond, 10 * time.Second
	// maxSent is how many reads of the keyboard wait to be taken.
	maxSent = 64
)

// Options are what a terminal queue is made of.
type Options struct {
	Client *Client
	// In and Out are the terminal. Both must be terminals, or Run refuses.
	In  io.Reader
	Out io.Writer
	// Bell rings when a call begins to wait.
	Bell bool
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// Run shows what waits and takes answers, until the person leaves, the input ends
// or ctx does; none of that answers anything. The terminal is given back as it
// was. The error is [ErrNoTerminal], that of a supervisor that refuses to show
// what waits, or says that an answer was on its way.
func Run(ctx context.Context, o Options) (err error) {
	if o.Now == nil {
		o.Now = time.Now
	}
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
		Options: o, ctx: ctx, terminal: screen, now: o.Now,
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

// session is a console on a terminal. What is asked for runs beside the loop; the
// console is the loop's alone.
type session struct {
	Options
	ctx      context.Context
	terminal *terminal
	console  console
	now      func() time.Time
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

// liveness says whether the stream of events is open.
type liveness struct {
	mu   sync.Mutex
	open bool
}

func (l *liveness) set(open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = open
}

func (l *liveness) interval() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open {
		return pollIdle
	}
	return pollAlone
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
			if n > 0 && !s.deliver(sent{buffer[:n], s.now()}) {
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

// poll asks for the list: at once, whenever it is poked, and now and then.
func (s *session) poll() {
	for {
		list, full, err := s.Client.waiting(s.ctx)
		select {
		case s.heard <- heard{list, full, err}:
		case <-s.ctx.Done():
			return
		}
		timer := time.NewTimer(s.live.interval())
		select {
		case <-timer.C:
		case <-s.poke:
		case <-s.ctx.Done():
		}
		timer.Stop()
	}
}

// stream follows the events, and opens the stream anew whenever it ends.
func (s *session) stream() {
	pause := firstPause
	for s.ctx.Err() == nil {
		_ = s.Client.follow(s.ctx, func() { // the poll beside says why it ended
			pause = firstPause
			s.live.set(true)
			s.look()
		})
		s.live.set(false)
		s.look()
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-s.ctx.Done():
		}
		timer.Stop()
		pause = min(2*pause, longestPause)
	}
}

// look has the list asked for soon.
func (s *session) look() {
	select {
	case s.poke <- struct{}{}:
	default:
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
	if until := s.console.readyAt.Sub(s.now()); until > 0 {
		return min(until, tick)
	}
	return tick
}

func (s *session) draw() error {
	width, height := s.terminal.size()
	now := s.now()
	if err := s.terminal.draw(s.console.view(width, height, now)); err != nil {
		return err
	}
	s.console.wasDrawn(s.now())
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
		how := map[verb]string{doApprove: "approve", doDeny: "deny"}[d.verb]
		done, err := s.Client.settle(s.ctx, d.id, how, d.answer)
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
