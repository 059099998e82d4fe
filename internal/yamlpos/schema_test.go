package yamlpos_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// machine has parts of all kinds.
type machine struct {
	Speed  int           `yaml:"speed" default:"1"`
	Engine engine        `yaml:"engine" part:"engine"`
	Kind   string        `yaml:"kind" default:"a" enum:"a|b|c" part:"kind-*"`
	Wheels []wheel       `yaml:"wheels" part:"wheels"`
	Tags   []string      `yaml:"tags" default:"x" part:"tags"`
	Notes  []string      `yaml:"notes" part:"notes"`
	Ratio  *float64      `yaml:"ratio" min:"0" max:"1" part:"ratio"`
	Wait   time.Duration `yaml:"wait" default:"2s" min:"0s" part:"wait"`
	Hidden veiled        `yaml:"hidden"`
	Levels []level       `yaml:"levels"`
	Any    map[string]pet
	Table  map[string]pet `yaml:"table"`
	_      struct{}       `yaml:"gone" refuse:"no"`
}

type engine struct {
	On    bool   `yaml:"on"`
	Fuel  string `yaml:"fuel" default:"oil"`
	Turbo bool   `yaml:"turbo" part:"turbo"`
}

type wheel struct {
	Size  int  `yaml:"size" required:"yes"`
	Spare bool `yaml:"spare" part:"spare"`
}

func unbuilt(t *testing.T, text string, parts ...string) []string {
	t.Helper()
	doc, err := yamlpos.Parse("f.yaml", []byte(text))
	require.NoError(t, err)
	var m machine
	require.NoError(t, doc.Decode(&m))
	require.NoError(t, doc.Err())
	built := map[string]bool{}
	for _, p := range parts {
		built[p] = true
	}
	faults, err := doc.Unbuilt(&m, built)
	require.NoError(t, err)
	keys := []string{}
	for _, f := range faults {
		assert.Contains(t, f.Msg, "is known but its part is not built into this version yet")
		assert.NotZero(t, f.Line)
		keys = append(keys, f.Key)
	}
	return keys
}

func TestUnbuilt(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text  string
		built []string
		want  []string
	}{
		"nothing given":          {"{}", nil, []string{}},
		"no part needed":         {"speed: 9", nil, []string{}},
		"default given":          {"engine: {fuel: oil, on: no}\nkind: a\ntags: [x]\nwait: 2000ms", nil, []string{}},
		"part of the section":    {"engine: {fuel: gas}", nil, []string{"engine.fuel"}},
		"built":                  {"engine: {fuel: gas}", []string{"engine"}, []string{}},
		"own part in a section":  {"engine: {turbo: yes}", []string{"engine"}, []string{"engine.turbo"}},
		"own part built":         {"engine: {turbo: yes}", []string{"turbo"}, []string{}},
		"by value":               {"kind: b", []string{"kind-c"}, []string{"kind"}},
		"by value, built":        {"kind: b", []string{"kind-b"}, []string{}},
		"list of sections":       {"wheels: [{size: 1}]", nil, []string{"wheels"}},
		"empty list of sections": {"wheels: []", nil, []string{}},
		"inside a built list":    {"wheels: [{size: 1}, {size: 1, spare: yes}]", []string{"wheels"}, []string{"wheels[1].spare"}},
		"list emptied":           {"tags: []", nil, []string{"tags"}},
		"list without default":   {"notes: []", nil, []string{}},
		"pointer":                {"ratio: 0", nil, []string{"ratio"}},
		"zero is not a default":  {"wait: 0", nil, []string{"wait"}},
		"several":                {"wait: 3\nnotes: [a]", nil, []string{"notes", "wait"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, unbuilt(t, tt.text, tt.built...))
		})
	}
}

func TestUnbuiltOfAStructThatAProgramFilledIn(t *testing.T) {
	t.Parallel()
	var none *yamlpos.Document
	faults, err := none.Unbuilt(machine{Engine: engine{Fuel: "gas"}, Kind: "a"}, nil)
	require.NoError(t, err)
	require.Len(t, faults, 1)
	assert.Equal(t, "yaml: engine.fuel: is known but its part is not built into this version yet: remove the key", faults[0].String())
}

func TestKeys(t *testing.T) {
	t.Parallel()
	keys, err := yamlpos.Keys(machine{})
	require.NoError(t, err)
	assert.Equal(t, []yamlpos.Key{
		{"speed", "whole number", "1", "", "", "machine", "Speed"},
		{"engine.on", "yes or no", "no", "", "engine", "engine", "On"},
		{"engine.fuel", "text", "oil", "", "engine", "engine", "Fuel"},
		{"engine.turbo", "yes or no", "no", "", "turbo", "engine", "Turbo"},
		{"kind", "one of a, b, c", "a", "", "kind-*", "machine", "Kind"},
		{"wheels", "list of sections", "[]", "", "wheels", "machine", "Wheels"},
		{"wheels[].size", "whole number", "", "", "wheels", "wheel", "Size"},
		{"wheels[].spare", "yes or no", "no", "", "spare", "wheel", "Spare"},
		{"tags", "list of texts", "[x]", "", "tags", "machine", "Tags"},
		{"notes", "list of texts", "[]", "", "notes", "machine", "Notes"},
		{"ratio", "number", "", "from 0 to 1", "ratio", "machine", "Ratio"},
		{"wait", "duration", "2s", "0s or more", "wait", "machine", "Wait"},
		{"hidden", "secret text", `""`, "", "", "machine", "Hidden"},
		{"levels", "list of texts", "[]", "", "", "machine", "Levels"},
		{"table", "mapping", "", "", "", "machine", "Table"},
		{"table.*.name", "text", "rex", "", "", "pet", "Name"},
		{"table.*.legs", "whole number", "4", "from 0 to 8", "", "pet", "Legs"},
	}, keys)
}

func TestKeysOfAStructThatHoldsItself(t *testing.T) {
	t.Parallel()
	type tree struct {
		Name string `yaml:"name"`
		// The list cannot name its own type inside a function.
		Sub []struct {
			Name string `yaml:"name"`
		} `yaml:"sub"`
	}
	keys, err := yamlpos.Keys(tree{})
	require.NoError(t, err)
	assert.Len(t, keys, 3)

	keys, err = yamlpos.Keys(knot{})
	require.NoError(t, err)
	assert.Len(t, keys, 1)

	_, err = yamlpos.Keys(3)
	require.Error(t, err)
}

type knot struct {
	Next []knot `yaml:"next"`
}
