package journal_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

func outcome(id string, state decision.OutcomeState) decision.Event {
	d := event(id).Decision
	return decision.Event{Type: decision.EventOutcome, Time: noon, Decision: d, Outcome: &decision.Outcome{State: state}}
}

func appendAll(t testing.TB, j *journal.Journal, events ...decision.Event) {
	t.Helper()
	for _, e := range events {
		require.NoError(t, j.Append(t.Context(), e))
	}
}

func TestFindTellsTheStoryOfACall(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{RotateSize: 1})
	named := event("other")
	named.Decision.Reasoning = `not "approval_id":"é1" itself`
	appendAll(t, j, event("é1"), event("a2"), outcome("é1", decision.OutcomeUnsent), named, outcome("é1", decision.OutcomeSent),
		decision.Event{Type: "other", Fields: map[string]any{"tool": 5, "approval_id": "é1"}})

	found, err := journal.Find(t.Context(), path, "é1")
	require.NoError(t, err)
	var story []string
	all := append(files(t, path), path)
	for _, r := range found {
		story = append(story, fmt.Sprintf("%s %s %s %s %d", r.Decision, r.Type, r.Outcome, r.Via, r.Seq))
		assert.Equal(t, "é1", r.ApprovalID)
		at := filepath.Join(filepath.Dir(path), r.File)
		assert.Contains(t, all, at)
		assert.True(t, bytes.HasPrefix(read(t, at)[r.Offset:], r.JSON))
		assert.Equal(t, lines(t, at)[r.Line-1], string(r.JSON)+"\n")
	}
	assert.Equal(t, []string{"approved   mesh 1", " outcome unsent  5", " outcome sent  9", " other   11"}, story)

	d := found[0].Decided()
	assert.Equal(t, "é1", d.ID)
	assert.Equal(t, decision.Approve, d.Action)
	assert.Equal(t, "f00d", d.Fingerprint)
	assert.Equal(t, "reads are fine", d.Reasoning)
	assert.Equal(t, "reads", d.RuleMatched)
	assert.Equal(t, decision.Escalate, found[1].Decided().Action, "an outcome is no decision")

	nothing, err := journal.Find(t.Context(), path, "é")
	require.NoError(t, err)
	assert.Empty(t, nothing)
}

func TestFindIsBounded(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	line := strings.TrimSpace(lines(t, write(t, 1, journal.Options{}))[0])
	var text strings.Builder
	for n := range journal.MaxFound + 5 {
		text.WriteString(strings.Replace(line, `"seq":1`, fmt.Sprintf(`"seq":%d`, n), 1) + "\n")
	}
	open(t, path, journal.Options{})
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o600))
	found, err := journal.Find(t.Context(), path, "a1")
	require.NoError(t, err)
	require.Len(t, found, journal.MaxFound)
	assert.EqualValues(t, 5, found[0].Seq, "the newest ones")
}

func TestFindOfALongID(t *testing.T) {
	t.Parallel()
	path, id := newPath(t), strings.Repeat("x", 2*decision.MaxNameBytes)
	appendAll(t, open(t, path, journal.Options{}), event(id))
	found, err := journal.Find(t.Context(), path, id)
	require.NoError(t, err)
	assert.Len(t, found, 1)
}

func TestFindAndUnsettledReturnTheErrorsOfReading(t *testing.T) {
	t.Parallel()
	path := write(t, 1, journal.Options{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	missing := filepath.Join(t.TempDir(), "none.jsonl")

	_, err := journal.Find(t.Context(), missing, "a1")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = journal.Find(ended, path, "a1")
	require.ErrorIs(t, err, context.Canceled)
	_, err = journal.Unsettled(t.Context(), missing, time.Time{})
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = journal.Unsettled(ended, path, time.Time{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestUnsettledDecisions(t *testing.T) {
	t.Parallel()
	with := func(e decision.Event, change func(d *decision.Decision)) decision.Event {
		change(e.Decision)
		return e
	}
	as := func(a decision.Action) func(d *decision.Decision) { return func(d *decision.Decision) { d.Action = a } }
	tests := map[string]struct {
		events []decision.Event
		want   []string
	}{
		"no outcome":             {[]decision.Event{event("a"), with(event("b"), as(decision.Deny))}, []string{"a approved 1", "b denied 2"}},
		"sent":                   {[]decision.Event{event("a"), outcome("a", decision.OutcomeSent)}, nil},
		"lost":                   {[]decision.Event{event("a"), outcome("a", decision.OutcomeLost)}, nil},
		"failed":                 {[]decision.Event{event("a"), outcome("a", decision.OutcomeFailed)}, nil},
		"unsent":                 {[]decision.Event{event("a"), outcome("a", decision.OutcomeUnsent), outcome("a", decision.OutcomeUnsent)}, []string{"a approved 1"}},
		"unsent, then sent":      {[]decision.Event{event("a"), outcome("a", decision.OutcomeUnsent), outcome("a", decision.OutcomeSent)}, nil},
		"escalated":              {[]decision.Event{with(event("a"), as(decision.Escalate))}, nil},
		"not from a mesh":        {[]decision.Event{with(event("a"), func(d *decision.Decision) { d.Via = decision.ViaEvaluate })}, nil},
		"decided again":          {[]decision.Event{event("a"), outcome("a", decision.OutcomeUnsent), with(event("a"), as(decision.Deny))}, []string{"a denied 3"}},
		"decided again and sent": {[]decision.Event{event("a"), with(event("a"), as(decision.Deny)), outcome("a", decision.OutcomeSent)}, nil},
		"escalated in the end":   {[]decision.Event{event("a"), with(event("a"), as(decision.Escalate)), outcome("a", decision.OutcomeLeft)}, nil},
		"events of other kinds":  {[]decision.Event{event("a"), {Type: decision.EventPaused, Fields: map[string]any{"approval_id": "a"}}}, []string{"a approved 1"}},
		"of several, one": {[]decision.Event{
			event("a"), event("b"), event("c"), outcome("c", decision.OutcomeSent), outcome("a", decision.OutcomeSent),
		}, []string{"b approved 2"}},
	}
	for name, tt := range tests {
		for _, size := range []int64{0, 1} { // in one file, and each in its own
			t.Run(fmt.Sprint(name, "/", size), func(t *testing.T) {
				t.Parallel()
				path := newPath(t)
				appendAll(t, open(t, path, journal.Options{RotateSize: size}), tt.events...)
				tear(t, path, `{"timestamp":"2026`)
				found, err := journal.Unsettled(t.Context(), path, time.Time{})
				require.NoError(t, err)
				var got []string
				for _, r := range found {
					seq := r.Seq
					if size > 0 {
						seq = (seq + 1) / 2 // without the records "rotated"
					}
					got = append(got, fmt.Sprintf("%s %s %d", r.ApprovalID, r.Decision, seq))
					assert.True(t, bytes.HasPrefix(read(t, filepath.Join(filepath.Dir(path), r.File))[r.Offset:], r.JSON))
				}
				assert.Equal(t, tt.want, got)
			})
		}
	}
}

func TestUnsettledLooksBackNoFurtherThanAsked(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := open(t, path, journal.Options{})
	for n := range 5 {
		e := event(fmt.Sprint(n))
		e.Time = noon.Add(time.Duration(n) * time.Minute)
		appendAll(t, j, e)
	}
	found, err := journal.Unsettled(t.Context(), path, noon.Add(3*time.Minute).Truncate(time.Microsecond))
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.Equal(t, "3", found[0].ApprovalID)
}

func TestUnsettledReadsABoundedTail(t *testing.T) {
	t.Parallel()
	path := write(t, 1, journal.Options{})
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	for range journal.MaxTailBytes / journal.MaxRecordBytes {
		_, err := f.WriteString(strings.Repeat(" ", journal.MaxRecordBytes) + "\n")
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	found, err := journal.Unsettled(t.Context(), path, time.Time{})
	require.NoError(t, err)
	assert.Empty(t, found)
}

// FuzzUnsettled compares reading back with reading on.
func FuzzUnsettled(f *testing.F) {
	written := newPath(f)
	appendAll(f, open(f, written, journal.Options{}),
		event("a"), outcome("a", decision.OutcomeUnsent), event("b"), outcome("b", decision.OutcomeSent), event("c"))
	f.Add(read(f, written))
	f.Add([]byte{})
	f.Add([]byte("{}\n\n{\"via\":\"mesh\",\"decision\":\"denied\"}\nx"))
	f.Add([]byte(`{"via":"mesh","decision":"approved","approval_id":"a"}` + "\n" + `{"type":"outcome","approval_id":"a","outcome":"unsent"}` + "\n"))
	f.Add([]byte(`{"via":5,"decision":"approved","approval_id":"a","timestamp":"2026-01-01T00:00:00Z"}` + "\n"))
	f.Add(bytes.Repeat([]byte("\n"), 5000))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "log.jsonl")
		require.NoError(t, os.WriteFile(path, data, 0o600))
		newest, settled := map[string]string{}, map[string]bool{}
		_, err := journal.Read(t.Context(), bytes.NewReader(data), func(r journal.Record) error {
			switch {
			case r.Type == decision.EventOutcome:
				settled[r.ApprovalID] = r.Outcome != decision.OutcomeUnsent
			case r.Type == decision.EventDecision && r.Via == decision.ViaMesh:
				delete(newest, r.ApprovalID)
				delete(settled, r.ApprovalID)
				if r.Decision == "approved" || r.Decision == "denied" {
					newest[r.ApprovalID] = string(r.JSON)
				}
			}
			return nil
		})
		maps.DeleteFunc(newest, func(id, _ string) bool { return settled[id] })
		require.NoError(t, err)
		found, err := journal.Unsettled(t.Context(), path, time.Time{})
		require.NoError(t, err)
		require.Len(t, found, len(newest))
		for _, r := range found {
			require.Equal(t, newest[r.ApprovalID], string(r.JSON))
		}
	})
}
