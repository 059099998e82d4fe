package reviewer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/reviewer"
)

// script is a model that says one thing after the other, and "done" at the end.
type script struct {
	mu      sync.Mutex
	says    []decision.Completion
	prompts []decision.Prompt
}

func (s *script) Complete(_ context.Context, p decision.Prompt) (decision.Completion, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompts = append(s.prompts, p)
	said := decision.Completion{Model: "scripted", Text: "done", InputTokens: 10, OutputTokens: 2}
	if n := len(s.prompts) - 1; n < len(s.says) {
		said.Text, said.ToolCalls, said.Cut = s.says[n].Text, s.says[n].ToolCalls, s.says[n].Cut
	}
	return said, nil
}

func (s *script) asked() []decision.Prompt {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]decision.Prompt{}, s.prompts...)
}

// completer is a function that is a model.
type completer func(context.Context, decision.Prompt) (decision.Completion, error)

func (f completer) Complete(ctx context.Context, p decision.Prompt) (decision.Completion, error) {
	return f(ctx, p)
}

// wants is an answer that asks for tools, given as name and input in turns.
func wants(pairs ...string) decision.Completion {
	var said decision.Completion
	for i := 0; i < len(pairs); i += 2 {
		said.ToolCalls = append(said.ToolCalls, decision.ToolRequest{ID: fmt.Sprintf("t%d", i/2), Name: pairs[i], Input: json.RawMessage(pairs[i+1])})
	}
	return said
}

func appends(text string) decision.Completion {
	input, _ := json.Marshal(map[string]string{"operation": "append", "text": text})
	return wants("persona_memory_manage", string(input))
}

// book keeps events, as a journal or as a sink.
type book struct {
	mu     sync.Mutex
	events []decision.Event
	fails  int // how many events it refuses first
}

func (b *book) Append(_ context.Context, e decision.Event) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fails > 0 {
		b.fails--
		return fmt.Errorf("no room")
	}
	b.events = append(b.events, e)
	return nil
}

func (b *book) Record(ctx context.Context, e decision.Event) error { return b.Append(ctx, e) }

func (b *book) all() []decision.Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]decision.Event{}, b.events...)
}

// only returns the fields of the one event that there is.
func (b *book) only(t *testing.T) map[string]any {
	t.Helper()
	events := b.all()
	require.Len(t, events, 1)
	require.Equal(t, decision.EventTurnReview, events[0].Type)
	return events[0].Fields
}

// persona makes a directory with a persona, and returns its path and that of the
// memory.
func persona(t *testing.T) (dir, memory string) {
	t.Helper()
	dir = t.TempDir()
	memory = filepath.Join(dir, reviewer.MemoryFile)
	write(t, filepath.Join(dir, "SOUL.md"), "You are Maple.\n")
	write(t, memory, "- Ann likes tea.\n")
	return dir, memory
}

// skills makes a directory with a skill.
func skills(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "brew", reviewer.SkillFile), "---\nname: brew\ndescription: \"Makes tea.\"\n---\n# Brew\nBoil water.\n")
	write(t, filepath.Join(dir, "brew", "ref", "leaves.md"), "Two spoons.\n")
	write(t, filepath.Join(dir, "brew", ".env"), "KEY=1\n")
	write(t, filepath.Join(dir, "notes.txt"), "no skill\n")
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o640))
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

// turn is a turn of a conversation: a word of the user, tool calls, an answer.
func turn(conversation, said string, tools int) reviewer.Turn {
	messages := []decision.Message{{Role: decision.RoleUser, Text: said}}
	for range tools {
		messages = append(messages,
			decision.Message{Role: decision.RoleAssistant, ToolCalls: []decision.ToolRequest{{ID: "1", Name: "fs.read", Input: json.RawMessage(`{"path":"a"}`)}}},
			decision.Message{Role: decision.RoleTool, ToolCallID: "1", Text: "b"})
	}
	messages = append(messages, decision.Message{Role: decision.RoleAssistant, Text: "Good."})
	return reviewer.Turn{Agent: "maple", Conversation: conversation, Messages: messages}
}

// begin makes a reviewer of all agents, whose clock is that of the test, and
// closes it at the end.
func begin(t *testing.T, a reviewer.Agent, o reviewer.Options) *reviewer.Reviewer {
	t.Helper()
	a.Agent = "*"
	o.Agents = []reviewer.Agent{a}
	r, err := reviewer.New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close(context.WithoutCancel(t.Context()))) })
	return r
}
