package reviewer_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/reviewer"
)

// reviewed reviews one turn with what a model says, and returns the model and
// the fields of the event.
func reviewed(t *testing.T, a reviewer.Agent, says ...decision.Completion) (model *script, fields map[string]any) {
	t.Helper()
	model = &script{says: says}
	synctest.Test(t, func(t *testing.T) {
		journal := &book{}
		a.Model, a.MemoryInterval = model, 1
		r := begin(t, a, reviewer.Options{Journal: journal})
		r.TurnDone(t.Context(), turn("c", "hi", 2))
		synctest.Wait()
		fields = journal.only(t)
	})
	return model, fields
}

// results are what the model was told of its requests in a round.
func results(t *testing.T, m *script, round int) (list []decision.Message) {
	t.Helper()
	prompts := m.asked()
	require.Greater(t, len(prompts), round)
	last := prompts[round].Messages
	for i := len(last) - 1; last[i].Role == decision.RoleTool; i-- {
		list = append([]decision.Message{last[i]}, list...)
	}
	return list
}

func TestWhatIsNoneOfTheFiveToolsIsRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tool, input string
		reason      string
	}{
		"a sixth tool":             {"skill_update", `{"name":"brew"}`, "no such tool"},
		"a message":                {"send_message", `{"text":"hello"}`, "no such tool"},
		"another case":             {"Persona_Get", `{}`, "no such tool"},
		"no name":                  {"", `{}`, "no such tool"},
		"an overwrite":             {"persona_memory_manage", `{"operation":"replace","text":"Ann hates tea."}`, "only be appended"},
		"a removal":                {"persona_memory_manage", `{"operation":"delete","text":"Ann likes tea."}`, "only be appended"},
		"no operation":             {"persona_memory_manage", `{"text":"Ann hates tea."}`, "operation is missing"},
		"an append with a file":    {"persona_memory_manage", `{"operation":"append","text":"x","file":"SOUL.md"}`, "not known"},
		"two operations":           {"persona_memory_manage", `{"operation":"replace","text":"x","operation":"append"}`, "duplicate"},
		"an entry that is no text": {"persona_memory_manage", `{"operation":"append","text":["x"]}`, "must be a text"},
		"an entry without words":   {"persona_memory_manage", `{"operation":"append","text":"## ---"}`, "needs words"},
		"a long entry":             {"persona_memory_manage", `{"operation":"append","text":"` + strings.Repeat("x ", 600) + `"}`, "shorten it"},
		"a longer entry":           {"persona_memory_manage", `{"operation":"append","text":"` + strings.Repeat("x ", 3000) + `"}`, "shorten it"},
		"a huge input":             {"persona_memory_manage", `{"operation":"append","text":"` + strings.Repeat("x", 9000) + `"}`, "too large"},
		"the path of a skill":      {"skill_get", `{"name":"../outside"}`, "below its root"},
		"a skill in a skill":       {"skill_get", `{"name":"brew/ref"}`, "without a path"},
		"the root":                 {"skill_get", `{"name":"."}`, "below its root"},
		"a file outside":           {"skill_read_file", `{"name":"brew","file":"../../outside/secret.md"}`, "below its root"},
		"a file of another skill":  {"skill_read_file", `{"name":"brew","file":"../plain/SKILL.md"}`, "below its root"},
		"a file from the top":      {"skill_read_file", `{"name":"brew","file":"/etc/passwd"}`, "below its root"},
		"a path of windows":        {"skill_read_file", `{"name":"brew","file":"..\\..\\x"}`, "below its root"},
		"a hidden file":            {"skill_read_file", `{"name":"brew","file":".env"}`, "hidden"},
		"a linked file":            {"skill_read_file", `{"name":"brew","file":"linked.md"}`, "links"},
		"a file in a linked place": {"skill_read_file", `{"name":"brew","file":"place/secret.md"}`, "links"},
		"a linked skill":           {"skill_get", `{"name":"linked"}`, "links"},
		"a directory":              {"skill_read_file", `{"name":"brew","file":"ref"}`, "no regular file"},
		"a large file":             {"skill_read_file", `{"name":"brew","file":"large.md"}`, "more than"},
		"no object":                {"persona_get", `[]`, "must be an object"},
		"no json":                  {"persona_get", `{`, "malformed"},
		"too much input":           {"persona_get", `{"deep":[[[[[[1]]]]]]}`, "nested too deeply"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, memory := persona(t)
			all := skills(t)
			outside := filepath.Join(t.TempDir(), "outside")
			write(t, filepath.Join(outside, "secret.md"), "the secret of others")
			write(t, filepath.Join(outside, reviewer.SkillFile), "the secret of others")
			write(t, filepath.Join(all, "brew", "large.md"), strings.Repeat("x", reviewer.MaxFileBytes+1))
			require.NoError(t, os.Symlink(filepath.Join(outside, "secret.md"), filepath.Join(all, "brew", "linked.md")))
			require.NoError(t, os.Symlink(outside, filepath.Join(all, "brew", "place")))
			require.NoError(t, os.Symlink(outside, filepath.Join(all, "linked")))

			model, fields := reviewed(t, reviewer.Agent{Persona: reviewer.NewPersonaDir(dir), Skills: reviewer.NewSkillDir(all)}, wants(tt.tool, tt.input))
			assert.Equal(t, "- Ann likes tea.\n", read(t, memory))
			assert.Equal(t, "You are Maple.\n", read(t, filepath.Join(dir, "SOUL.md")))
			assert.Empty(t, fields["wrote"])
			require.Len(t, fields["refused"], 1)
			one := fields["refused"].([]any)[0].(map[string]any)
			assert.Equal(t, tt.tool, one["tool"])
			assert.Contains(t, one["reason"], tt.reason)
			assert.LessOrEqual(t, len(one["input"].(string)), 512)
			assert.Equal(t, "done", fields["status"], "the review goes on")

			told := results(t, model, 1)
			require.Len(t, told, 1)
			assert.True(t, told[0].ToolError)
			assert.Contains(t, told[0].Text, tt.reason)
			assert.NotContains(t, fmt.Sprint(model.asked()), "the secret of others")
		})
	}
}

func TestReadingSkills(t *testing.T) {
	t.Parallel()
	suggestion := decision.Completion{Text: "brew: say \"two minutes\".\nNot more.\x1b[2J"}
	model, fields := reviewed(t, reviewer.Agent{Skills: reviewer.NewSkillDir(skills(t)), SkillInterval: 2},
		wants("skill_list", ``, "skill_get", `{"name":"brew"}`, "skill_read_file", `{"name":"brew","file":"ref/leaves.md"}`),
		wants("skill_get", `{"name":"none"}`, "persona_get", `{}`), suggestion)
	told := results(t, model, 1)
	require.Len(t, told, 3)
	assert.JSONEq(t, `[{"name":"brew","description":"Makes tea."}]`, told[0].Text)
	assert.JSONEq(t, `{"name":"brew","description":"Makes tea.","text":"---\nname: brew\ndescription: \"Makes tea.\"\n---\n# Brew\nBoil water.\n","files":["SKILL.md","ref/leaves.md"]}`, told[1].Text)
	assert.Equal(t, "Two spoons.\n", told[2].Text)
	assert.Equal(t, []any{"skill_list", "skill brew", "skill brew file ref/leaves.md"}, fields["read"])
	assert.Equal(t, "brew: say \"two minutes\".\nNot more.[2J", fields["suggestions"])
	assert.Empty(t, fields["refused"])
	require.Len(t, fields["failed"], 2)
	assert.Equal(t, []any{"skills"}, fields["review"])
}

func TestWhatIsNoSuggestion(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		skills     int
		said, want string
	}{
		"none":                  {1, "None.", ""},
		"a review of memory":    {reviewer.Never, "I would change brew.", ""},
		"a suggestion":          {1, "Change brew; none other.", "Change brew; none other."},
		"with the key of a bot": {1, "Use ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05.", "Use [secret]."},
		"a long one":            {1, strings.Repeat("ä", reviewer.MaxSuggestionBytes), strings.Repeat("ä", reviewer.MaxSuggestionBytes/8*3) + "…" + strings.Repeat("ä", reviewer.MaxSuggestionBytes/8)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, _ := persona(t)
			_, fields := reviewed(t, reviewer.Agent{Persona: reviewer.NewPersonaDir(dir), Skills: reviewer.NewSkillDir(skills(t)), SkillInterval: tt.skills},
				decision.Completion{Text: tt.said})
			assert.Equal(t, tt.want, fields["suggestions"])
		})
	}
}

func TestAReviewIsBounded(t *testing.T) {
	t.Parallel()
	dir, memory := persona(t)
	agent := reviewer.Agent{Persona: reviewer.NewPersonaDir(dir)}

	t.Run("in rounds", func(t *testing.T) {
		t.Parallel()
		var says []decision.Completion
		for range 2 * reviewer.MaxRounds {
			says = append(says, wants("persona_get", `{}`))
		}
		model, fields := reviewed(t, agent, says...)
		assert.Len(t, model.asked(), reviewer.MaxRounds)
		assert.Equal(t, "limit", fields["status"])
	})
	t.Run("in tools", func(t *testing.T) {
		t.Parallel()
		var pairs []string
		for range 2 * reviewer.MaxToolCalls {
			pairs = append(pairs, "persona_get", `{}`)
		}
		model, fields := reviewed(t, agent, wants(pairs...))
		assert.Len(t, fields["read"], reviewer.MaxToolCalls)
		assert.Len(t, fields["refused"], 1)
		assert.EqualValues(t, reviewer.MaxToolCalls-1, fields["left_out"])
		assert.Len(t, results(t, model, 1), reviewer.MaxToolCalls+1)
	})
	t.Run("in bytes", func(t *testing.T) {
		t.Parallel()
		large := t.TempDir()
		write(t, filepath.Join(large, "SOUL.md"), strings.Repeat("word ", reviewer.MaxFileBytes/5))
		var pairs []string
		for range 6 {
			pairs = append(pairs, "persona_get", `{}`)
		}
		model, fields := reviewed(t, reviewer.Agent{Persona: reviewer.NewPersonaDir(large)}, wants(pairs...))
		read := 0
		for _, m := range results(t, model, 1) {
			assert.LessOrEqual(t, len(m.Text), reviewer.MaxResultBytes+len("…"))
			read += len(m.Text)
		}
		assert.LessOrEqual(t, read, reviewer.MaxReadBytes+6*200)
		assert.NotEmpty(t, fields["refused"])
	})
	t.Run("in entries", func(t *testing.T) {
		t.Parallel()
		own, memory := persona(t)
		var said decision.Completion
		for i := range 7 {
			said.ToolCalls = append(said.ToolCalls, appends(fmt.Sprintf("Fact %d.", i)).ToolCalls...)
		}
		_, fields := reviewed(t, reviewer.Agent{Persona: reviewer.NewPersonaDir(own)}, said)
		assert.Len(t, fields["wrote"], reviewer.MaxAppends)
		assert.Len(t, fields["refused"], 2)
		assert.Equal(t, reviewer.MaxAppends+1, strings.Count(read(t, memory), "\n"))
	})
	t.Run("in what a cut answer does", func(t *testing.T) {
		t.Parallel()
		said := appends("Ann hates te")
		said.Cut = true
		_, fields := reviewed(t, agent, said)
		assert.Empty(t, fields["wrote"])
		assert.Len(t, fields["refused"], 1)
		assert.Equal(t, "- Ann likes tea.\n", read(t, memory))
	})
}

func TestTheRecordIsBoundedAndHoldsNoSecret(t *testing.T) {
	t.Parallel()
	dir, memory := persona(t)
	const secret = "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"
	said := appends("The token is " + secret + " now.")
	said.ToolCalls = append(said.ToolCalls, wants(secret+strings.Repeat("x", 10_000), `{"password":"hunter2","text":"`+secret+`"}`).ToolCalls...)
	model, fields := reviewed(t, reviewer.Agent{Persona: reviewer.NewPersonaDir(dir)}, said)
	assert.Contains(t, read(t, memory), "The token is [secret] now.")
	text, err := json.Marshal(fields)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "Zk93")
	assert.NotContains(t, string(text), "hunter2")
	assert.Less(t, len(text), 4096)
	assert.NotEmpty(t, model.asked())
}

// faulty is a persona whose parts fail.
type faulty struct{ err error }

func (f faulty) Get(context.Context) ([]reviewer.PersonaFile, error) { panic(f.err) }
func (f faulty) Append(context.Context, string) error                { return f.err }

func TestFailuresOfPartsAreRecorded(t *testing.T) {
	t.Parallel()
	said := wants("persona_get", `{}`)
	said.ToolCalls = append(said.ToolCalls, appends("Ann likes tea.").ToolCalls...)
	_, fields := reviewed(t, reviewer.Agent{Persona: faulty{errors.New("no space, by ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05")}}, said)
	require.Len(t, fields["failed"], 2)
	assert.Empty(t, fields["wrote"])
	assert.Contains(t, fields["failed"].([]any)[1].(map[string]any)["reason"], "no space, by [secret]")
	_, fields = reviewed(t, reviewer.Agent{Persona: faulty{fmt.Errorf("%w: read only", reviewer.ErrRefused)}}, appends("Ann likes tea."))
	assert.Len(t, fields["refused"], 1)
}
