package command_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// clouds is a file of rows in the notation for command lines of clouds.
const clouds = `
commands:
  - name: skyctl
    shared: --region=
    sub:
      - {name: "vm/list-* disk/*/show", flags: "--ids,--filters=param* --note=param", does: network(cloud)}
      - {name: vm/list-keys, does: secrets(keys)}
      - {name: "vm/list-k*", does: external(k)}
      - {name: ssh, args: inert*, does: external(shell)}
      - {name: "*/delete", args: inert*, does: remotedelete(it)}
  - {name: skycp, args: "remote(store)+ remotedest(store)"}
  - {name: skyget, args: "not(*secret*,:*)*"}
  - {name: skydb, args: "read? sql(sqlite)*", in: sql(sqlite)}
`

func TestCommandLinesOfClouds(t *testing.T) {
	t.Parallel()
	rows, err := command.Parse("rows.yaml", []byte(clouds))
	require.NoError(t, err)
	table := command.Core().With(rows)
	for line, want := range map[string]string{
		"skyctl vm list-all --ids a b --region x --filters c": "network:cloud",
		"skyctl vm list-all --ids":                            "network:cloud",
		"skyctl vm list-all --ids a -- b":                     "list(b) network:cloud gap",
		"skyctl vm list-all --ids a ?s":                       "list(?) network:cloud gap",
		"skyctl vm list-all --ids a b c=?u":                   "network:cloud",
		"skyctl vm list-all --ids a ?u":                       "list(?) network:cloud gap",
		"skyctl vm list-all --note file://x":                  "upload(x) network:cloud",
		"skyctl vm list-all --note fileb://x":                 "upload(x) network:cloud",
		"skyctl vm list-all --filters a @x":                   "upload(x) network:cloud",
		"skyctl vm list-all --note ?u":                        "network:cloud gap",
		"skyctl vm list-all a":                                "list(a) network:cloud gap",
		"skyctl disk d1 show":                                 "network:cloud",
		// The most exact name, and no pattern behind a command.
		"skyctl vm list-keys":     "secrets:keys",
		"skyctl vm list-kinds":    "external:k",
		"skyctl ssh delete":       "external:shell",
		"skyctl ssh list-all":     "external:shell",
		"skyctl vm delete list-x": "remotedelete:it",
		"skyctl vm/list-all":      "gap",
		"skyctl vm -list-all":     "gap",
		"skyctl vm ?u":            "gap",
		"skyctl vm *":             "gap",
		// Stores of objects.
		"skycp a s3://b/c":     "read(a) network:store external:copies to another machine upload(a)",
		"skycp gs://b/c a":     "network:store dest(a)",
		"skycp r:a s:b":        "network:store network:store external:copies to another machine",
		"skycp - r:a":          "network:store external:copies to another machine <sends",
		"skycp r:a -":          "network:store >content",
		"skycp ./a:b c":        "read(./a:b) dest(c ./a:b)",
		"skyget a b":           "",
		"skyget a my-secret-b": "gap",
		"skyget :x":            "gap",
		"skyget a?u":           "gap",
		// What is asked on the command line is not read from the input.
		"skydb f":            "read(f) <sql(sqlite)",
		"skydb f 'SELECT 1'": "read(f) sql:sqlite(SELECT 1)",
		"skydb":              "<sql(sqlite)",
	} {
		assert.Equal(t, want, shown(table.Interpret(split(line))), line)
	}
}
