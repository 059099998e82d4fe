package astgrep

import (
	"testing"

	"github.com/flux7-go/supervisor/decision"
)

// FuzzReadReport: whatever the program says, it is a list of findings or an error
// with a cause, and a rule that is not there is never reported.
func FuzzReadReport(f *testing.F) {
	f.Add([]byte(`{"ruleId":"r0","message":"m","range":{"byteOffset":{"start":1,"end":2}}}`))
	f.Add([]byte("{\"ruleId\":\"broken\",\"range\":{\"byteOffset\":{\"start\":-1,\"end\":2}}}\n{"))
	f.Add([]byte(`{"ruleId":"r-1","range":{"byteOffset":{}}}`))
	f.Add([]byte("[]"))
	f.Add([]byte(""))
	p := &program{}
	f.Fuzz(func(t *testing.T, out []byte) {
		list, err := readReport(out)
		if err != nil {
			if decision.CauseOf(err) != decision.CauseUnreadable || list != nil {
				t.Fatal(list, err)
			}
			return
		}
		scan, err := p.scan(list, 10)
		if err == nil && (len(scan.Matches) > 0 || scan.Broken > 10) {
			t.Fatal(scan)
		}
	})
}
