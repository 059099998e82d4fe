package effect_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// fileWritten tells in short what a call makes of files that hold "one two one".
func fileWritten(t *testing.T, tool, params string) string {
	t.Helper()
	call, err := decision.ParseCall([]byte(fmt.Sprintf(`{"tool":%q,"params":%s}`, tool, params)))
	require.NoError(t, err)
	list, ok := effect.FileWritesOf(&call)
	if !ok {
		return "-"
	}
	var out []string
	for _, w := range list {
		results, err := w.Results("one two one")
		text := w.Path + "=" + strings.Join(results, "|")
		switch {
		case err != nil && assert.Condition(t, func() bool { return err == effect.ErrUnknownContent || err == effect.ErrNoSuchText }):
			text = w.Path + "?"
			if err == effect.ErrNoSuchText {
				text = w.Path + "!"
			}
		case w.From != "":
			text = w.From + ">" + w.Path
		case w.Part:
			text += " (part)"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

func TestFileWritesOf(t *testing.T) {
	t.Parallel()
	quote := func(s string) string {
		b, err := json.Marshal(s)
		require.NoError(t, err)
		return string(b)
	}
	for name, tt := range map[string]struct{ tool, params, want string }{
		"write":              {"write_file", `{"path":"a","content":"x"}`, "a=x"},
		"write, claude":      {"Write", `{"file_path":"a","content":""}`, "a="},
		"append":             {"fs.append_file", `{"path":"a","text":"x","append":true}`, "a=one two onex"},
		"append, by name":    {"fs.append", `{"path":"a","text":"x"}`, "a=one two onex"},
		"odd parameter":      {"write_file", `{"path":"a","content":"x","mode":"a"}`, "a?"},
		"odd content":        {"write_file", `{"path":"a","content":["x"]}`, "a?"},
		"two contents":       {"write_file", `{"path":"a","content":"x","text":"y"}`, "a?"},
		"an empty content":   {"write_file", `{"path":"a","content":"x","text":""}`, "a=x"},
		"encoded":            {"write_file", `{"path":"a","content":"eA==","encoding":"base64"}`, "a?"},
		"plain encoding":     {"write_file", `{"path":"a","content":"x","encoding":"UTF-8"}`, "a=x"},
		"no path":            {"write_file", `{"content":"x"}`, "?"},
		"two paths":          {"write_file", `{"path":"a","file_path":"a","content":"x"}`, "a?; a?"},
		"edit":               {"Edit", `{"file_path":"a","old_string":"two","new_string":"2"}`, "a=one 2 one"},
		"edit, ambiguous":    {"Edit", `{"file_path":"a","old_string":"one","new_string":"1"}`, "a=1 two one|1 two 1"},
		"edit, all":          {"Edit", `{"file_path":"a","old_string":"one","new_string":"1","replace_all":true}`, "a=1 two 1"},
		"edit, away":         {"str_replace_based_edit_tool", `{"command":"str_replace","path":"a","old_str":"two"}`, "a=one  one"},
		"edit, not there":    {"Edit", `{"file_path":"a","old_string":"three","new_string":"3"}`, "a!"},
		"edit, nearly":       {"Edit", `{"file_path":"a","old_string":"one  two","new_string":"3"}`, "a?"},
		"edit, nothing":      {"Edit", `{"file_path":"a","old_string":"","new_string":"3"}`, "a!"},
		"edit, no texts":     {"Edit", `{"file_path":"a"}`, "a?"},
		"several":            {"MultiEdit", `{"file_path":"a","edits":[{"old_string":"two","new_string":"one"},{"old_string":"one","new_string":"1","replace_all":true}]}`, "a=1 1 1"},
		"several, open":      {"edit_file", `{"path":"a","edits":[{"oldText":"one","newText":"1"},{"oldText":"two","newText":"2"}]}`, "a=1 2 one|1 2 1"},
		"several, odd":       {"edit_file", `{"path":"a","edits":[{"line":1,"newText":"1"}]}`, "a?"},
		"a dry run":          {"edit_file", `{"path":"a","dryRun":true,"edits":[{"oldText":"one","newText":"1"}]}`, ""},
		"a sketch":           {"edit_file", `{"target_file":"a","code_edit":"// …\nx","instructions":"i"}`, "a?"},
		"insert":             {"str_replace_based_edit_tool", `{"command":"insert","path":"a","insert_line":1,"insert_text":"x"}`, "a=one two one\nx\n"},
		"insert, beyond":     {"str_replace_based_edit_tool", `{"command":"insert","path":"a","insert_line":9,"insert_text":"x"}`, "a?"},
		"view":               {"str_replace_based_edit_tool", `{"command":"view","path":"a"}`, "a=one two one"},
		"undo":               {"str_replace_based_edit_tool", `{"command":"undo_edit","path":"a"}`, "a?"},
		"create":             {"str_replace_based_edit_tool", `{"command":"create","path":"a","file_text":"x"}`, "a=x"},
		"a cell":             {"NotebookEdit", `{"notebook_path":"a.ipynb","cell_id":"1","new_source":"x","edit_mode":"replace"}`, "a.ipynb=x (part)"},
		"move":               {"mcp__filesystem__move_file", `{"source":"a","destination":"b"}`, "a>b"},
		"copy":               {"fs.copy", `{"src":"a","dst":"b"}`, "a>b"},
		"move, nowhere":      {"move_file", `{"source":"a"}`, "?"},
		"a patch":            {"apply_patch", `{"input":` + quote("*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n@@\n-one two one\n+y\n*** End Patch") + `}`, "a=x\n; c=y\n"},
		"a patch that moves": {"apply_patch", `{"input":` + quote("*** Begin Patch\n*** Update File: c\n*** Move to: d\n@@\n-one two one\n+y\n*** End Patch") + `}`, "c>d"},
		"a patch, no fit":    {"apply_patch", `{"patch":` + quote("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-q\n+y\n") + `}`, "x?"},
		"a patch, odd":       {"apply_patch", `{"patch":"hello"}`, "?"},
		"no patch":           {"apply_patch", `{}`, "?"},
		"a read":             {"read_file", `{"path":"a"}`, "-"},
		"a deletion":         {"delete_file", `{"path":"a"}`, "-"},
		"a directory":        {"create_directory", `{"path":"a"}`, "-"},
		"another tool":       {"mail.write", `{"path":"a","content":"x"}`, "-"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, fileWritten(t, tt.tool, tt.params))
		})
	}
}

// FuzzFileWritesOf holds that nothing panics, and that what is not understood is
// never told as known.
func FuzzFileWritesOf(f *testing.F) {
	f.Add("Edit", `{"file_path":"a","old_string":"x","new_string":"y"}`, "x")
	f.Add("apply_patch", `{"input":"*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch"}`, "x\n")
	f.Add("MultiEdit", `{"file_path":"a","edits":[{"old_string":"x"}]}`, "x")
	f.Fuzz(func(t *testing.T, tool, params, current string) {
		call, err := decision.ParseCall([]byte(fmt.Sprintf(`{"tool":%q,"params":%s}`, tool, params)))
		if err != nil {
			return
		}
		list, _ := effect.FileWritesOf(&call)
		for _, w := range list {
			results, err := w.Results(current)
			assert.Equal(t, err == nil, len(results) > 0)
		}
		call.Params["unheard_of"] = "x"
		list, ok := effect.FileWritesOf(&call)
		for _, w := range list {
			if _, err := w.Results(current); err == nil && w.From == "" && !strings.Contains(tool, "atch") {
				t.Fatalf("%s %s with an unknown parameter", tool, params)
			}
		}
		_ = ok
	})
}
