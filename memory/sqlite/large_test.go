package sqlite_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/sqlite"
)

// largeEnv turns the slow measurement on.
const largeEnv = "MEMORY_TEST_LARGE"

// looks are what has to cost about the same however much is kept.
var looks = map[string]func(t *testing.T, s *sqlite.Store, n int) int{
	"a page of decisions": func(t *testing.T, s *sqlite.Store, _ int) int {
		found, err := s.Recent(t.Context(), decision.Query{})
		require.NoError(t, err)
		return len(found)
	},
	"a page of one agent": func(t *testing.T, s *sqlite.Store, n int) int {
		found, err := s.Recent(t.Context(), decision.Query{Agent: agentOf(n)})
		require.NoError(t, err)
		return len(found)
	},
	"a page of the last hour": func(t *testing.T, s *sqlite.Store, n int) int {
		found, err := s.Recent(t.Context(), decision.Query{Since: noon.Add(time.Duration(n)*time.Second - time.Hour)})
		require.NoError(t, err)
		return len(found)
	},
	"a precedent": func(t *testing.T, s *sqlite.Store, n int) int {
		found, err := s.FindWords(t.Context(), decision.WordQuery{Agent: agentOf(n), Tool: toolOf(n), Signature: signatureOf(n), Action: decision.Approve})
		require.NoError(t, err)
		return len(found)
	},
	"a refusal that nobody gave": func(t *testing.T, s *sqlite.Store, n int) int {
		found, err := s.FindWords(t.Context(), decision.WordQuery{Agent: agentOf(n), Tool: toolOf(n), Signature: signatureOf(n), Action: decision.Deny})
		require.NoError(t, err)
		require.Empty(t, found)
		return 50
	},
}

func agentOf(n int) string     { return fmt.Sprint("agent-", n%20) }
func toolOf(n int) string      { return fmt.Sprint("tool-", n%50) }
func signatureOf(n int) string { return fmt.Sprint("signature-", n%100) }

// TestLookingCostsTheSame holds a store of a million decisions and as many words
// against one of ten thousand. The two are asked in turns, and the median of many
// turns counts.
func TestLookingCostsTheSame(t *testing.T) {
	if os.Getenv(largeEnv) == "" {
		t.Skip("it takes minutes: set " + largeEnv + "=1")
	}
	const few, many, turns = 10_000, 1_000_000, 401
	small, large := filled(t, few), filled(t, many)
	for name, look := range looks {
		var costs [2][]time.Duration
		for turn := range turns {
			for i, s := range []*sqlite.Store{small, large} {
				count := []int{few, many}[i]
				begun := time.Now()
				require.Equal(t, 50, look(t, s, count-turn), name)
				costs[i] = append(costs[i], time.Since(begun))
			}
		}
		slices.Sort(costs[0])
		slices.Sort(costs[1])
		ratio := float64(costs[1][turns/2]) / float64(costs[0][turns/2])
		t.Logf("%s: %v at %d, %v at %d: %.2f times", name, costs[0][turns/2], few, costs[1][turns/2], many, ratio)
		assert.LessOrEqual(t, ratio, 3.0, name)
	}
	path := large.Path()
	require.NoError(t, large.Close())
	begun := time.Now()
	again, err := sqlite.Open(t.Context(), sqlite.Options{Path: path})
	require.NoError(t, err)
	t.Logf("opened in %v", time.Since(begun))
	require.NoError(t, again.Close())
}

// filled makes a store of so many decisions and words. They are written in a few
// transactions, as no caller could.
func filled(t *testing.T, count int) *sqlite.Store {
	t.Helper()
	path := file(t)
	s, err := sqlite.Open(t.Context(), sqlite.Options{Path: path, MaxDecisions: count, MaxWords: count})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	d := decision.Decision{ID: "0", Agent: agentOf(0), Tool: toolOf(0), Action: decision.Approve, Reasoning: "looks harmless", Time: noon}
	require.NoError(t, s.Save(t.Context(), d))
	rawSQL(t, path, fmt.Sprintf(`
		INSERT INTO decisions (id, agent, tool, action, time, latest, body)
		WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM n WHERE n < %[1]d)
		SELECT 'd' || n, 'agent-' || (n %% 20), 'tool-' || (n %% 50), 1 + n %% 2, %[2]d + n * 1000000, %[2]d + n * 1000000, (SELECT body FROM decisions) FROM n;
		INSERT INTO words (id, agent, session, tool, fingerprint, signature, likeness, action, resolver, time, once, until, spent, revoked)
		WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM n WHERE n < %[1]d)
		SELECT 'w' || n, 'agent-' || (n %% 20), 's' || (n / 100), 'tool-' || (n %% 50), 'f' || (n / 3), 'signature-' || (n %% 100), '', 1, 'person:ann',
			%[2]d + n * 1000000, 0, 0, 0, 0 FROM n`, count-1, noon.UnixMicro()))
	return s
}
