package supervisor_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// colleague is one of several supervisors of a mesh.
type colleague struct {
	name    string   // who it is to the mesh
	scopes  []string // what it polls
	rule    supervisor.Rule
	options supervisor.Options
	journal *recorder
}

// together runs supervisors on one mesh, in virtual time, and stops them when
// test has returned.
func together(t *testing.T, colleagues []*colleague, test func(t *testing.T, m *meshtest.Mesh)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		var running sync.WaitGroup
		for _, c := range colleagues {
			c.journal = &recorder{}
			c.options.Rules, c.options.Journal = append(c.options.Rules, c.rule), c.journal
			client, err := mesh.New(mesh.Options{URL: "http://mesh.test", AgentID: c.name, HTTPClient: &http.Client{Transport: m.Transport()}})
			require.NoError(t, err)
			sup, queue := mustNew(t, c.options), mesh.NewQueue(client, mesh.QueueOptions{Scopes: c.scopes})
			running.Go(func() { assert.NoError(t, sup.Run(ctx, queue)) })
		}
		defer running.Wait()
		defer cancel()
		test(t, m)
	})
}

// outcomes are the journaled outcomes by approval.
func (c *colleague) outcomes() map[string][]supervisor.Outcome {
	found := map[string][]supervisor.Outcome{}
	for _, e := range c.journal.of(decision.EventOutcome) {
		found[e.Decision.ID] = append(found[e.Decision.ID], *e.Outcome)
	}
	return found
}

// touched are the approvals that somebody's requests name.
func touched(m *meshtest.Mesh, name string) (ids []string) {
	for _, r := range m.Requests() {
		id, _, _ := strings.Cut(strings.TrimPrefix(r.Path, "/approvals/"), "/")
		if r.Authorization == "Bearer agent:"+name && strings.HasPrefix(r.Path, "/approvals/") {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// asked are the globs of somebody's lists.
func asked(t *testing.T, m *meshtest.Mesh, name string) (globs []string) {
	t.Helper()
	for _, r := range m.Requests() {
		if r.Authorization == "Bearer agent:"+name && r.Path == "/approvals" {
			q, err := url.ParseQuery(r.Query)
			require.NoError(t, err)
			globs = append(globs, q.Get("tool"))
		}
	}
	slices.Sort(globs)
	return slices.Compact(globs)
}

// submitMany submits calls of each tool and returns their ids by tool.
func submitMany(m *meshtest.Mesh, each int, tools ...string) map[string][]string {
	ids := map[string][]string{}
	for range each {
		for _, tool := range tools {
			ids[tool] = append(ids[tool], m.Submit(meshtest.Call{Agent: "worker", Tool: tool}))
		}
	}
	for _, list := range ids {
		slices.Sort(list)
	}
	return ids
}

func many() int {
	if testing.Short() {
		return 15
	}
	return 100
}

// readsDetail settles everything, and wants the detail of each call.
type readsDetail struct{ supervisor.Rule }

func (readsDetail) Needs() supervisor.Need { return supervisor.NeedTraces }

// listOnly settles everything by what is listed.
type listOnly struct{ supervisor.Rule }

func (listOnly) Needs() supervisor.Need { return supervisor.NeedNothing }

func TestSeveralWithDisjointScopesTouchNothingOfEachOther(t *testing.T) {
	t.Parallel()
	files := &colleague{name: "files", scopes: []string{"filesystem.*"}, rule: readsDetail{settles(approveWord("files"))}}
	mail := &colleague{name: "mail", scopes: []string{"gmail.*", "calendar.*"}, rule: readsDetail{settles(denyWord("mail"))}}
	together(t, []*colleague{files, mail}, func(t *testing.T, m *meshtest.Mesh) {
		ids := submitMany(m, many(), "filesystem.write", "filesystem.read", "gmail.send", "calendar.add", "payments.transfer")
		time.Sleep(10 * time.Second)
		synctest.Wait()
		assert.Equal(t, sorted(ids["filesystem.write"], ids["filesystem.read"]), touched(m, "files"))
		assert.Equal(t, sorted(ids["gmail.send"], ids["calendar.add"]), touched(m, "mail"))
		assert.Equal(t, []string{"filesystem.*"}, asked(t, m, "files"))
		assert.Equal(t, []string{"calendar.*", "gmail.*"}, asked(t, m, "mail"))
		by := map[string]string{"filesystem": "supervisor:files", "gmail": "supervisor:mail", "calendar": "supervisor:mail", "payments": ""}
		for _, a := range m.Approvals() {
			service, _, _ := strings.Cut(a.Call.Tool, ".")
			assert.Equal(t, by[service], a.ResolvedBy)
		}
		assert.Equal(t, touched(m, "files"), slices.Sorted(maps.Keys(files.outcomes())))
		assert.Equal(t, touched(m, "mail"), slices.Sorted(maps.Keys(mail.outcomes())))
		for _, c := range []*colleague{files, mail} {
			for id, outcomes := range c.outcomes() {
				assert.Equal(t, []supervisor.Outcome{{State: supervisor.OutcomeSent}}, outcomes, id)
			}
		}
	})
}

func sorted(lists ...[]string) []string {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return all
}

// Where scopes overlap each call is settled once: one supervisor sent its
// decision, for the others it is lost, and nothing failed.
func TestSeveralWithOverlappingScopesSettleEachCallOnce(t *testing.T) {
	t.Parallel()
	yes, no := settles(approveWord("yes")), settles(denyWord("no"))
	tests := map[string][]*colleague{
		"a part and all": {
			{name: "files", scopes: []string{"filesystem.*"}, rule: listOnly{yes}},
			{name: "all", scopes: []string{"*"}, rule: listOnly{no}},
		},
		"a part and all, each in detail": {
			{name: "files", scopes: []string{"filesystem.*"}, rule: readsDetail{yes}},
			{name: "all", scopes: []string{"*"}, rule: readsDetail{no}},
		},
		"without a scope": {{name: "a", rule: listOnly{yes}}, {name: "b", rule: readsDetail{no}}},
		"globs of one, which overlap": {
			{name: "a", scopes: []string{"filesystem.*", "*", "filesystem.write"}, rule: listOnly{yes}},
			{name: "b", scopes: []string{"*", "filesystem.*"}, rule: listOnly{no}},
		},
		"twins of one name and one mind": {{name: "twin", rule: listOnly{yes}}, {name: "twin", rule: listOnly{yes}}},
		"five": {
			{name: "a", rule: listOnly{yes}}, {name: "b", rule: readsDetail{yes}}, {name: "c", rule: listOnly{no}},
			{name: "d", rule: readsDetail{no}}, {name: "e", scopes: []string{"filesystem.*"}, rule: listOnly{yes}},
		},
	}
	for name, colleagues := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			together(t, colleagues, func(t *testing.T, m *meshtest.Mesh) {
				submitMany(m, many(), "filesystem.write", "gmail.send")
				time.Sleep(3 * time.Second)
				submitMany(m, many(), "filesystem.write", "gmail.send")
				time.Sleep(10 * time.Second)
				synctest.Wait()
				assertSettledOnce(t, m, colleagues)
			})
		})
	}
}

func assertSettledOnce(t *testing.T, m *meshtest.Mesh, colleagues []*colleague) {
	t.Helper()
	sent := map[string][]string{} // by approval: who sent
	for _, c := range colleagues {
		for id, outcomes := range c.outcomes() {
			require.Len(t, outcomes, 1, "judged once, and over at once")
			switch o := outcomes[0]; o.State {
			case supervisor.OutcomeSent:
				sent[id] = append(sent[id], "supervisor:"+c.name)
			case supervisor.OutcomeLost:
				a, _ := m.Approval(id)
				assert.Equal(t, a.ResolvedBy, o.By)
				assert.Equal(t, a.Status, o.Status)
			default:
				assert.Fail(t, "neither sent nor lost", "%s: %+v", id, o)
			}
		}
	}
	for _, a := range m.Approvals() {
		assert.NotEqual(t, meshtest.StatusPending, a.Status)
		assert.Equal(t, []string{a.ResolvedBy}, sent[a.ID], "exactly one says that it was its decision")
	}
}

// What another supervisor decided is no person's word, whoever counts as people.
func TestWhatAnotherSupervisorDecidedIsNoPersonsWord(t *testing.T) {
	t.Parallel()
	everybody, err := memory.NewPeople([]string{"*"}, true)
	require.NoError(t, err)
	for _, verdict := range []supervisor.Verdict{approveWord("other"), denyWord("other")} {
		for _, own := range []supervisor.Verdict{escalateWord("own"), approveWord("own")} { // left to it, or lost to it
			t.Run(fmt.Sprint(verdict.Action, " after ", own.Action), func(t *testing.T) {
				t.Parallel()
				store := memory.NewStore(memory.Options{})
				own, other := ownAndOther(store, everybody, own, verdict)
				together(t, []*colleague{own, other}, func(t *testing.T, m *meshtest.Mesh) {
					time.Sleep(time.Second) // both have polled, and will both list the call
					first := m.Submit(meshtest.Call{Agent: "worker", Tool: "t", Params: map[string]any{"n": 1}})
					time.Sleep(time.Minute)
					synctest.Wait()
					a, _ := m.Approval(first)
					require.Equal(t, "supervisor:other", a.ResolvedBy)
					outcomes := own.outcomes()[first]
					require.NotEmpty(t, outcomes)
					assert.Equal(t, "supervisor:other", outcomes[len(outcomes)-1].By)
				})
				v, settled := memory.PersonsWord(store, memory.WordOptions{People: everybody}).Evaluate(
					t.Context(), &supervisor.Call{Agent: "worker", Tool: "t", Params: map[string]any{"n": 1}})
				assert.False(t, settled, "%+v", v)
			})
		}
	}
}

// ownAndOther are a supervisor that remembers what people say, and one that is
// faster.
func ownAndOther(store *memory.Store, people memory.People, own, other supervisor.Verdict) (*colleague, *colleague) {
	return &colleague{
		name: "own", rule: listOnly{after(time.Second, own)},
		options: supervisor.Options{Store: store, Sinks: []supervisor.Sink{memory.Observe(store, people)}},
	}, &colleague{name: "other", rule: listOnly{after(time.Second/2, other)}}
}

// after is a rule that takes its time.
func after(d time.Duration, v supervisor.Verdict) supervisor.Rule {
	return supervisor.RuleFunc(func(ctx context.Context, _ *supervisor.Call) (supervisor.Verdict, bool) {
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
		return v, true
	})
}
