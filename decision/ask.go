package decision

import (
	"context"
	"encoding/json"
	"time"

	"github.com/flux7-go/supervisor/question"
)

// Asker is the ability of a [Provider] to answer typed questions about any
// state that encodes as JSON. Answers that cannot be trusted are an error with
// cause unreadable. Without it a provider judges whole calls only.
type Asker interface {
	Ask(ctx context.Context, set question.Set, state any) (question.Answers, error)
}

// Reweigher is the ability of a [Provider] to judge a call from answers that its
// model gave before, with the thresholds of now and without asking. Its errors
// are those of Judge. Without it a verdict that was recorded stands as it is.
type Reweigher interface {
	Reweigh(ctx context.Context, c *Call, answers question.Answers) (Verdict, error)
}

// Offliner is the ability of a [Provider] to say that it judges without any
// service: to ask it again costs nothing. Without it a provider is taken to be
// paid for.
type Offliner interface{ Offline() bool }

// IsOffline reports whether to ask a provider costs nothing.
func IsOffline(p Provider) bool {
	o, ok := p.(Offliner)
	return ok && o.Offline()
}

// Completer is the ability of a text model to complete a conversation. The
// write gate's semantic rules and the reviewer of finished turns use it.
// Errors carry a [Cause]. Without it a provider judges whole calls only.
type Completer interface {
	Complete(ctx context.Context, p Prompt) (Completion, error)
}

// Role says who speaks in a conversation with a text model.
type Role string

// The roles.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	RoleTool      Role = "tool" // the result of a tool that the model asked for
)

// Message is one turn of a conversation with a text model.
type Message struct {
	Role Role
	Text string
	// ToolCalls are what the model asked for, in a message of the assistant.
	ToolCalls []ToolRequest
	// ToolCallID says which request a message of a tool answers.
	ToolCallID string
	// ToolError says that the tool failed; Text tells how.
	ToolError bool
}

// ToolRequest is a text model's wish to run a tool.
type ToolRequest struct {
	ID    string
	Name  string
	Input json.RawMessage // a JSON object
}

// ToolSpec describes a tool that a text model may ask for.
type ToolSpec struct {
	Name        string
	Description string
	Schema      json.RawMessage // JSON schema of its input
}

// Prompt is what a text model is asked.
type Prompt struct {
	System   string
	Messages []Message
	Tools    []ToolSpec
	// Schema is the JSON schema that the answer must satisfy. Nil: free text.
	Schema json.RawMessage
	// MaxTokens bounds the answer. 0: the provider's default.
	MaxTokens int
}

// Completion is what a text model said.
type Completion struct {
	Model     string // the model that answered, as it says itself
	Text      string
	ToolCalls []ToolRequest
	// Cut says that the answer ended at MaxTokens.
	Cut          bool
	InputTokens  int
	OutputTokens int
}

// LinkHealth is the state of one link of a provider chain.
type LinkHealth struct {
	Name                string
	Detail              string // the backend or model
	State               string // ok, failing (its last answer was a failure), or skipped (its breaker is open)
	ConsecutiveFailures int
	SkippedFor          time.Duration // until it is tried again; 0 unless skipped
	Cause               Cause         // of the last failure; empty when ok
}

// LinkReporter is the ability of a [Provider] to report the health of the
// providers it is made of. Without it the provider counts as one link, by the
// outcome of its last judgment.
type LinkReporter interface {
	LinkHealth() []LinkHealth
}
