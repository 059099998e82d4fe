package command_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/internal/yamlpos"
)

func TestOperatorsAddRows(t *testing.T) {
	t.Parallel()
	rows, err := command.Parse("commands.yaml", []byte(`
commands:
  - name: shipctl shipcmd
    flags: -v,--verbose
    shared: -o,--output=write
    sub:
      - {name: status, does: network(api)}
      - {name: rollout/start, args: inert+, does: external(deploy)}
  - name: cat
    override: true
    args: read
  - {name: mygrep, like: grep}
`))
	require.NoError(t, err)
	table := command.Core().With(rows)
	for line, want := range map[string]string{
		"shipctl -v status -o x":    "write(x) network:api",
		"shipcmd rollout start web": "external:deploy",
		"shipctl rollout stop web":  "gap",
		"cat a":                     "read(a)",
		"cat a b":                   "read(a) list(b) gap",
		"mygrep x f":                "read(f) >content",
	} {
		assert.Equal(t, want, shown(table.Interpret(split(line))), line)
	}
	assert.Equal(t, "gap", shown(command.Core().Interpret(split("shipctl status"))), "the core table is as it was")
	assert.True(t, table.Lookup("/usr/bin/shipctl"))
}

func TestFaultsOfOperatorsRowsHaveAPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"commands:\n  - name: rm\n    args: inert*":                           `c.yaml:2:11: commands[0].name: "rm" is known already: say override: true`,
		"commands:\n  - name: x\n    flags: -o=wrote":                         `c.yaml:3:12: commands[0].flags: is not a role: "wrote"`,
		"commands:\n  - name: x\n    args: exec read":                         `c.yaml:3:11: commands[0].args: has a role after one that takes all words`,
		"commands:\n  - name: x\n    style: gun":                              `c.yaml:3:12: commands[0].style: is not a style: "gun"`,
		"commands:\n  - name: x\n    does: networks(a)":                       `c.yaml:3:11: commands[0].does: is not an act: "networks(a)"`,
		"commands:\n  - name: x\n  - name: y x":                               `c.yaml:3:11: commands[1].name: gives "x" a second time in this file`,
		"commands:\n  - name: ./x":                                            `c.yaml:2:11: commands[0].name: is a path`,
		"commands:\n  - name: x\n    like: nosuch":                            `c.yaml:3:11: commands[0].like: "nosuch" is not a program of the library`,
		"commands:\n  - name: x\n    sub:\n      - {name: y, override: true}": `commands[0].sub[0].override: does not belong to a subcommand`,
		"commands:\n  - name: x\n    sub:\n      - {name: y, out: words}":     `commands[0].sub[0].out: is not a flow: "words"`,
		"commands:\n  - flagz: x":                                             `unknown key`,
	} {
		_, err := command.Parse("c.yaml", []byte(text))
		var faults *yamlpos.Faults
		require.ErrorAs(t, err, &faults, text)
		assert.ErrorContains(t, err, want, text)
	}
}
