package textmodel

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// DefaultMessages is how many of the user's messages are shown.
	DefaultMessages = 5
	// NoMessages as Options.Messages has none of them shown.
	NoMessages = -1
	// DefaultMaxTokens bounds an answer. A verdict takes less than 200 tokens;
	// the rest is for models that think before they speak.
	DefaultMaxTokens = 1024
	// MaxSystemPromptBytes bounds Options.SystemPrompt.
	MaxSystemPromptBytes = 32 << 10
)

// Options says what a model is shown and told. The zero value is usable.
type Options struct {
	// SystemPrompt is what the model is told to look at when it judges. How the
	// call is framed and in which form to answer is added to it in any case.
	// Empty: the built-in text.
	SystemPrompt string
	// OneLine asks for the verdict in one line of text, for servers that cannot
	// hold a model to a JSON schema. The default is a JSON object, held to its
	// schema where the server is able to.
	OneLine bool
	// RedactParams are names of parameters whose values are withheld, at every
	// depth and in recent activity too, in upper or lower case.
	RedactParams []string
	// ProjectDirs are shown, so that the model can tell what is in the project.
	ProjectDirs []string
	// Messages is how many of the conversation's last messages are shown.
	// 0: [DefaultMessages]; [NoMessages], and what is less: none.
	Messages int
	// Conversation returns the conversation that led to the call, oldest
	// message first. Nil: Call.UserMessages.
	Conversation func(ctx context.Context, c *decision.Call) []decision.Message
	// Roles are whose messages of Conversation are shown. Nil: the user's only.
	// The agent's own words argue for its call, and a tool's output may have
	// been written by anybody: show them only with a reason.
	Roles []decision.Role
	// MaxTokens bounds the answer. 0: [DefaultMaxTokens].
	MaxTokens int
	// Random is where boundaries and codes come from, for tests. It must be safe
	// for concurrent use. Nil: crypto/rand.
	Random io.Reader
}

func (o Options) validate() error {
	var errs []error
	if len(o.SystemPrompt) > MaxSystemPromptBytes {
		errs = append(errs, fmt.Errorf("SystemPrompt: longer than %d bytes", MaxSystemPromptBytes))
	}
	if o.MaxTokens < 0 {
		errs = append(errs, errors.New("MaxTokens: must not be negative"))
	}
	for i, name := range o.RedactParams {
		if strings.TrimSpace(name) == "" {
			errs = append(errs, fmt.Errorf("RedactParams[%d]: names nothing: remove it", i))
		}
	}
	for i, role := range o.Roles {
		switch role {
		case decision.RoleUser, decision.RoleAssistant, decision.RoleTool:
		default:
			errs = append(errs, fmt.Errorf("Roles[%d]: unknown role %.20q", i, role))
		}
	}
	if len(o.Roles) > 0 && o.Conversation == nil {
		errs = append(errs, errors.New("Roles: needs Conversation, since a call carries only the user's messages"))
	}
	return errors.Join(errs...)
}

func (o Options) withDefaults() Options {
	if o.SystemPrompt == "" {
		o.SystemPrompt = builtInPrompt
	}
	if o.Messages == 0 {
		o.Messages = DefaultMessages
	}
	if len(o.Roles) == 0 {
		o.Roles = []decision.Role{decision.RoleUser}
	}
	if o.MaxTokens == 0 {
		o.MaxTokens = DefaultMaxTokens
	}
	if o.Random == nil {
		o.Random = rand.Reader
	}
	return o
}
