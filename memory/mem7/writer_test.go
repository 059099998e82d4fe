package mem7_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

// virtually runs a test in virtual time with a memory in process.
func virtually(t *testing.T, test func(t *testing.T, m *mem7test.Memory, o mem7.Options)) {
	t.Parallel()
	spool := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		m := mem7test.New(mem7test.Options{})
		o := through(t, m)
		o.Spool = spool
		test(t, m, o)
	})
}

func numbered(from, to int) (decisions []decision.Decision, wanted []string) {
	for n := from; n < to; n++ {
		decisions, wanted = append(decisions, denied(fmt.Sprint("a", n))), append(wanted, key(fmt.Sprint("a", n)))
	}
	return decisions, wanted
}

func TestWhatWasSavedWhileItWasDownArrivesInOrder(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		m.SetFault(mem7test.Fault{})
		s := open(t, o)
		decisions, want := numbered(0, 30)
		save(t, s, decisions[:20]...)
		time.Sleep(time.Hour)
		save(t, s, decisions[20:]...)
		synctest.Wait()
		h, _ := s.Health()
		assert.Equal(t, 30, h.Waiting)
		assert.False(t, h.Reachable)
		assert.Contains(t, h.Error, "flux7-memory at http://localhost:9070")
		m.ClearFaults()
		time.Sleep(mem7.BreakerCooldown)
		synctest.Wait()
		assert.Equal(t, want, keys(m))
		assert.Equal(t, 30, m.Stores())
		h, _ = s.Health()
		assert.Equal(t, mem7.Health{URL: mem7.DefaultURL, Reachable: true}, h)
		closeStore(t, s)
		left, err := filepath.Glob(filepath.Join(o.Spool, "*.json"))
		require.NoError(t, err)
		assert.Empty(t, left)
	})
}

func TestARestartInBetween(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		m.SetFault(mem7test.Fault{})
		decisions, want := numbered(0, 20)
		s := open(t, o)
		save(t, s, decisions[:10]...)
		closeStore(t, s)
		o.Now = func() time.Time { return time.Now().Add(-time.Hour) } // the clock was set back
		s = open(t, o)
		save(t, s, decisions[10:]...)
		m.ClearFaults()
		closeStore(t, s)
		assert.Equal(t, want, keys(m))
		assert.Equal(t, 20, m.Stores())
	})
}

func TestAConnectionThatBreaksAfterTheRecordWasTaken(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		m.SetFault(mem7test.Fault{AfterHandling: true, Key: key("a1"), Times: 2})
		s := open(t, o)
		decisions, want := numbered(0, 3)
		save(t, s, decisions...)
		time.Sleep(time.Minute)
		closeStore(t, s)
		assert.Equal(t, want, keys(m))
		assert.Equal(t, 5, m.Stores(), "sent three times, there once")
	})
}

func TestWhatFailsIsTriedAgain(t *testing.T) {
	for name, f := range map[string]mem7test.Fault{
		"reset":                {},
		"hangs":                {Hang: true},
		"unauthorized":         {Status: 401, Body: "unauthorized"},
		"server error":         {Status: 500},
		"a page of a proxy":    {Body: "<html>login</html>"},
		"a redirect":           {Status: 302, Header: map[string][]string{"Location": {"http://elsewhere/"}}},
		"a batch":              {Body: `[{"jsonrpc":"2.0","id":1,"result":{"content":[]}}]`},
		"another's answer":     {Body: `{"jsonrpc":"2.0","id":99,"result":{"content":[]}}`},
		"an answer without id": {Body: `{"jsonrpc":"2.0","result":{"content":[]}}`},
		"an old answer":        {Body: `{"id":1,"result":{"content":[]}}`},
		"neither of both":      {Body: `{"jsonrpc":"2.0","id":1}`},
		"a protocol error":     {Body: `{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"method not found"}}`},
		"a tool that fails":    {Refuse: "database is locked"},
		"an endless answer":    {Body: strings.Repeat(" ", 1<<20)},
	} {
		t.Run(name, func(t *testing.T) {
			virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
				f.Times = 3
				m.SetFault(f)
				s := open(t, o)
				decisions, want := numbered(0, 2)
				save(t, s, decisions...)
				time.Sleep(200 * time.Millisecond)
				synctest.Wait()
				assert.Empty(t, m.Entries())
				time.Sleep(time.Minute)
				closeStore(t, s)
				assert.Equal(t, want, keys(m))
				h, _ := s.Health()
				assert.Zero(t, h.Refused)
			})
		})
	}
}

func TestABreakerLeavesItAlone(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		asked := &counting{RoundTripper: failing{}}
		o.HTTPClient.Transport = asked
		s := open(t, o)
		save(t, s, denied("a"))
		time.Sleep(20 * time.Second)
		assert.Equal(t, mem7.BreakerFailures, asked.count())
		save(t, s, denied("b"))
		time.Sleep(mem7.BreakerCooldown)
		synctest.Wait()
		assert.Equal(t, mem7.BreakerFailures+1, asked.count(), "one is tried")
		began := time.Now()
		closeStore(t, s)
		assert.Equal(t, mem7.BreakerFailures+1, asked.count(), "Close does not ask one that is down")
		assert.Equal(t, began, time.Now())
	})
}

func TestTheBreakerRunsOnTheInjectedClock(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		asked := &counting{RoundTripper: failing{}}
		o.HTTPClient.Transport, o.Now = asked, func() time.Time { return noon }
		s := open(t, o)
		save(t, s, denied("a"))
		time.Sleep(time.Hour)
		assert.Equal(t, 1, asked.count(), "for it, no time has passed")
		closeStore(t, s)
	})
}

func TestAServerThatAsksForTimeGetsIt(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		m.SetFault(mem7test.Fault{Status: 429, Header: map[string][]string{"Retry-After": {"60"}}, Times: 1})
		s := open(t, o)
		save(t, s, denied("a"))
		time.Sleep(59 * time.Second)
		assert.Empty(t, m.Entries())
		time.Sleep(2 * time.Second)
		assert.Len(t, m.Entries(), 1)
		closeStore(t, s)
	})
}

func TestADecisionThatIsRefusedAlone(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		m.SetFault(mem7test.Fault{Key: key("a0"), Refuse: "no"})
		s := open(t, o)
		decisions, want := numbered(0, 4)
		save(t, s, decisions...)
		time.Sleep(time.Minute)
		h, _ := s.Health()
		assert.Equal(t, 1, h.Refused)
		assert.Zero(t, h.Waiting)
		closeStore(t, s)
		assert.Equal(t, want[1:], keys(m))
		aside, err := filepath.Glob(filepath.Join(o.Spool, "refused", "*.json"))
		require.NoError(t, err)
		assert.Len(t, aside, 1, "a person can look at it")
	})
}

func TestAFullMemoryLosesNothing(t *testing.T) {
	t.Parallel()
	spool := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		m := mem7test.New(mem7test.Options{MaxEntries: 2})
		o := through(t, m)
		o.Spool = spool
		s := open(t, o)
		decisions, want := numbered(0, 5)
		save(t, s, decisions...)
		time.Sleep(time.Hour)
		h, _ := s.Health()
		assert.Equal(t, 3, h.Waiting)
		assert.Contains(t, h.Error, "memory full")
		assert.Equal(t, want[:2], keys(m))
		closeStore(t, s)
	})
}

func TestAFileThatIsDamagedHoldsNobodyUp(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		for n, text := range []string{"", "{", "{}", strings.Repeat("x", mem7.MaxRecordBytes+1)} {
			require.NoError(t, os.WriteFile(filepath.Join(o.Spool, fmt.Sprintf("000%d.json", n)), []byte(text), 0o600))
		}
		require.NoError(t, os.WriteFile(filepath.Join(o.Spool, "notes.txt"), nil, 0o600))
		s := open(t, o)
		save(t, s, denied("a"))
		closeStore(t, s)
		assert.Equal(t, []string{key("a")}, keys(m))
		h, _ := s.Health()
		assert.Equal(t, 4, h.Refused)
		assert.True(t, h.Reachable)
	})
}

func TestSeveralProcessesShareASpool(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		o.MaxWaiting = 2
		first := open(t, o)
		save(t, first, denied("a"))
		synctest.Wait()
		asked := &counting{RoundTripper: m.Transport()}
		o.HTTPClient = &http.Client{Transport: asked}
		second := open(t, o)
		for _, id := range []string{"b", "c", "d", "e"} {
			save(t, second, denied(id))
			time.Sleep(time.Minute)
			assert.Contains(t, keys(m), key(id), "the first delivers what the second adds")
		}
		assert.Zero(t, asked.count(), "one delivers")
		closeStore(t, first)
		time.Sleep(time.Minute)
		save(t, second, denied("f"))
		synctest.Wait()
		assert.Len(t, m.Entries(), 6, "the second delivers when the first has ended")
		closeStore(t, second)
		assert.Equal(t, 6, m.Stores())
	})
}

func TestCloseEndsWithItsContext(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		m.SetFault(mem7test.Fault{Hang: true})
		s := open(t, o)
		save(t, s, denied("a"), denied("b"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		require.NoError(t, s.Close(ctx))
		assert.Equal(t, time.Second, time.Since(began))
		require.NoError(t, s.Close(ctx), "once more")
		m.ClearFaults()
		s = open(t, o)
		closeStore(t, s)
		assert.Equal(t, []string{key("a"), key("b")}, keys(m))
	})
}

func TestTheLogTellsOnceAndKeepsTheToken(t *testing.T) {
	virtually(t, func(t *testing.T, m *mem7test.Memory, o mem7.Options) {
		var log strings.Builder
		o.Logger, o.Token = slog.New(slog.NewTextHandler(&log, nil)), "s3cret-token"
		m.SetFault(mem7test.Fault{Refuse: "Bearer s3cret-token\nis bad", Times: 3})
		s := open(t, o)
		save(t, s, denied("a"))
		time.Sleep(time.Minute)
		closeStore(t, s)
		assert.Equal(t, 1, strings.Count(log.String(), "does not take decisions"), log.String())
		assert.Equal(t, 1, strings.Count(log.String(), "takes decisions again"), log.String())
		assert.NotContains(t, log.String(), "s3cret")
	})
}

func TestAWriterIsASink(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	w, err := mem7.OpenWriter(through(t, m))
	require.NoError(t, err)
	d := denied("a")
	for _, e := range []decision.Event{
		{Decision: &d}, {}, {Type: decision.EventOutcome, Decision: &d}, {Type: decision.EventPausedCall, Decision: &d},
	} {
		require.NoError(t, w.Record(t.Context(), e))
	}
	require.NoError(t, w.Close(t.Context()))
	assert.Equal(t, 1, m.Stores())
	assert.Zero(t, w.Health().Waiting)
}

// counting counts requests.
type counting struct {
	http.RoundTripper
	n atomic.Int32
}

func (c *counting) RoundTrip(req *http.Request) (*http.Response, error) {
	c.n.Add(1)
	return c.RoundTripper.RoundTrip(req)
}

func (c *counting) count() int { return int(c.n.Load()) }
