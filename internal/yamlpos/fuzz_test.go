package yamlpos_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// FuzzParse holds every document to what faults promise: they name a place
// that exists, they show one line, and no secret.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"text: a\nport: 3\n", "token: [x, {y: z}]\n", "? [a]\n: b\n", "a: &a [*a]\n", "<<: {a: 1}\n", "{port: 99, token: s",
		"text: 'it''s'\nhook: |\n  x\n", "a: \"\\x41\\u00e9\nb\"\n", "w: {port: no}\nw: 1\n", "---\na: 1\n---\n", "\ufeffport: ~\r\nkeys: \u2028x",
		"veil: !!binary x\ninner: {a b: on}\n", "a: 0x1f\ntext: >-\n\tb\n", "!!map {a: 1}", "%YAML 1.1\n---\na: .nan\n", "- - - -\n", "a:\n  - b\n c", "*x : y",
	} {
		f.Add([]byte(seed), 1, 2)
	}
	f.Fuzz(func(t *testing.T, data []byte, offset, length int) {
		doc, err := yamlpos.Parse("f.yaml", data)
		if err == nil {
			doc.Select("w")
			if err := doc.Decode(&shown{}); err != nil {
				t.Fatal(err)
			}
			doc.FaultWithin("text", offset, length, "within")
			doc.Fault("a[0].b", "beside")
			err = doc.Err()
		}
		var faults *yamlpos.Faults
		if !errors.As(err, &faults) {
			t.Fatalf("%v is no list of faults", err)
		}
		for _, fault := range faults.List {
			if fault.Msg == "" || fault.Line > 0 && (fault.Column < 1 || strings.Count(fault.Snippet, "\n") != 1) {
				t.Errorf("a fault that says nothing: %+v", fault)
			}
		}
	})
}
