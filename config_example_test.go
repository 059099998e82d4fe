package supervisor_test

import (
	"fmt"

	"github.com/flux7-go/supervisor"
)

func ExampleParseConfig() {
	_, err := supervisor.ParseConfig("sup7.yaml", []byte(`
evaluator:
  confidence_treshold: 0.8
poll: {interval: 0}
rules:
  - name: reads
    condition: tool startswith fs.read
    action: approve
`))
	fmt.Println(err)

	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(`
poll: {interval: 500ms}
rules:
  - name: reads
    condition: tool starts_with fs.read
    action: approve
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("every", cfg.Poll.Interval)
	for _, rule := range cfg.Rules {
		fmt.Println(rule.Name, rule.Action)
	}
	// Output:
	// sup7.yaml:3:3: evaluator.confidence_treshold: unknown key; did you mean "confidence_threshold"?
	//     3 |   confidence_treshold: 0.8
	//       |   ^~~~~~~~~~~~~~~~~~~
	// sup7.yaml:4:18: poll.interval: must be a duration from 10ms to 24h
	//     4 | poll: {interval: 0}
	//       |                  ^
	// sup7.yaml:7:21: rules[0].condition: unknown operator "startswith": did you mean starts_with? (rule "reads")
	//     7 |     condition: tool startswith fs.read
	//       |                     ^~~~~~~~~~
	// every 500ms
	// reads approve
	// default escalate
}

func ExampleLoadConfig() {
	_, err := supervisor.LoadConfig("testdata/config/broken.yaml")
	fmt.Println(err)
	// Output:
	// testdata/config/broken.yaml:4:9: admin.port: must be a whole number from 1 to 65535
	//     4 |   port: "70000"
	//       |         ^~~~~~~
}

func ExampleSecret() {
	token := supervisor.Secret("hunter2")
	fmt.Println(token, len(token.Reveal()))
	// Output: *** 7
}
