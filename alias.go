package supervisor

import "github.com/flux7-go/supervisor/decision"

// The vocabulary, so that an embedder imports one package. Each name is
// documented in package decision.
type (
	Action         = decision.Action
	Analyzer       = decision.Analyzer
	AnalyzerFunc   = decision.AnalyzerFunc
	Approval       = decision.Approval
	ApprovalKeeper = decision.ApprovalKeeper
	ApprovalStatus = decision.ApprovalStatus
	Approvals      = decision.Approvals
	Asker          = decision.Asker
	Basis          = decision.Basis
	Call           = decision.Call
	Cause          = decision.Cause
	Committer      = decision.Committer
	Completer      = decision.Completer
	Completion     = decision.Completion
	Decision       = decision.Decision
	Detailer       = decision.Detailer
	Effect         = decision.Effect
	EffectKind     = decision.EffectKind
	Effects        = decision.Effects
	Event          = decision.Event
	EventType      = decision.EventType
	Evidence       = decision.Evidence
	Explainer      = decision.Explainer
	Gap            = decision.Gap
	Grant          = decision.Grant
	HealthReporter = decision.HealthReporter
	Journal        = decision.Journal
	JournalFunc    = decision.JournalFunc
	Lifter         = decision.Lifter
	Limit          = decision.Limit
	Link           = decision.Link
	LinkHealth     = decision.LinkHealth
	LinkReporter   = decision.LinkReporter
	LinkState      = decision.LinkState
	Message        = decision.Message
	Need           = decision.Need
	Needer         = decision.Needer
	Observer       = decision.Observer
	Outcome        = decision.Outcome
	Offliner       = decision.Offliner
	OutcomeState   = decision.OutcomeState
	Prompt         = decision.Prompt
	Provider       = decision.Provider
	Query          = decision.Query
	Queue          = decision.Queue
	QueueHealth    = decision.QueueHealth
	Picker         = decision.Picker
	Recaller       = decision.Recaller
	Requeuer       = decision.Requeuer
	Resolution     = decision.Resolution
	Reweigher      = decision.Reweigher
	Rule           = decision.Rule
	RuleFunc       = decision.RuleFunc
	RuleRef        = decision.RuleRef
	Settler        = decision.Settler
	Sink           = decision.Sink
	SinkFunc       = decision.SinkFunc
	Step           = decision.Step
	Store          = decision.Store
	Thresholds     = decision.Thresholds
	ToolRequest    = decision.ToolRequest
	ToolSpec       = decision.ToolSpec
	Trace          = decision.Trace
	Tracer         = decision.Tracer
	Unsettler      = decision.Unsettler
	Verdict        = decision.Verdict
	Violation      = decision.Violation
	Zone           = decision.Zone
)

// The actions.
const (
	Escalate = decision.Escalate
	Approve  = decision.Approve
	Deny     = decision.Deny
)

// The causes of an escalation.
const (
	CauseRule        = decision.CauseRule
	CauseUnsettled   = decision.CauseUnsettled
	CauseJudged      = decision.CauseJudged
	CauseThreshold   = decision.CauseThreshold
	CauseOpaque      = decision.CauseOpaque
	CauseInjection   = decision.CauseInjection
	CauseSelf        = decision.CauseSelf
	CausePaused      = decision.CausePaused
	CauseExpired     = decision.CauseExpired
	CauseTier        = decision.CauseTier
	CauseOverload    = decision.CauseOverload
	CauseTimeout     = decision.CauseTimeout
	CauseUnavailable = decision.CauseUnavailable
	CauseUnreadable  = decision.CauseUnreadable
	CauseRefused     = decision.CauseRefused
	CauseRecord      = decision.CauseRecord
	CauseInvalid     = decision.CauseInvalid
	CauseObserve     = decision.CauseObserve
	CausePanic       = decision.CausePanic
)

// What a verdict rests on.
const (
	BasisCondition  = decision.BasisCondition
	BasisOperator   = decision.BasisOperator
	BasisPerson     = decision.BasisPerson
	BasisStanding   = decision.BasisStanding
	BasisPrecedent  = decision.BasisPrecedent
	BasisStructural = decision.BasisStructural
	BasisModel      = decision.BasisModel
	BasisText       = decision.BasisText
)

// What a part reads of a call besides what every queue lists.
const (
	NeedNothing = decision.NeedNothing
	NeedTraces  = decision.NeedTraces
	NeedGrants  = decision.NeedGrants
)

// What became of a decision.
const (
	OutcomeSent     = decision.OutcomeSent
	OutcomeLeft     = decision.OutcomeLeft
	OutcomeObserved = decision.OutcomeObserved
	OutcomeLost     = decision.OutcomeLost
	OutcomeUnsent   = decision.OutcomeUnsent
	OutcomeFailed   = decision.OutcomeFailed

	OutcomeSettled   = decision.OutcomeSettled
	OutcomeForgotten = decision.OutcomeForgotten
)

// The states of a call that waits, or waited, for a person.
const (
	ApprovalPending  = decision.ApprovalPending
	ApprovalApproved = decision.ApprovalApproved
	ApprovalDenied   = decision.ApprovalDenied
	ApprovalTimeout  = decision.ApprovalTimeout
)

// What goes wrong with approvals; see [Supervisor.Wait].
var (
	ErrNoApproval = decision.ErrNoApproval
	ErrResolved   = decision.ErrResolved
	ErrUsed       = decision.ErrUsed
	// ErrChanged says that a call is not the one that was judged; see [Decision.Permits].
	ErrChanged = decision.ErrChanged
)

// MaxCallBytes bounds the JSON of a call that [ParseCall] reads.
const MaxCallBytes = decision.MaxCallBytes

// ErrPass is what a Provider returns for a call that is not its to judge.
var ErrPass = decision.ErrPass

// Fingerprint identifies what a call would run; see [decision.Fingerprint].
func Fingerprint(c *Call) (string, error) { return decision.Fingerprint(c) }

// ParseCall reads a call from JSON, strictly; see [decision.ParseCall].
func ParseCall(data []byte) (Call, error) { return decision.ParseCall(data) }
