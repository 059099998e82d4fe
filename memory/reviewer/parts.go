package reviewer

import (
	"context"
	"errors"
)

// ErrRefused is wrapped by the errors of [Skills] and [Persona] about what was
// asked for and must not be: a path out of the root, a link, too large a file.
// The review records such a request as refused, any other error as failed.
var ErrRefused = errors.New("refused")

// Skills are what an agent can do, to read. Implementations must be safe for
// concurrent use and return soon after ctx is done. Their errors reach the model
// and the record, with secrets masked.
type Skills interface {
	// List returns the skills, without their texts.
	List(ctx context.Context) ([]Skill, error)
	// Get returns one skill, with its text and the names of its files.
	Get(ctx context.Context, name string) (Skill, error)
	// ReadFile returns the text of a file of a skill.
	ReadFile(ctx context.Context, name, file string) (string, error)
}

// Skill is one thing that an agent was taught.
type Skill struct {
	Name        string   `json:"name"`
	Description string   `json:"description,omitempty"`
	Text        string   `json:"text,omitempty"`
	Files       []string `json:"files,omitempty"` // slash-separated, relative to the skill
}

// Persona is what an agent is and remembers. What holds for [Skills] holds for
// it.
type Persona interface {
	// Get returns the texts of the persona, the memory among them.
	Get(ctx context.Context) ([]PersonaFile, error)
	// Append adds an entry at the end of the memory and changes nothing else. The
	// entry is one plain line without markup, of at most [MaxEntryBytes].
	Append(ctx context.Context, entry string) error
}

// PersonaFile is one text of a persona.
type PersonaFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}
