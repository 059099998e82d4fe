package decision

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// anyDecision fills a decision with values of every shape.
func (f filler) anyDecision() (d Decision) {
	f.fill(reflect.ValueOf(&d).Elem())
	return d
}

// TestRecordIsWhatItsTagsSay compares the encoder with encoding/json, for
// decisions of every shape. A key that is added to the record and not to the
// encoder fails it.
func TestRecordIsWhatItsTagsSay(t *testing.T) {
	t.Parallel()
	f := filler{rand.New(rand.NewPCG(3, 4))}
	for range 3000 {
		d := f.anyDecision()
		text, err := d.AppendRecord([]byte("before"))
		require.NoError(t, err)
		require.Equal(t, "before", string(text[:6]))
		got, err := ParseRecord(text[6:])
		require.NoError(t, err)

		data, err := json.Marshal(recordOf(&d))
		require.NoError(t, err)
		want, err := ParseRecord(data)
		require.NoError(t, err)
		require.Equal(t, want, got, string(text))
		require.LessOrEqual(t, len(text)-6, len(data), "nothing more is written")
	}
}

func TestRecordKeepsAll(t *testing.T) {
	t.Parallel()
	judged := Deny
	d := Decision{
		ID: "a", Action: Approve, Status: StatusAutoApproved, Confidence: 0.5, Reasoning: "because", RuleMatched: "r", Evaluator: "e", Cause: CauseRecord,
		Observed: &judged, Fingerprint: "f00d", Approval: "p", Agent: "ann", Tool: "t", PolicyRule: "mail", InjectionRisk: true, Session: "s", Via: ViaMesh,
		Time: time.Date(2026, 5, 1, 12, 0, 0, 1000, time.FixedZone("", 3600)), Elapsed: time.Second, Expires: time.Date(2026, 5, 1, 12, 0, 9, 0, time.UTC),
		Quoted: []string{"q"}, Evidence: Evidence{Timings: map[string]float64{"rules": 0.5}, Answers: map[string]any{"p": 0.25}, Notes: []string{"n"}},
	}
	text, err := d.AppendRecord(nil)
	require.NoError(t, err)
	got, err := ParseRecord(text)
	require.NoError(t, err)
	assert.True(t, d.Time.Equal(got.Time))
	got.Time = d.Time
	assert.Equal(t, d, got)
}

func TestRecordRefusesWhatHasNoJSON(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]Decision{
		"evaluator": {Evaluator: func() {}},
		"action":    {Action: Action(7)},
		"number":    {Evidence: Evidence{Signals: map[string]float64{"a": math.NaN()}}},
		"year":      {Time: time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)},
	} {
		_, err := d.AppendRecord(nil)
		require.Error(t, err, name)
	}
	for _, text := range []string{"", "null!", `{"decision":"perhaps"}`, `[]`} {
		_, err := ParseRecord([]byte(text))
		require.Error(t, err, text)
	}
}

func FuzzParseRecord(f *testing.F) {
	for seed := range uint64(5) {
		d := filler{rand.New(rand.NewPCG(seed, 5))}.anyDecision()
		text, err := d.AppendRecord(nil)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := ParseRecord(text)
		if err != nil {
			return
		}
		again, err := d.AppendRecord(nil)
		require.NoError(t, err)
		back, err := ParseRecord(again)
		require.NoError(t, err)
		same, err := back.AppendRecord(nil)
		require.NoError(t, err)
		assert.Equal(t, string(again), string(same))
	})
}
