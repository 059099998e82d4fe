package questionpack_test

import (
	"fmt"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/examples/questionpack"
	"github.com/flux7-go/supervisor/question"
	"github.com/flux7-go/supervisor/question/questiontest"
)

func TestFinancePack(t *testing.T) {
	t.Parallel()
	set := questiontest.Load(t, true, "finance.yaml")
	questiontest.Fingerprint(t, set, "df9962a51463")
	questiontest.Criteria(t, set)

	type answers = questiontest.Answers
	yes, option, level := questiontest.Yes, questiontest.Option, questiontest.Level
	questiontest.Verdicts(t, set, decision.DefaultThresholds(),
		questiontest.Case{Name: "a read in the ledger", Tool: "ledger.read", Want: decision.Approve,
			Answers: answers{"ledger": option("live", 0.95), "in_scope": yes(0.9)}},
		questiontest.Case{Name: "a payment that is rather unlikely", Tool: "payments.send", Want: decision.Approve,
			Answers: answers{"pays_out": yes(0.1)}},
		questiontest.Case{Name: "a payment that is possible", Tool: "payments.send", Want: decision.Escalate, StoppedBy: []string{"pays_out"},
			Answers: answers{"pays_out": yes(0.12)}},
		questiontest.Case{Name: "a payment in the sandbox", Tool: "payments.send", Want: decision.Approve,
			Answers: answers{"pays_out": yes(0.97), "ledger": option("sandbox", 0.93)}},
		questiontest.Case{Name: "a payment in what is hardly the sandbox", Tool: "payments.send", Want: decision.Escalate, StoppedBy: []string{"pays_out"},
			Answers: answers{"pays_out": yes(0.97), "ledger": option("sandbox", 0.89)}},
		questiontest.Case{Name: "a payment that nobody asked for", Tool: "payments.send", Want: decision.Deny,
			Answers: answers{"pays_out": yes(0.97), "ledger": option("live", 0.99), "in_scope": yes(0.2)}},
		questiontest.Case{Name: "a closed period", Tool: "ledger.post", Want: decision.Escalate, StoppedBy: []string{"alters_books"},
			Answers: answers{"alters_books": yes(0.2)}},
		questiontest.Case{Name: "an amount that may be large", Tool: "ledger.post", Want: decision.Escalate, StoppedBy: []string{"exposure"},
			Answers: answers{"exposure": level(1, 0.9)}}, // half of the rest is for 1000 and more
		questiontest.Case{Name: "an amount that is small", Tool: "ledger.post", Want: decision.Approve,
			Answers: answers{"exposure": level(1, 0.97)}},
		questiontest.Case{Name: "text that tells the reviewer what to do", Agent: "finance-7", Tool: "mail.send", Want: decision.Escalate, StoppedBy: []string{"injection"},
			Answers: answers{"injection": yes(0.8)}},
		questiontest.Case{Name: "the base pack still applies", Tool: "ledger.post", Want: decision.Escalate, StoppedBy: []string{"secrets"},
			Answers: answers{"secrets": yes(0.3)}},
	)
}

// Programs that build their set in code combine the pack with the base pack.
func Example() {
	pack, err := questionpack.Finance()
	if err != nil {
		panic(err)
	}
	combined, err := question.Combine(true, pack)
	if err != nil {
		panic(err)
	}
	fmt.Println(combined.Set.For("finance-7", "mail.send").Packs())
	fmt.Println(combined.Set.For("maple-bot", "mail.send").Packs())
	// Output:
	// [base finance]
	// [base]
}
