package watch

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// settleTime is how long after something new was drawn a key counts for
	// nothing: it was pressed for what had been there before. It is less than
	// anybody needs to read, and more than between two keys typed ahead.
	settleTime = 300 * time.Millisecond
	// maxReason is how many characters of a reason are taken.
	maxReason = 500
)

// mode is what the person is asked for.
type mode uint8

const (
	looking      mode = iota // which call, and what about it
	confirmOnce              // whether the call may run
	confirmAllow             // whether it may run for a while
	typingReason             // why it is denied
	explaining               // nothing: they read
)

// What is on its way, for people.
const (
	sendingApprove = "sending the approve"
	sendingDeny    = "sending the deny"
)

// console is what a person sees and what their keys mean. It is a state machine
// without clock, terminal or network: it says what to ask for, and hears what came
// of it. It is not safe for concurrent use.
type console struct {
	calls   []call // that wait, oldest first
	full    bool   // there may be older ones
	down    string // why nothing is heard; empty: it is
	current call   // what is on the screen; no id: nothing waits
	gone    string // how it was settled, if not from here
	mode    mode
	busy    string // what is being asked for; empty: nothing
	notice  string // what came of it

	reach  option          // of confirmAllow
	scope  string          // of reach
	reason []rune          // of typingReason
	steps  *explanation    // of explaining; nil: not there yet
	scroll int             // of explaining
	page   int             // how many lines of it were drawn
	known  map[string]bool // ids that were heard of; nil: none were yet

	crowded bool // there was no room for all of the question
	clipped bool // the window shows a part of the screen only
	seen    seen // of the call on the screen

	drawn   subject   // what was drawn last
	readyAt time.Time // when keys count for it
}

// subject is what a key would be about.
type subject struct {
	id, gone, busy string
	mode           mode
}

// deed is what is to be asked for. No verb: nothing.
type deed struct {
	verb   verb
	id     string
	answer answer
}

type verb uint8

const (
	doNothing verb = iota
	doQuit
	doApprove
	doDeny
	doReach   // ask how far an approve for a while would go
	doExplain // ask how the supervisor looks at it
	doLook    // ask what became of it
)

func (c *console) subject() subject { return subject{c.current.ID, c.gone, c.busy, c.mode} }

// wasDrawn says that what is there now is on the screen.
func (c *console) wasDrawn(now time.Time) {
	if s := c.subject(); s != c.drawn {
		c.drawn, c.readyAt = s, now.Add(settleTime)
	}
}

// ready reports whether a key that was pressed then is about what is there now.
func (c *console) ready(at time.Time) bool { return c.subject() == c.drawn && !at.Before(c.readyAt) }

// heard takes a list of what waits. It says whether anything is new in it, and
// what to ask for: what became of the call on the screen, if it waits no more.
// That call stays on the screen.
func (c *console) heard(list []call, full bool) (isNew bool, ask deed) {
	first := c.known == nil
	known := map[string]bool{}
	for i := range list {
		known[list[i].ID] = true
		isNew = isNew || !first && !c.known[list[i].ID]
	}
	c.known, c.calls, c.full, c.down = known, list, full, ""
	switch {
	case c.current.ID == "":
		c.turnTo(0)
	case !known[c.current.ID] && c.gone == "" && c.busy == "":
		ask = deed{verb: doLook, id: c.current.ID}
	}
	return isNew, ask
}

// index is where the call on the screen is in the list; -1: it is not.
func (c *console) index() int {
	return slices.IndexFunc(c.calls, func(one call) bool { return one.ID == c.current.ID })
}

// turnTo puts another call on the screen, by its place in the list.
func (c *console) turnTo(i int) {
	c.current, c.gone, c.mode, c.steps, c.seen = call{}, "", looking, nil, seen{}
	if n := len(c.calls); n > 0 {
		c.current = c.calls[(i%n+n)%n]
	}
}

// turn puts the next call on the screen, or with -1 the one before.
func (c *console) turn(by int) {
	if i := c.index(); i >= 0 {
		c.turnTo(i + by)
		return
	}
	c.turnTo(0) // the oldest of those that are left
}

// press takes a key that was pressed then, and says what to ask for. Only
// leaving works at any time.
func (c *console) press(s stroke, at time.Time) deed {
	if s.key == keyQuit && !s.pasted {
		return deed{verb: doQuit}
	}
	if c.mode == typingReason && c.subject() == c.drawn && c.typed(s) {
		return deed{}
	}
	if s.pasted || !c.ready(at) {
		return deed{}
	}
	switch c.mode {
	case confirmOnce, confirmAllow:
		return c.confirm(s.key)
	case typingReason:
		return c.sendReason(s.key)
	case explaining:
		return c.read(s.key)
	}
	return c.choose(s.key)
}

// choose is of looking.
func (c *console) choose(k key) deed {
	waits := c.current.ID != "" && c.gone == ""
	switch {
	case k == 'q':
		return deed{verb: doQuit}
	case c.busy != "": // what comes of it is about the call on the screen
	case k == 'n', k == 's', k == keyDown, k == keyEnter && c.gone != "":
		c.notice = ""
		c.turn(1)
	case k == 'p', k == keyUp:
		c.notice = ""
		c.turn(-1)
	case waits && (k == 'a' || k == 'd' || k == 'f' || k == 'e'):
		c.notice = ""
		return c.begin(k)
	}
	return deed{}
}

// begin begins an answer, which still needs another key. What was not shown whole
// can only be denied.
func (c *console) begin(k key) deed {
	if (k == 'a' || k == 'f') && !c.whole() {
		return deed{}
	}
	switch k {
	case 'a':
		c.mode = confirmOnce
	case 'd':
		c.mode, c.reason = typingReason, nil
	case 'f':
		c.busy = "asking how far that would go"
		return deed{verb: doReach, id: c.current.ID}
	case 'e':
		c.mode, c.steps, c.scroll = explaining, nil, 0
		return deed{verb: doExplain, id: c.current.ID}
	}
	return deed{}
}

// confirm approves with y. Every other key leaves the call as it is.
func (c *console) confirm(k key) deed {
	asked := c.mode
	c.mode = looking
	if k != 'y' || c.crowded {
		c.notice = "nothing was answered"
		return deed{}
	}
	c.busy = sendingApprove
	var a answer
	if asked == confirmAllow {
		a = answer{AutoApprove: decision.StandingScope(c.scope), AutoApproveFor: allowFor.String()}
	}
	return deed{verb: doApprove, id: c.current.ID, answer: a}
}

// typed takes what belongs to the text of a reason, as soon as it is typed.
func (c *console) typed(s stroke) bool {
	switch {
	case s.key >= ' ' && len(c.reason) < maxReason:
		c.reason = append(c.reason, rune(s.key))
	case s.key == keyErase && len(c.reason) > 0:
		c.reason = c.reason[:len(c.reason)-1]
	case s.key >= ' ', s.key == keyErase, s.pasted:
	default:
		return false
	}
	return true
}

// sendReason denies with Enter. Escape leaves the call as it is.
func (c *console) sendReason(k key) deed {
	switch k {
	case keyEscape:
		c.mode, c.notice = looking, "nothing was answered"
	case keyEnter:
		if c.crowded {
			break
		}
		c.mode, c.busy = looking, sendingDeny
		return deed{verb: doDeny, id: c.current.ID, answer: answer{Reasoning: strings.TrimSpace(string(c.reason))}}
	}
	return deed{}
}

// read is of explaining.
func (c *console) read(k key) deed {
	switch k {
	case 'q':
		return deed{verb: doQuit}
	case keyEscape, 'e':
		c.mode, c.steps = looking, nil
	case keyDown, 'j':
		c.scroll++
	case keyUp, 'k':
		c.scroll--
	case keyPageDown, ' ':
		c.scroll += max(1, c.page)
	case keyPageUp, 'b':
		c.scroll -= max(1, c.page)
	}
	c.scroll = max(0, c.scroll)
	return deed{}
}

// reasonText is the end of what was typed, as much as fits.
func (c *console) reasonText(most int) string {
	text := clean(string(c.reason))
	for used := utf8.RuneCountInString(text); used > max(most, 1); used-- {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	return text
}
