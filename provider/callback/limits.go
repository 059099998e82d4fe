package callback

import "time"

// Name is what the provider is called, as in the reference.
const Name = "claude-code"

// Defaults and limits.
const (
	// DefaultTimeout is how long a reviewer may think, the reference's time.
	DefaultTimeout = 120 * time.Second
	// DefaultMaxPending bounds the calls that wait for a reviewer. A further one
	// goes on at once, with cause overload. Four times what a supervisor has in
	// flight by default.
	DefaultMaxPending = 256
	// MaxWait bounds one sup7_pending: many clients give a tool 30 seconds.
	MaxWait = 20 * time.Second
	// DefaultListed and MaxListed bound the calls that one sup7_pending returns.
	DefaultListed = 20
	MaxListed     = 50
	// MaxListedBytes bounds them in bytes, one call at least: the 25,000 tokens
	// that Claude Code takes of a tool's output.
	MaxListedBytes = 64 << 10
	// MaxReviewerBytes bounds the name of a reviewer.
	MaxReviewerBytes = 100
	// MaxReasoning bounds the reasoning of a verdict, in characters: some 600 words.
	// A longer one is refused. Escaped as JSON it still fits into a request.
	MaxReasoning = 4000
	// MaxReviewers bounds the reviewers of one HTTP server.
	MaxReviewers = 100
)

const (
	// maxPast bounds the ids that are remembered after their call, so that a late
	// answer hears what became of it. A forgotten one is unknown.
	maxPast = 1024
	// maxPolls bounds the sup7_pending that wait at once. A further one returns at
	// once with what there is.
	maxPolls = 64
	// maxShown bounds how often a call is put before reviewers who see it and let
	// its time run out: a supervisor judges again what nobody answered.
	maxShown = 2
	// maxEffects bounds the effects, and the gaps, that a resource shows.
	maxEffects = 100
	// maxMessageBytes bounds a request: a verdict takes a few hundred bytes.
	maxMessageBytes = 64 << 10
	// presence is how long after its last request a reviewer counts as connected.
	presence = time.Minute
	// margin is how long before the end of its context a wait ends, at most and
	// where a twentieth of the time is more: whoever asks should still hear why.
	margin = 100 * time.Millisecond
)

// Limits of transport HTTP.
const (
	// MaxConnections bounds the open connections; further ones wait to be taken.
	MaxConnections = 128

	headerTimeout  = 5 * time.Second          // until the header is there
	bodyTimeout    = 10 * time.Second         // from then until the body is there
	restTimeout    = time.Second              // for what is left of a body when a refusal is there
	answerTimeout  = MaxWait + 10*time.Second // from then until the answer is sent
	idleTimeout    = time.Minute              // between two requests of one connection
	drainTimeout   = 5 * time.Second          // for what is being answered when the server ends
	maxHeaderBytes = 16 << 10                 // net/http adds 4 KiB of slack
)
