package adminhttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
)

// shaky is a provider and a queue that fail when they are told to.
type shaky struct {
	fails, gone, panics atomic.Bool
	looks               atomic.Int32 // how often the queue was asked how it is
}

func (p *shaky) Name() string { return "elm" }

func (p *shaky) Judge(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
	if p.fails.Load() {
		return supervisor.Verdict{}, errors.New("down")
	}
	return supervisor.Verdict{Action: supervisor.Deny, Confidence: 1}, nil
}

func (p *shaky) Next(ctx context.Context) ([]supervisor.Call, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (p *shaky) Resolve(context.Context, supervisor.Decision) (supervisor.Outcome, error) {
	return supervisor.Outcome{State: supervisor.OutcomeLeft}, nil
}

func (p *shaky) Health() decision.QueueHealth {
	p.looks.Add(1)
	if p.panics.Load() {
		panic("boom")
	}
	return decision.QueueHealth{Reachable: !p.gone.Load()}
}

// ground is a supervisor of shaky parts, with its admin API. All of it is in the
// bubble of a test.
type ground struct {
	*shaky
	sup     *supervisor.Supervisor
	handler *adminhttp.Handler
	journal *recorder
}

// onShakyGround runs a test in a bubble, in which nothing may be left over.
func onShakyGround(t *testing.T, test func(t *testing.T, g ground)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := ground{shaky: &shaky{}, journal: &recorder{}}
		chain, err := provider.NewChain(provider.Options{
			Links: []provider.Link{{Provider: g.shaky}}, Failures: 1, Cooldown: time.Minute,
		})
		require.NoError(t, err)
		g.sup, err = supervisor.New(supervisor.Options{Provider: chain, Journal: g.journal})
		require.NoError(t, err)
		g.handler, err = adminhttp.NewHandler(g.sup, adminhttp.Options{})
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- g.sup.Run(ctx, g.shaky) }()
		synctest.Wait()
		test(t, g)
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, g.handler.Close(t.Context()))
		require.NoError(t, g.sup.Close(t.Context()))
	})
}

// heard is a stream that can be read while it is written.
type heard struct {
	*httptest.ResponseRecorder
	mu sync.Mutex
}

func (w *heard) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ResponseRecorder.Write(p)
}

func (w *heard) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Body.String()
}

// listen follows the events until leave is called.
func (g ground) listen(t *testing.T) (w *heard, leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w, ended := &heard{ResponseRecorder: httptest.NewRecorder()}, make(chan struct{})
	go func() {
		defer close(ended)
		g.handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "http://localhost/events", nil))
	}()
	synctest.Wait()
	return w, func() { cancel(); <-ended }
}

// parts returns the part events that came, as "part name state".
func parts(t *testing.T, w *heard) (list []string) {
	t.Helper()
	d := readDescription(t)
	for event := range strings.SplitSeq(w.text(), "\n\n") {
		_, data, found := strings.Cut(event, "event: part\ndata: ")
		if !found {
			continue
		}
		var p struct{ Part, Name, State string }
		require.NoError(t, json.Unmarshal([]byte(data), &p))
		d.holds(t, d.at("components", "schemas", "Part"), json.RawMessage(data), "part")
		list = append(list, strings.Join(strings.Fields(p.Part+" "+p.Name+" "+p.State), " "))
	}
	return list
}

func TestAPartThatFailsAndRecoversIsTold(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		breaks, mends func(t *testing.T, g ground)
		want          []string
	}{
		"a provider": {
			func(t *testing.T, g ground) { g.fails.Store(true); g.judge(t) },
			func(t *testing.T, g ground) { g.fails.Store(false); time.Sleep(time.Minute); g.judge(t) },
			[]string{"provider elm skipped", "provider elm failing", "provider elm ok"},
		},
		"the mesh": {
			func(_ *testing.T, g ground) { g.gone.Store(true) },
			func(_ *testing.T, g ground) { g.gone.Store(false) },
			[]string{"mesh unreachable", "mesh reachable"},
		},
		"the journal": {
			func(t *testing.T, g ground) { g.journal.fail(errors.New("full")); g.judge(t) },
			func(t *testing.T, g ground) { g.journal.fail(nil); g.judge(t) },
			[]string{"journal failing", "journal ok"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onShakyGround(t, func(t *testing.T, g ground) {
				w, leave := g.listen(t)
				defer leave()
				settle := func() { time.Sleep(2 * adminhttp.LookEvery); synctest.Wait() }
				settle()
				require.Empty(t, parts(t, w), "nothing has changed")
				tt.breaks(t, g)
				settle()
				assert.Equal(t, tt.want[:1], parts(t, w))
				tt.mends(t, g)
				settle()
				assert.Equal(t, tt.want, parts(t, w))
			})
		})
	}
}

// judge has the provider asked.
func (g ground) judge(t *testing.T) {
	t.Helper()
	_, err := g.sup.Evaluate(t.Context(), supervisor.Call{Tool: "x"})
	require.NoError(t, err)
}

func TestAPartThatIsNewIsTold(t *testing.T) {
	t.Parallel()
	onShakyGround(t, func(t *testing.T, g ground) {
		w, leave := g.listen(t)
		defer leave()
		oak, err := provider.NewChain(provider.Options{Links: []provider.Link{{Provider: g.shaky, Name: "oak"}}})
		require.NoError(t, err)
		require.NoError(t, g.sup.Swap(supervisor.Options{Provider: oak}))
		time.Sleep(2 * adminhttp.LookEvery)
		synctest.Wait()
		assert.Equal(t, []string{"provider oak ok"}, parts(t, w))
	})
}

func TestTheStateIsLookedAtWhileSomebodyFollows(t *testing.T) {
	t.Parallel()
	onShakyGround(t, func(t *testing.T, g ground) {
		looksIn := func(d time.Duration) int32 {
			before := g.looks.Load()
			time.Sleep(d)
			synctest.Wait()
			return g.looks.Load() - before
		}
		assert.Zero(t, looksIn(time.Minute), "nobody follows")
		first, leaveFirst := g.listen(t)
		second, leaveSecond := g.listen(t)
		assert.EqualValues(t, 10, looksIn(10*adminhttp.LookEvery), "once for all who follow")
		g.gone.Store(true)
		looksIn(adminhttp.LookEvery)
		for _, w := range []*heard{first, second} {
			assert.Equal(t, []string{"mesh unreachable"}, parts(t, w))
		}
		leaveFirst()
		assert.EqualValues(t, 10, looksIn(10*adminhttp.LookEvery))
		leaveSecond()
		assert.Zero(t, looksIn(time.Minute), "nobody follows any more")

		g.gone.Store(false)
		third, leaveThird := g.listen(t)
		assert.EqualValues(t, 10, looksIn(10*adminhttp.LookEvery))
		assert.Empty(t, parts(t, third), "its first event has the state of then")
		require.NoError(t, g.handler.Close(t.Context()), "it ends the stream, and the looking")
		assert.Zero(t, looksIn(time.Minute))
		leaveThird()
	})
}

func TestAPartThatPanicsWhenItIsLookedAtEndsNothing(t *testing.T) {
	t.Parallel()
	onShakyGround(t, func(t *testing.T, g ground) {
		w, leave := g.listen(t)
		defer leave()
		g.panics.Store(true)
		time.Sleep(3 * adminhttp.LookEvery)
		g.panics.Store(false)
		g.gone.Store(true)
		time.Sleep(2 * adminhttp.LookEvery)
		synctest.Wait()
		assert.Equal(t, []string{"mesh unreachable"}, parts(t, w))
	})
}
