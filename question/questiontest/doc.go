// Package questiontest unit-tests a pack of questions with go test alone: no
// model is asked. A test says what a model might answer and which verdict has
// to follow, so that nobody loosens a limit by accident.
//
//	func TestPack(t *testing.T) {
//		set := questiontest.Load(t, true, "finance.yaml")
//		questiontest.Fingerprint(t, set, "0123456789ab")
//		questiontest.Criteria(t, set)
//		questiontest.Verdicts(t, set, decision.DefaultThresholds(),
//			questiontest.Case{Name: "a small refund", Want: decision.Approve,
//				Answers: questiontest.Answers{"pays_out": questiontest.Yes(0.05)}},
//		)
//	}
//
// What it cannot test is whether a model answers the questions well: that takes
// recorded calls and a measurement.
package questiontest
