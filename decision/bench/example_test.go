package bench_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/flux7-go/supervisor/decision/bench"
)

func ExampleReader() {
	const set = `{"id":"tests","tool":"Bash","params":{"command":"go test ./..."},"policy":"allow"}
{"id":"wipe","tool":"Bash","params":{"command":"rm -rf ~"},"policy":"human_approval","approval_status":"denied","approved_by":"person:ann"}
{"id":"odd"`

	var r bench.Reader
	for c, err := range r.Read("week", strings.NewReader(set)) {
		var skip *bench.SkipError
		switch {
		case errors.As(err, &skip):
			fmt.Printf("line %d: %s\n", skip.Line, skip.Reason)
		case err != nil:
			fmt.Println(err)
		default:
			fmt.Println(c.ID, c.Label)
		}
	}
	fmt.Println(r.Sets()[0].Cases, r.Sets()[0].Skipped)
	// Output:
	// tests approve
	// wipe deny
	// line 3: unreadable
	// 2 map[unreadable:1]
}

func ExampleExport() {
	const traces = `{"trace_id":"t1","session_id":"s","tool":"Bash","params":{"command":"cd ~/shop && deploy --password hunter22"},"policy":"human_approval","policy_rule":"ask"}
{"trace_id":"t2","session_id":"s","tool":"Bash","params":{"command":"cat ~/diary"},"policy":"allow"}
{"trace_id":"t3","session_id":"s","tool":"Bash","params":{"command":"make -C ~/shop"},"policy":"allow"}`

	selection, err := bench.NewSelection(bench.SelectionOptions{Repos: []string{"~/shop"}, Exclude: []string{"acme"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := bench.Reader{Select: selection}
	leaving, err := bench.Export(os.Stdout, r.Read("traces", strings.NewReader(traces)))
	fmt.Println(leaving.Calls, r.Sets()[0].Skipped, err)
	// Output:
	// {"trace_id":"t1","timestamp":"","agent_id":"","session_id":"s","tool":"Bash","params":{"command":"cd ~/shop && deploy --password [secret]"},"policy":"human_approval","policy_rule":"ask","recent_traces":[]}
	// {"trace_id":"t3","timestamp":"","agent_id":"","session_id":"s","tool":"Bash","params":{"command":"make -C ~/shop"},"policy":"allow","policy_rule":"","recent_traces":[{"tool":"Bash","params":"[excluded]"},{"tool":"Bash","params":{"command":"cd ~/shop && deploy --password [secret]"}}]}
	// 2 map[allowlist: path outside allowed repos:1] <nil>
}
