package supervisor_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/rules"
)

// FuzzParseConfig holds every text to this: it is refused with faults that
// show no secret, or gives a config whose rules compile and that has no door
// open that the text does not open by allow_all.
func FuzzParseConfig(f *testing.F) {
	for _, name := range []string{"reference.yaml", "every.yaml", "broken.yaml"} {
		data, err := os.ReadFile(filepath.Join("testdata", "config", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	for _, seed := range []string{
		"supervisor: null", "rules: [{name: a, action: approve, allow_all: true}]", "rules: [{name: a, condition: \"tool\\x20== x\"}]",
		"admin: {enabled: 1, host: 0.0.0.0, token: fuzz-s3cret}", "agents: [{name: a, supervisor: a}, {name: a}]",
		"evaluator: {chain: [{<<: {provider: jev}}, {provider: none}]}", "poll: {interval: 1e9}", "project_dirs: [~, \"~\", /, ../x]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cfg, err := supervisor.ParseConfigWithEnv("f.yaml", []byte(text), map[string]string{"MEM7_TOKEN": "env-s3cret"})
		if err != nil {
			var refused *supervisor.ConfigError
			if !errors.As(err, &refused) || len(refused.Faults) == 0 {
				t.Fatalf("%v is no list of faults", err)
			}
			if strings.Contains(err.Error(), "env-s3cret") {
				t.Fatal("a fault shows the environment")
			}
			return
		}
		specs := make([]rules.Spec, 0, len(cfg.Rules))
		for _, r := range cfg.Rules {
			if r.When != "" {
				continue
			}
			if r.CatchAll() && r.Action == supervisor.Approve && !r.AllowAll {
				t.Fatalf("rule %q approves everything", r.Name)
			}
			specs = append(specs, rules.Spec{Name: r.Name, Condition: r.Condition, CatchAll: r.CatchAll(), Action: r.Action,
				Confidence: r.Confidence, Description: r.Description, AllowAll: r.AllowAll})
		}
		if _, err := rules.New(specs, rules.Options{}); err != nil {
			t.Fatalf("accepted, but the rules do not compile: %v", err)
		}
	})
}
