package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/flux7-go/supervisor/decision"
)

// digest identifies the decisions of a run: rows that were decided alike, to the
// last byte, have the same. Times and attempts do not count.
func digest(rows []Row) string {
	sum := sha256.New()
	enc := json.NewEncoder(sum)
	for _, r := range rows {
		_ = enc.Encode(struct { // a hash takes everything
			ID         string
			Label      Final
			Verdict    Final
			Final      Final
			Confidence float64
			Reasoning  string
			Rule       string
			Decider    string
			Cause      decision.Cause
			Signals    map[string]float64
			Meta       json.RawMessage
			Answers    json.RawMessage
			Limits     []decision.Limit
		}{r.ID, r.Label, r.Verdict, r.Final, r.Confidence, r.Reasoning, r.Rule, r.Decider, r.Cause, r.Signals, r.Meta, r.Answers, r.Limits})
	}
	return hex.EncodeToString(sum.Sum(nil))
}
