package question_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestQuestionsAreWrittenUnderTheKeysOfAPack(t *testing.T) {
	t.Parallel()
	written, err := json.Marshal(parse(t, "ledger.yaml", ledgerPack).Questions)
	require.NoError(t, err)
	assert.Equal(t, `[{"id":"books","pack":"ledger","type":"noul","group":"danger","instructions":"Does the call book an entry?",`+
		`"criteria":{"true":"it does","false":"it does not"},"threshold":0.1,"ignore_when":{"question":"kind","option":"trial","min":0.9}},`+
		`{"id":"kind","pack":"ledger","type":"choice","group":"context","instructions":"Which ledger?",`+
		`"criteria":{"trial":"the one for trying out","main":"the real one","yes":"a word in quotes","false":"a word without"}},`+
		`{"id":"amount","pack":"ledger","type":"score","group":"danger","instructions":"How much?","criteria":["nothing","below the limit","above it"],"level":2},`+
		`{"id":"usual","pack":"ledger","type":"noul","group":"context","role":"scope","instructions":"Is it usual?"}]`, string(written))
}
