package mem7_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
	"github.com/flux7-go/supervisor/memory/storetest"
)

// TestStoreConforms has no second opening: only decisions outlive the process,
// and another process sees them when it starts.
func TestStoreConforms(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	opened := func(t *testing.T, o mem7.Options) decision.Store {
		s := open(t, o)
		t.Cleanup(func() { assert.NoError(t, s.Close(context.Background())) })
		return s
	}
	storetest.Run(t, storetest.Options{New: func(t *testing.T, now func() time.Time) decision.Store {
		o := through(t, m)
		o.Now = now
		return opened(t, o)
	}})
}

func TestN7DecisionStored(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	s := open(t, through(t, m))
	d := denied("0123456789abcdef")
	d.Evaluator = map[string]any{"model": "m"}
	save(t, s, d)
	closeStore(t, s)
	entries := m.Entries()
	require.Len(t, entries, 1)
	entries[0].Updated = time.Time{}
	assert.Equal(t, mem7test.Entry{
		Key: "supervisor:decision:0123456789abcdef", Agent: "supervisor",
		Value: `{"approval_id":"0123456789abcdef","agent_id":"coder","tool":"ledger.post","decision":"denied","rule_matched":"ledger",` +
			`"reasoning":"not from the ledger","confidence":0.9,"timestamp":"2026-03-04T12:00:00.123456+00:00","evaluator":{"model":"m"}}`,
		Tags: []string{"supervisor", "decision", "denied", "ledger"},
	}, entries[0])
}

func TestRecallOnStart(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	o := through(t, m)
	s := open(t, o)
	for n := range 5 {
		d := denied(fmt.Sprint("a", n))
		d.Time = noon.Add(time.Duration(n) * time.Minute)
		save(t, s, d)
	}
	closeStore(t, s)
	m.SetFault(mem7test.Fault{Tool: "memory_store"})
	waits := denied("waits")
	waits.Time, waits.Action = noon.Add(time.Hour), decision.Approve
	s = open(t, o)
	again := denied("a4")
	again.Time = noon.Add(30 * time.Minute)
	save(t, s, again, waits)
	closeStore(t, s)

	o.Recall = 3
	s = open(t, o)
	defer closeStore(t, s)
	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	require.Len(t, found, 3)
	assert.Equal(t, "waits a4 a3", fmt.Sprintf("%s %s %s", found[0].ID, found[1].ID, found[2].ID), "what waits in the spool is part of it")
	want := denied("a4")
	want.Time = again.Time.Truncate(time.Microsecond)
	want.Via, want.Evidence.Notes = "", []string{mem7.Recalled}
	assert.Equal(t, want, found[1])
	assert.Equal(t, decision.Approve, found[0].Action)

	save(t, s, denied("new"))
	found, err = s.Recent(t.Context(), decision.Query{Limit: 1})
	require.NoError(t, err)
	assert.Equal(t, "new", found[0].ID)
}

func TestAStoreThatOnlyReads(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	o := through(t, m)
	s := open(t, o)
	save(t, s, denied("a"))
	closeStore(t, s)
	o.Spool, o.Recall = "", 10
	s = open(t, o)
	save(t, s, denied("b"))
	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	assert.Len(t, found, 2)
	_, writes := s.Health()
	assert.False(t, writes)
	closeStore(t, s)
	assert.Equal(t, []string{key("a")}, keys(m))
}

func TestAStoreOpensWithoutAFlux7Memory(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	m.SetFault(mem7test.Fault{})
	o := through(t, m)
	o.Recall = 5
	s := open(t, o)
	save(t, s, denied("a"))
	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	assert.Len(t, found, 1)
	closeStore(t, s)
}

func TestOnlyTheQueuesDecisions(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	o := through(t, m)
	o.QueueOnly = true
	s := open(t, o)
	asked := denied("eval-1")
	asked.Via = decision.ViaEvaluate
	save(t, s, asked, denied("a"))
	closeStore(t, s)
	assert.Equal(t, []string{key("a")}, keys(m))
	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	assert.Len(t, found, 2, "the process knows them all")
}

func TestASpoolAtItsLimit(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	m.SetFault(mem7test.Fault{})
	o := through(t, m)
	o.MaxWaiting = 2
	s := open(t, o)
	save(t, s, denied("a"), denied("b"))
	require.ErrorIs(t, s.Save(t.Context(), denied("c")), memory.ErrFull)
	found, err := s.Recent(t.Context(), decision.Query{})
	require.NoError(t, err)
	assert.Len(t, found, 3, "the process knows it")
	closeStore(t, s)

	s = open(t, o)
	require.ErrorIs(t, s.Save(t.Context(), denied("c")), memory.ErrFull, "what waits counts after a start")
	closeStore(t, s)
	m.ClearFaults()
	s = open(t, o)
	closeStore(t, s)
	s = open(t, o)
	save(t, s, denied("c"))
	closeStore(t, s)
	assert.Equal(t, []string{key("a"), key("b"), key("c")}, keys(m))
}

func TestOptionsAreChecked(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(o *mem7.Options)
		want   string
	}{
		"no address":              {func(o *mem7.Options) { o.URL = "localhost:9070" }, "memory.url must be"},
		"a password":              {func(o *mem7.Options) { o.URL = "http://u:s3cret@h" }, "user and password"},
		"a query":                 {func(o *mem7.Options) { o.URL = "http://h/?token=s3cret" }, "neither query"},
		"a token with a line":     {func(o *mem7.Options) { o.Token = "s3cret\n" }, "memory.token"},
		"a name of two lines":     {func(o *mem7.Options) { o.AgentID = "a\nb" }, "name"},
		"a tag with a comma":      {func(o *mem7.Options) { o.Tags = []string{"a, b"} }, "memory.tags"},
		"a tag that vouches":      {func(o *mem7.Options) { o.Tags = []string{"decision", "By:human"} }, "people"},
		"a tag that names agents": {func(o *mem7.Options) { o.Tags = []string{"agent:coder"} }, "people"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := mem7.Options{Spool: t.TempDir()}
			tt.change(&o)
			_, err := mem7.Open(t.Context(), o)
			require.ErrorContains(t, err, tt.want)
			assert.NotContains(t, err.Error(), "s3cret")
		})
	}
	_, err := mem7.OpenWriter(mem7.Options{})
	require.ErrorContains(t, err, "memory.spool")
}

func TestAnEndedContextSavesNothing(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	s := open(t, through(t, m))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, s.Save(ctx, denied("a")), context.Canceled)
	closeStore(t, s)
	assert.Empty(t, m.Entries())
}

// failing is a way to nowhere.
type failing struct{}

func (failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, errors.New("no network") }
