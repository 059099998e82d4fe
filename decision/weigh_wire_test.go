package decision_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// TestJ14J15FromTheWire spoils the answers of row J1 as a server may.
func TestJ14J15FromTheWire(t *testing.T) {
	t.Parallel()
	const good = `{"erases":{"type":"noul","noul":0.11},"copies_out":{"type":"noul","noul":0.07},"replaces":{"type":"noul","noul":0.03},` +
		`"area":{"type":"choice","choice":"outside","probabilities":{"sandbox":0.1,"outside":0.9}},` +
		`"usual":{"type":"noul","noul":0.83},"planted":{"type":"noul","noul":0.04}}`
	weigh := func(text string) (decision.Verdict, error) {
		answers, err := question.ParseAnswers([]byte(text), smallSet(t))
		if err != nil {
			return decision.Verdict{}, err
		}
		return decision.Weigh(smallSet(t), answers, decision.DefaultThresholds())
	}
	v, err := weigh(good)
	require.NoError(t, err)
	assert.Equal(t, decision.Approve, v.Action)
	for name, change := range map[string][2]string{
		"J14: usual missing":              {`"usual":`, `"unusual":`},
		"J14: erases without noul":        {`"noul":0.11`, `"p":0.11`},
		"J14: area without probabilities": {`"probabilities":{"sandbox":0.1,"outside":0.9}`, `"confidence":1`},
		"J14: null":                       {good, `null`},
		"J15: NaN":                        {`"noul":0.04`, `"noul":NaN`},
		"J15: negative":                   {`"noul":0.04`, `"noul":-0.2`},
		"J15: over one":                   {`"noul":0.04`, `"noul":1.4`},
		"J15: a text":                     {`"noul":0.04`, `"noul":"0.3"`},
		"J15: a truth value":              {`"noul":0.04`, `"noul":true`},
		"J15: null":                       {`"noul":0.04`, `"noul":null`},
		"J15: beyond a double":            {`"noul":0.04`, `"noul":1e999`},
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		require.NotEqual(t, good, text, name)
		v, err := weigh(text)
		require.Error(t, err, name)
		assert.Equal(t, decision.Escalate, v.Action, name)
	}
}
