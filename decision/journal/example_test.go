package journal_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
)

func Example() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "decisions.jsonl")

	j, err := journal.Open(path, journal.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = j.Close() }()
	ctx := context.Background()
	err = j.Append(ctx, decision.Event{
		Time:     time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC),
		Decision: &decision.Decision{ID: "a1", Action: decision.Deny, Tool: "fs.delete", Reasoning: "outside the project"},
		Call:     &decision.Call{ID: "a1", Tool: "fs.delete", Params: map[string]any{"path": "/etc/hosts"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}

	report, err := journal.Verify(ctx, path, journal.VerifyOptions{})
	fmt.Println(report, err)
	// Output: intact: 1 record, head 1969bbbe5efb7f958fa5cfc49a8cf7e66e1a61c81aba5b7772bbf33a68c0c017 <nil>
}

func ExampleVerifyReader() {
	report, err := journal.VerifyReader(context.Background(), strings.NewReader("not a record\n"), journal.VerifyOptions{})
	fmt.Println(report, err)
	// Output:
	// damaged: 1 fault in 0 records
	//   line 1 (byte 0, seq 0): unreadable: the line is not a record of a chain <nil>
}

func ExampleRead() {
	log := `{"timestamp":"2026-03-04T12:00:00.000000+00:00","approval_id":"a1","tool":"fs.read","decision":"approved"}
{"timestamp":"2026-03-04T12:00:01.000000+00:00","type":"outcome","approval_id":"a1","outcome":"sent"}
`
	skipped, err := journal.Read(context.Background(), strings.NewReader(log), func(r journal.Record) error {
		fmt.Println(r.Time.Format(time.TimeOnly), r.ApprovalID, cmp.Or(r.Decision, string(r.Type)))
		return nil
	})
	fmt.Println(skipped, err)
	// Output:
	// 12:00:00 a1 approved
	// 12:00:01 a1 outcome
	// 0 <nil>
}

// A journal that begins another file for every record, its story of one call,
// and what is to be asked after a crash.
func ExampleVerifySet() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "decisions.jsonl")
	now := func() time.Time { return time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC) }
	j, err := journal.Open(path, journal.Options{Fsync: journal.FsyncCommit, RotateSize: 1, Checkpoint: 100, Now: now})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	d := decision.Decision{ID: "a1", Action: decision.Deny, Tool: "fs.delete", Via: decision.ViaMesh}
	for _, e := range []decision.Event{
		{Decision: &d}, {Type: decision.EventOutcome, Decision: &d, Outcome: &decision.Outcome{State: decision.OutcomeUnsent}},
	} {
		if err := j.Append(ctx, e); err != nil {
			fmt.Println(err)
		}
	}
	if err := j.Close(); err != nil {
		fmt.Println(err)
	}

	files, _ := journal.Files(path)
	fmt.Println(filepath.Base(files[0]))
	report, _ := journal.VerifySet(ctx, path, journal.VerifyOptions{})
	fmt.Println(report.Intact, report.Records, report.Checkpoint)
	story, _ := journal.Find(ctx, path, "a1")
	for _, r := range story {
		fmt.Println(r.File, cmp.Or(r.Decision, string(r.Outcome)))
	}
	unsettled, _ := journal.Unsettled(ctx, path, now().Add(-time.Hour))
	fmt.Println(unsettled[0].Decided().Action)
	// Output:
	// decisions.jsonl.1-20260304T120000Z
	// true 3 3
	// decisions.jsonl.1-20260304T120000Z denied
	// decisions.jsonl unsent
	// deny
}
