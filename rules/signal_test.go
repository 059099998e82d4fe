package rules_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
)

// traces are earlier calls, so many seconds before noon.
func traces(ages ...int) []decision.Trace {
	list := make([]decision.Trace, 0, len(ages))
	for _, age := range ages {
		list = append(list, decision.Trace{Tool: "x", Timestamp: noon.Add(-time.Duration(age) * time.Second)})
	}
	return list
}

func TestSignals(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		call      decision.Call
		condition string
		want      bool
	}{
		"agent unknown":            {decision.Call{RecentTraces: traces()}, `not agent_known`, true},
		"agent unknown, compared":  {decision.Call{RecentTraces: traces()}, `agent_known == false`, true},
		"agent known":              {decision.Call{RecentTraces: traces(5)}, `agent_known`, true},
		"no history supplied":      {decision.Call{}, `agent_known or not agent_known or agent_known != true or agent_known == false`, false},
		"rate":                     {decision.Call{RecentTraces: traces(1, 20, 59, 61, 600)}, `agent_rate == 3`, true},
		"rate of nothing":          {decision.Call{RecentTraces: traces()}, `agent_rate == 0`, true},
		"rate, no history":         {decision.Call{}, `agent_rate > 5 or agent_rate <= 5 or not (agent_rate > 5)`, false},
		"rate, no times":           {decision.Call{RecentTraces: []decision.Trace{{Tool: "x"}}}, `agent_rate >= 0`, false},
		"rate of a burst":          {decision.Call{RecentTraces: traces(1, 1, 2, 2, 3, 3, 4, 4, 5, 6)}, `agent_rate == 100`, true},
		"rate of a burst at once":  {decision.Call{RecentTraces: traces(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}, `agent_rate == 600`, true},
		"rate when it was asked":   {decision.Call{RecentTraces: traces(301, 302), Created: noon.Add(-5 * time.Minute)}, `agent_rate == 2`, true},
		"remaining":                {decision.Call{Expires: noon.Add(30 * time.Second)}, `remaining == 30`, true},
		"remaining, past":          {decision.Call{Expires: noon.Add(-time.Hour)}, `remaining == 0`, true},
		"remaining, unknown":       {decision.Call{}, `remaining >= 0 or remaining < 0`, false},
		"granted":                  {decision.Call{ActiveGrants: []decision.Grant{{Tools: "fs.*"}}}, `granted`, true},
		"granted, another":         {decision.Call{ActiveGrants: []decision.Grant{{Tools: "mail.*"}, {Tools: "["}}}, `not granted`, true},
		"granted, none":            {decision.Call{ActiveGrants: []decision.Grant{}}, `granted == false`, true},
		"granted, not supplied":    {decision.Call{}, `granted or not granted`, false},
		"granted, run out":         {decision.Call{ActiveGrants: []decision.Grant{{Tools: "fs.*", ExpiresAt: noon}}}, `granted`, false},
		"granted, in time":         {decision.Call{ActiveGrants: []decision.Grant{{Tools: "fs.*", ExpiresAt: noon.Add(1)}}}, `granted`, true},
		"granted, another's":       {decision.Call{Agent: "owl", ActiveGrants: []decision.Grant{{Tools: "fs.*", Agent: "bat"}}}, `granted`, false},
		"granted, by glob":         {decision.Call{Agent: "owl", ActiveGrants: []decision.Grant{{Tools: "fs.*", Agent: "o*"}}}, `granted`, true},
		"redacted":                 {decision.Call{Params: params{"a": []any{params{"content_length": 1, "content_sha256": "x"}}}}, `params_redacted`, true},
		"not redacted":             {decision.Call{Params: params{"a": params{"content_length": 1}}}, `not params_redacted`, true},
		"missing is not the whole": {decision.Call{}, `agent_rate > 5 or tool == "fs.read"`, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.call.Tool = "fs.read"
			want := "none"
			if tt.want {
				want = "escalate"
			}
			got, v := outcomeWhen(t, nil, tt.condition, decision.Escalate, tt.call)
			assert.Equal(t, want, got)
			assert.Empty(t, v.Notes)
		})
	}
}

func TestNeedsOfWhen(t *testing.T) {
	t.Parallel()
	for condition, want := range map[string]decision.Need{
		`tool == "x"`:                        decision.NeedNothing,
		`not agent_known`:                    decision.NeedTraces,
		`agent_rate > 5`:                     decision.NeedTraces,
		`tool == "x" or granted`:             decision.NeedGrants,
		`len(recent_traces) > 3 and granted`: decision.NeedTraces | decision.NeedGrants,
	} {
		assert.Equal(t, want, newSet(t, nil, when("r", condition, decision.Deny)).Needs(), condition)
	}
}
