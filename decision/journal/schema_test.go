package journal_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/internal/jsonschema"
)

const schemaFile = "../../docs/journal.schema.json"

var journalSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, err
	}
	return jsonschema.Parse(data)
})

// checkLine holds a line against the schema, or a part of it.
func checkLine(line []byte, part string) string {
	root, err := journalSchema()
	if err != nil {
		return err.Error()
	}
	var v any
	if err := json.Unmarshal(line, &v); err != nil {
		return err.Error()
	}
	s := root
	if part != "" {
		s = root.Defs[part]
	}
	return s.Check(root, v)
}

// checked holds every line that a test writes against the schema.
func checked(t testing.TB, opts journal.Options) journal.Options {
	if _, isBenchmark := t.(*testing.B); isBenchmark {
		return opts
	}
	return journal.ObserveWrites(opts, func(lines []byte) {
		for line := range bytes.Lines(lines) {
			if fault := checkLine(line, ""); fault != "" {
				t.Errorf("the line does not fit the schema: %s\n%.2000s", fault, line)
			}
		}
	})
}

func TestTheSchemaKnowsOurLinesFromOthers(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{Checkpoint: 1, RotateSize: 1})
	appendAll(t, j, event("a1"), outcome("a1", decision.OutcomeSent),
		decision.Event{Type: decision.EventPausedCall, Decision: event("a2").Decision}, decision.Event{Type: decision.EventStarted})
	samples := map[string]string{}
	for _, file := range append(files(t, path), path) {
		for _, line := range lines(t, file) {
			for _, part := range []string{"decision", "outcome", "paused_call", "rotated", "event"} {
				if checkLine([]byte(line), part) == "" {
					samples[part] = line
				}
			}
		}
	}
	require.Len(t, samples, 5)
	samples["checkpoint"] = string(read(t, path+markSuffix))
	root, err := journalSchema()
	require.NoError(t, err)
	for part, line := range samples {
		require.Empty(t, checkLine([]byte(line), part))
		if part != "checkpoint" {
			require.Empty(t, checkLine([]byte(line), ""), "exactly one part fits")
		}
		var object map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &object))
		for member, value := range object {
			delete(object, member)
			if slices.Contains(root.Defs[part].Required, member) {
				assert.NotEmpty(t, root.Defs[part].Check(root, object), "%s without %s", part, member)
			}
			object[member] = []any{map[string]any{"x": 1}}
			if member != "evaluator" && member != "answers" && member != "limits" {
				assert.NotEmpty(t, root.Defs[part].Check(root, object), "%s with another %s", part, member)
			}
			object[member] = value
		}
		object["decision"] = "maybe"
		assert.NotEmpty(t, root.Check(root, object), "%s with a decision", part)
	}
}
