package decision_test

import (
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// A store of one's own keeps the record, whatever it keeps it in.
func ExampleParseRecord() {
	d := decision.Decision{ID: "a1", Action: decision.Deny, Agent: "ann", Tool: "mail.send", Time: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	record, err := d.AppendRecord(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(record))
	kept, err := decision.ParseRecord(record)
	fmt.Println(kept.Agent, kept.Tool, kept.Action, err)
	// Output:
	// {"id":"a1","decision":"deny","confidence":0,"agent_id":"ann","tool":"mail.send","time":"2026-05-01T12:00:00Z"}
	// ann mail.send deny <nil>
}
