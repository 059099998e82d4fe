package journal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

// noon is when everything in these tests happens.
var noon = time.Date(2026, 3, 4, 12, 0, 0, 123456789, time.FixedZone("", 2*3600))

func clock() time.Time { return noon }

func newPath(t testing.TB) string { return filepath.Join(t.TempDir(), "log", "decisions.jsonl") }

func open(t testing.TB, path string, opts journal.Options) *journal.Journal {
	t.Helper()
	if opts.Now == nil {
		opts.Now = clock
	}
	j, err := journal.Open(path, checked(t, opts))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, j.Close()) })
	return j
}

func event(id string) decision.Event {
	return decision.Event{
		Time: noon,
		Decision: &decision.Decision{
			ID: id, Action: decision.Approve, Confidence: 1, Reasoning: "reads are fine", RuleMatched: "reads",
			Agent: "coder", Tool: "fs.read", Via: decision.ViaMesh, Elapsed: 3 * time.Millisecond, Time: noon, Fingerprint: "f00d",
		},
		Call: &decision.Call{ID: id, Tool: "fs.read", Params: map[string]any{"path": "a.txt"}, WorkingDir: "/home/dev/project"},
	}
}

// write makes a journal of n decisions and returns its path.
func write(t testing.TB, n int, opts journal.Options) string {
	t.Helper()
	path := newPath(t)
	j := open(t, path, opts)
	for i := range n {
		require.NoError(t, j.Append(t.Context(), event(fmt.Sprintf("a%d", i+1))))
	}
	return path
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return data
}

// lines returns the lines of a file, each with its LF.
func lines(t testing.TB, path string) []string {
	t.Helper()
	return slices.Collect(strings.Lines(string(read(t, path))))
}

// last returns the last record, decoded.
func last(t testing.TB, path string) map[string]any {
	t.Helper()
	all := lines(t, path)
	var record map[string]any
	require.NoError(t, json.Unmarshal([]byte(all[len(all)-1]), &record))
	return record
}

func requireIntact(t testing.TB, path string, records int) {
	t.Helper()
	report, err := journal.Verify(t.Context(), path, journal.VerifyOptions{})
	require.NoError(t, err)
	require.True(t, report.Intact, "%s", report)
	require.Equal(t, records, report.Records)
}

func TestADecisionIsWrittenInTheReferencesFormAndBeyond(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	e := event("a1")
	e.Decision.Action, e.Decision.Cause = decision.Escalate, decision.CauseThreshold
	e.Decision.Reasoning, e.Decision.RuleMatched, e.Decision.Confidence = "naïve 🙂 <b>\u202e", "", 0.25
	e.Decision.Evidence = decision.Evidence{
		Rule:    &decision.RuleRef{Name: "r", File: "sup7.yaml", Line: 3},
		Links:   []decision.Link{{Name: "ollama", State: decision.LinkFailed, Cause: decision.CauseTimeout, MS: 12.5}},
		Effects: []decision.Effect{{Kind: decision.Reads, Target: "a.txt", Zone: decision.ZoneProject, Segment: "a.txt"}},
		Answers: map[string]any{"erases": 0.1}, Timings: map[string]float64{"rules": 0.5}, Notes: []string{"n"},
	}
	e.Call.Created, e.Call.Expires = noon, noon.Add(time.Minute)
	require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), e))

	const want = `{"timestamp":"2026-03-04T10:00:00.123456+00:00","approval_id":"a1","agent_id":"coder","tool":"fs.read",` +
		`"decision":"escalated","rule_matched":null,"reasoning":"na\u00efve \ud83d\ude42 <b>\u202e","confidence":0.25,` +
		`"evaluation_ms":3,"injection_risk":false,"evaluator":null,"via":"mesh","cause":"threshold","fingerprint":"f00d",` +
		`"policy_rule":"","session_id":"","rule":{"file":"sup7.yaml","line":3,"name":"r"},` +
		`"links":[{"cause":"timeout","ms":12.5,"name":"ollama","state":"failed"}],"answers":{"erases":0.1},"limits":null,` +
		`"effects":[{"kind":"reads","segment":"a.txt","target":"a.txt","zone":"project"}],"opaque":null,"precedents":[],` +
		`"signals":{},"timings":{"rules":0.5},"notes":["n"],"call":{"params":{"path":"a.txt"},"masked":false,"replayable":true,` +
		`"working_dir":"/home/dev/project","created_at":"2026-03-04T10:00:00.123456+00:00",` +
		`"expires_at":"2026-03-04T10:01:00.123456+00:00"},"alg":"sha256","seq":1,` +
		`"prev":"0000000000000000000000000000000000000000000000000000000000000000",` +
		`"hash":"ea6c3f21c3d8bff1b2d729e9f9d196d8d42403b6d66f543de416b609fc721ce4"}` + "\n"
	assert.Equal(t, want, string(read(t, path)))
	requireIntact(t, path, 1)
}

func TestOtherEvents(t *testing.T) {
	t.Parallel()
	d := event("a1").Decision
	tests := map[string]struct {
		event decision.Event
		want  map[string]any // without the seal
	}{
		"outcome": {
			decision.Event{Type: decision.EventOutcome, Decision: d, Outcome: &decision.Outcome{State: decision.OutcomeLost, By: "ann", Status: "denied", Detail: "token=abc123"}},
			map[string]any{"type": "outcome", "approval_id": "a1", "agent_id": "coder", "tool": "fs.read", "outcome": "lost", "resolved_by": "ann", "status": "denied", "detail": "[secret]", "fingerprint": "f00d"},
		},
		"paused call": {
			decision.Event{Type: decision.EventPausedCall, Decision: d},
			map[string]any{"type": "paused_call", "approval_id": "a1", "agent_id": "coder", "tool": "fs.read", "reasoning": "reads are fine", "via": "mesh", "cause": "", "fingerprint": "f00d"},
		},
		"fields": {
			decision.Event{Type: decision.EventConfigChange, Fields: map[string]any{"path": "sup7.yaml", "rules": 3, "api_token": "abc"}},
			map[string]any{"type": "config_change", "path": "sup7.yaml", "rules": 3.0, "api_token": "[secret]"},
		},
		"fields with reserved names": {
			decision.Event{Type: decision.EventStarted, Fields: map[string]any{"seq": 9, "field_seq": 8, "hash": "x", "decision": "approved", "type": "y"}},
			map[string]any{"type": "started", "field_seq": 8.0, "field_field_seq": 9.0, "field_hash": "x", "field_decision": "approved", "field_type": "y"},
		},
		"field that is no json": {
			decision.Event{Type: decision.EventStopped, Fields: map[string]any{"f": func() {}}},
			map[string]any{"type": "stopped", "f": nil, "cut": []any{"f"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), tt.event))
			got := last(t, path)
			assert.Equal(t, "2026-03-04T10:00:00.123456+00:00", got["timestamp"], "without a time of its own, an event has the clock's")
			for _, seal := range []string{"timestamp", "alg", "seq", "prev", "hash"} {
				assert.Contains(t, got, seal)
				delete(got, seal)
			}
			assert.Equal(t, tt.want, got)
			requireIntact(t, path, 1)
		})
	}
}

func TestAppendRefusesAnIncompleteEvent(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	for _, e := range []decision.Event{
		{}, {Type: decision.EventOutcome}, {Type: decision.EventOutcome, Decision: event("a").Decision}, {Type: decision.EventPausedCall},
	} {
		require.ErrorContains(t, j.Append(t.Context(), e), "incomplete")
	}
	for _, own := range []decision.EventType{"rotated", "repaired", "discontinued"} {
		require.ErrorContains(t, j.Append(t.Context(), decision.Event{Type: own}), "the journal's own")
	}
	assert.Empty(t, read(t, path))
}

func TestReopeningGoesOnWithTheChain(t *testing.T) {
	t.Parallel()
	path := write(t, 2, journal.Options{})
	require.NoError(t, open(t, path, journal.Options{}).Append(t.Context(), event("a3")))
	requireIntact(t, path, 3)
	assert.InEpsilon(t, 3, last(t, path)["seq"], 0)
}

// TestManyWritersMakeOneChain has several journals on one file, as several
// processes would, each used by several goroutines.
func TestManyWritersMakeOneChain(t *testing.T) {
	t.Parallel()
	const journals, goroutines, events = 3, 4, 15
	path := newPath(t)
	var wg sync.WaitGroup
	for n := range journals {
		j := open(t, path, journal.Options{})
		for g := range goroutines {
			wg.Go(func() {
				for i := range events {
					assert.NoError(t, j.Append(context.Background(), event(fmt.Sprintf("%d-%d-%d", n, g, i))))
				}
			})
		}
	}
	wg.Wait()
	requireIntact(t, path, journals*goroutines*events)

	seen := map[string]int{}
	skipped, err := journal.Read(t.Context(), bytes.NewReader(read(t, path)), func(r journal.Record) error {
		seen[r.ApprovalID]++
		return nil
	})
	require.NoError(t, err)
	assert.Zero(t, skipped)
	assert.Len(t, seen, journals*goroutines*events)
}

func TestAppendHonoursItsContext(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		require.ErrorIs(t, j.Append(ended, event("a1")), context.Canceled)
	}
	assert.Empty(t, read(t, path))

	// While one append is stuck in the disk, another stops waiting for its turn.
	writing, release := make(chan struct{}), make(chan struct{})
	j.SetWrite(func(f *os.File, line []byte) (int, error) {
		close(writing)
		<-release
		return f.Write(line)
	})
	done := make(chan error)
	go func() { done <- j.Append(context.Background(), event("a1")) }()
	<-writing
	short, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	require.ErrorIs(t, j.Append(short, event("a2")), context.DeadlineExceeded)
	close(release)
	require.NoError(t, <-done)
	requireIntact(t, path, 1)
}

func TestClosedJournalTakesNothing(t *testing.T) {
	t.Parallel()
	j := open(t, newPath(t), journal.Options{})
	require.NoError(t, j.Close())
	require.NoError(t, j.Close(), "closing again does nothing")
	require.ErrorIs(t, j.Append(t.Context(), event("a1")), journal.ErrClosed)
}

func TestOpenSetsModesAndFollowsLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	modeOf := func(path string) os.FileMode {
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode().Perm()
	}

	fresh := filepath.Join(dir, "new", "deep", "log.jsonl")
	open(t, fresh, journal.Options{})
	assert.Equal(t, os.FileMode(0o600), modeOf(fresh))
	assert.Equal(t, os.FileMode(0o700), modeOf(filepath.Dir(fresh)))

	chosen := filepath.Join(dir, "chosen.jsonl")
	open(t, chosen, journal.Options{Mode: 0o640})
	assert.Equal(t, os.FileMode(0o640), modeOf(chosen))
	open(t, chosen, journal.Options{})
	assert.Equal(t, os.FileMode(0o640), modeOf(chosen), "an existing file keeps its mode")

	link := filepath.Join(dir, "link.jsonl")
	require.NoError(t, os.Symlink(fresh, link))
	require.NoError(t, open(t, link, journal.Options{}).Append(t.Context(), event("a1")))
	requireIntact(t, fresh, 1)
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	_, err := journal.Open(t.TempDir(), journal.Options{})
	require.Error(t, err, "a directory")

	_, err = journal.Open(os.DevNull, journal.Options{})
	require.ErrorContains(t, err, "not a regular file")
}
