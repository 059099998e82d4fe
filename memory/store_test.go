package memory_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStoreConforms(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Options{
		New: func(_ *testing.T, now func() time.Time) decision.Store {
			return memory.NewStore(memory.Options{Now: now})
		},
		Tight: func(_ *testing.T, now func() time.Time, limit int) decision.Store {
			return memory.NewStore(memory.Options{MaxDecisions: limit, MaxWords: limit, MaxStandings: limit, MaxApprovals: limit, Now: now})
		},
	})
}

func TestTheOldestMakeRoom(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		saved []string
		want  []string
	}{
		"full":                         {[]string{"a", "b", "c"}, []string{"c", "b", "a"}},
		"over":                         {[]string{"a", "b", "c", "d", "e"}, []string{"e", "d", "c"}},
		"saved again, then over":       {[]string{"a", "b", "c", "a", "d"}, []string{"d", "a", "c"}},
		"an id that was dropped":       {[]string{"a", "b", "c", "d", "a"}, []string{"a", "d", "c"}},
		"without ids":                  {[]string{"", "", "", "", "a"}, []string{"a", "", ""}},
		"without an id, between ids":   {[]string{"a", "", "a", "", "b"}, []string{"b", "", "a"}},
		"dropped and saved once again": {[]string{"a", "b", "c", "d", "a", "a"}, []string{"a", "d"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := memory.NewStore(memory.Options{MaxDecisions: 3})
			for _, id := range tt.saved {
				require.NoError(t, s.Save(t.Context(), decision.Decision{ID: id}))
			}
			found, err := s.Recent(t.Context(), decision.Query{})
			require.NoError(t, err)
			got := make([]string, len(found))
			for i, d := range found {
				got[i] = d.ID
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestAnEarlierDecisionOfOneIDIsNotFound(t *testing.T) {
	t.Parallel()
	s := memory.NewStore(memory.Options{})
	for _, action := range []decision.Action{decision.Deny, decision.Approve} {
		require.NoError(t, s.Save(t.Context(), decision.Decision{ID: "a", Action: action}))
	}
	deny := decision.Deny
	found, err := s.Recent(t.Context(), decision.Query{Action: &deny})
	require.NoError(t, err)
	assert.Empty(t, found, "it is an approve now")
}

// panics has no JSON that anybody could read.
type panics struct{}

func (panics) MarshalJSON() ([]byte, error) { panic("s3cret") }

// looks is evidence that looks into the store while it is written.
type looks struct{ store *memory.Store }

func (l looks) MarshalJSON() ([]byte, error) {
	found, err := l.store.Recent(context.Background(), decision.Query{})
	return fmt.Append(nil, len(found)), err
}

func TestEvidenceIsWrittenWithoutALock(t *testing.T) {
	t.Parallel()
	s := memory.NewStore(memory.Options{})
	for n := range 3 {
		require.NoError(t, s.Save(t.Context(), decision.Decision{ID: fmt.Sprint(n), Evaluator: looks{s}}))
	}
	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	require.Len(t, found, 3)
	assert.EqualValues(t, 2, found[0].Evaluator)
}

func TestWhatHasNoJSONIsKeptInPart(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*decision.Decision){
		"a number":    func(d *decision.Decision) { d.Confidence = math.NaN() },
		"the answers": func(d *decision.Decision) { d.Evidence.Answers = func() {} },
		"provenance":  func(d *decision.Decision) { d.Evaluator = make(chan int) },
		"a panic":     func(d *decision.Decision) { d.Evaluator = panics{} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := memory.NewStore(memory.Options{})
			d := decision.Decision{ID: "a", Action: decision.Deny, Tool: "mail.send", Reasoning: "no", Evidence: decision.Evidence{Precedents: []string{"p"}}}
			change(&d)
			require.NoError(t, s.Save(t.Context(), d))
			found, err := s.Recent(t.Context(), decision.Query{Tool: "mail.send"})
			require.NoError(t, err)
			require.Len(t, found, 1)
			assert.Equal(t, decision.Deny, found[0].Action)
			assert.Equal(t, "no", found[0].Reasoning)
			assert.Len(t, found[0].Evidence.Notes, 1)
		})
	}
	s := memory.NewStore(memory.Options{})
	require.Error(t, s.Save(t.Context(), decision.Decision{Time: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}))
}

// TestEvidenceIsCopiedDeeply changes everything that a decision refers to,
// before and after it was saved.
func TestEvidenceIsCopiedDeeply(t *testing.T) {
	t.Parallel()
	build := func() decision.Decision {
		return decision.Decision{
			ID: "a", Evaluator: map[string]any{"models": []any{"m"}}, Quoted: []string{"q"},
			Evidence: decision.Evidence{
				Rule: &decision.RuleRef{Name: "r"}, Links: []decision.Link{{Name: "l"}}, Answers: map[string]any{"a": 1.0}, Limits: []any{1.0},
				Effects: []decision.Effect{{Target: "t"}}, Opaque: []decision.Gap{{Reason: "o"}}, Precedents: []string{"p"},
				Timings: map[string]float64{"t": 1}, Signals: map[string]float64{"s": 1}, Notes: []string{"n"},
			},
		}
	}
	spoil := func(d *decision.Decision) {
		e := &d.Evidence
		d.Evaluator.(map[string]any)["models"].([]any)[0], d.Quoted[0] = "x", "x"
		e.Rule.Name, e.Links[0].Name, e.Answers.(map[string]any)["a"], e.Limits.([]any)[0] = "x", "x", "x", "x"
		e.Effects[0].Target, e.Opaque[0].Reason, e.Precedents[0], e.Notes[0] = "x", "x", "x", "x"
		e.Timings["t"], e.Signals["s"] = 9, 9
	}
	s := memory.NewStore(memory.Options{})
	d := build()
	require.NoError(t, s.Save(t.Context(), d))
	spoil(&d)
	for range 2 {
		found, err := s.Recent(t.Context(), decision.Query{})
		require.NoError(t, err)
		require.Equal(t, []decision.Decision{build()}, found)
		spoil(&found[0])
	}
}

func ExampleStore() {
	ctx := context.Background()
	store := memory.NewStore(memory.Options{MaxDecisions: 100})
	for n, tool := range []string{"fs.read", "mail.send", "fs.read"} {
		err := store.Save(ctx, decision.Decision{
			ID: fmt.Sprint("a", n), Tool: tool, Action: decision.Approve, Time: time.Date(2026, 3, 4, 12, n, 0, 0, time.UTC),
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	found, err := store.Recent(ctx, decision.Query{Tool: "fs.read"})
	fmt.Println(len(found), found[0].ID, err)
	// Output: 2 a2 <nil>
}

func BenchmarkSave(b *testing.B) {
	s := memory.NewStore(memory.Options{})
	d := decision.Decision{Tool: "fs.read", Agent: "coder"}
	b.ReportAllocs()
	for b.Loop() {
		if err := s.Save(b.Context(), d); err != nil {
			b.Fatal(err)
		}
	}
}
