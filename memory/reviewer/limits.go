package reviewer

import "time"

// Defaults: Denkeeper's.
const (
	// DefaultMemoryInterval is after how many turns of the user memory is reviewed.
	DefaultMemoryInterval = 10
	// DefaultSkillInterval is after how many tool calls skills are reviewed.
	DefaultSkillInterval = 25
	// DefaultTimeout bounds one review.
	DefaultTimeout = 2 * time.Minute
)

// Never as an interval turns that review off.
const Never = -1

// Limits of what is kept and of what is under way.
const (
	// MaxConversations is how many conversations are counted at once, Denkeeper's
	// number. Beyond it the one that was silent for longest is forgotten, and
	// begins again at 0.
	MaxConversations = 500
	// MaxReviews is how many reviews are under way at once. Beyond it none is
	// begun: the counters stand, and the next turn of the conversation tries
	// again. A review whose model does not notice that its time is over keeps its
	// place until the model returns.
	MaxReviews = 4
	// MaxAgents bounds [Options.Agents].
	MaxAgents = 10_000
)

// Limits of one review.
const (
	// MaxRounds is how often the model is asked. A review that wants more ends.
	MaxRounds = 8
	// MaxToolCalls is how many tools run in a review. Further ones are refused.
	MaxToolCalls = 24
	// MaxAppends is how many entries a review adds to the memory. Further ones are
	// refused.
	MaxAppends = 5
	// MaxResultBytes bounds the result of one tool. The middle of a longer one is
	// left out.
	MaxResultBytes = 16 << 10
	// MaxReadBytes bounds the results of all tools of a review. A tool whose result
	// has no room any more is refused.
	MaxReadBytes = 64 << 10
	// MaxInputBytes bounds what a tool is given. A longer input is refused.
	MaxInputBytes = 8 << 10
	// MaxEntryBytes bounds one entry of the memory. A longer one is refused.
	MaxEntryBytes = 1 << 10
	// MaxSuggestionBytes bounds what is kept of a suggestion. The middle of a longer
	// one is left out.
	MaxSuggestionBytes = 8 << 10
	// MaxTurnBytes bounds the turn as it is shown, as JSON. Of a longer one the
	// earlier messages go first, then texts are cut shorter and shorter.
	MaxTurnBytes = 32 << 10
	// MaxMessages is how many messages of a turn are shown.
	MaxMessages = 64

	// maxTextBytes and maxDetailBytes are where texts of people, and those of
	// tools, are cut when there is room; minTextBytes where there is none.
	maxTextBytes   = 4 << 10
	maxDetailBytes = 1 << 10
	minTextBytes   = 64
	// maxSeenBytes is the longest text that is searched for secrets. Of a longer
	// one nothing is shown: half of it may end within a secret.
	maxSeenBytes = 256 << 10
	// maxShownTools is how many requests for tools of one message are shown.
	maxShownTools = 16
	// maxNameBytes bounds names where they are shown or recorded.
	maxNameBytes = 128
	// maxAnswerTokens bounds one answer of the model.
	maxAnswerTokens = 2048

	// ContextTokens is the room that a review needs in a model's context at most,
	// where the server has to be told: [MaxTurnBytes] and [MaxReadBytes] at three
	// bytes a token, the prompt, and some answers.
	ContextTokens = 40 << 10
)

// Limits of the record of a review.
const (
	// maxListed bounds each list of the record; how many more there were is said.
	maxListed = 32
	// maxRecordedBytes bounds a text of what was refused.
	maxRecordedBytes = 512
	// recordTimeout bounds one delivery of a record.
	recordTimeout = 10 * time.Second
	// sinkTries is how often a record is offered to the sink, sinkPause the wait
	// after the first time; it doubles.
	sinkTries = 3
	sinkPause = 500 * time.Millisecond
)
