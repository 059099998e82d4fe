package mem7_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

func TestMain(m *testing.M) {
	if childOf(m) {
		return
	}
	goleak.VerifyTestMain(m)
}

// noon is when the decisions of these tests were made.
var noon = time.Date(2026, 3, 4, 12, 0, 0, 123456789, time.UTC)

// denied is a decision on a call of the mesh.
func denied(id string) decision.Decision {
	return decision.Decision{
		ID: id, Action: decision.Deny, Confidence: 0.9, Reasoning: "not from the ledger", RuleMatched: "ledger",
		Agent: "coder", Tool: "ledger.post", Via: decision.ViaMesh, Time: noon,
	}
}

// through returns options that reach a memory without a network.
func through(t testing.TB, m *mem7test.Memory) mem7.Options {
	return mem7.Options{Spool: t.TempDir(), HTTPClient: &http.Client{Transport: m.Transport()}}
}

func open(t *testing.T, o mem7.Options) *mem7.Store {
	t.Helper()
	s, err := mem7.Open(t.Context(), o)
	require.NoError(t, err)
	return s
}

func save(t *testing.T, s *mem7.Store, decisions ...decision.Decision) {
	t.Helper()
	for _, d := range decisions {
		require.NoError(t, s.Save(t.Context(), d))
	}
}

func closeStore(t *testing.T, s *mem7.Store) {
	t.Helper()
	assert.NoError(t, s.Close(t.Context()))
}

func keys(m *mem7test.Memory) []string {
	out := []string{}
	for _, e := range m.Entries() {
		out = append(out, e.Key)
	}
	return out
}

func key(id string) string { return "supervisor:decision:" + id }
