package yamlpos_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// refusal returns the only fault of a file that cannot be read.
func refusal(t *testing.T, text string) yamlpos.Fault {
	t.Helper()
	doc, err := yamlpos.Parse("f.yaml", []byte(text))
	assert.Nil(t, doc)
	var faults *yamlpos.Faults
	require.ErrorAs(t, err, &faults)
	require.Len(t, faults.List, 1)
	return faults.List[0]
}

func TestParseRefusesWhatIsNoSingleMapping(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want string
	}{
		"empty":            {"", "f.yaml: the file is empty"},
		"comments only":    {"# nothing\n", "f.yaml: the file is empty"},
		"list":             {"- a\n", "f.yaml:1:1: the top value must be a mapping of keys, not a list"},
		"text":             {"\n\nword\n", "f.yaml:3:1: the top value must be a mapping of keys, not text"},
		"null":             {"~\n", "f.yaml:1:1: the top value must be a mapping of keys, not nothing"},
		"second document":  {"a: 1\n---\nb: 2\n", "f.yaml:2:1: the file holds a second document"},
		"unclosed list":    {"x: 1\na: [1\nb: 2\n", "f.yaml:2:1: cannot be read as yaml: did not find expected ',' or ']'"},
		"bad indent":       {"x: 1\ny: 2\n  z: 3\n", "f.yaml:3:3: cannot be read as yaml: mapping values are not allowed in this context"},
		"unclosed quote":   {"a: \"x", "f.yaml:1:1: cannot be read as yaml"},
		"bad second":       {"a: 1\n---\nb: [\n", "cannot be read as yaml"},
		"unknown anchor":   {"a: 1\nb: *gone\n", "f.yaml:2:1: cannot be read as yaml: an alias has no anchor above it"},
		"own anchor":       {"a: &a [*a]\n", "f.yaml:1:8: nested deeper than 64 levels"},
		"control":          {"a: 1\nb: x\x1b[31m\n", "f.yaml:2:5: the file is not plain utf-8 text"},
		"invalid utf-8":    {"a: é\xff\n", "f.yaml:1:5: the file is not plain utf-8 text"},
		"utf-16":           {"\xff\xfea\x00", "f.yaml:1:1: the file is not plain utf-8 text"},
		"too deep":         {"a: " + strings.Repeat("[", 64) + strings.Repeat("]", 64), "nested deeper than 64 levels"},
		"too large":        {"a: b\n" + strings.Repeat("#\n", yamlpos.MaxBytes/2), "f.yaml: the file is larger than 1048576 bytes"},
		"line too long":    {"a: b\nc: " + strings.Repeat("d", yamlpos.MaxLineBytes), "f.yaml:2:1: the line is longer than 65536 bytes"},
		"too many values":  {"a:\n" + strings.Repeat("- [1,1,1,1,1,1,1,1,1,1]\n", 20_000), "more than 200000 values"},
		"bomb of aliases":  {bomb(), "more than 200000 values"},
		"bomb of mappings": {strings.NewReplacer("[", "{x: ", "]", "}", ",", ", y: ").Replace(bomb()), "more than 200000 values"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Contains(t, refusal(t, tt.text).String(), tt.want)
		})
	}
}

// bomb is a small file that means 4^20 values.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [1,1,1,1]\n")
	for i := range 20 {
		from, to := string(rune('a'+i))+"0", string(rune('b'+i))+"0"
		b.WriteString(to + ": &" + to + " [*" + from + ",*" + from + ",*" + from + ",*" + from + "]\n")
	}
	return b.String()
}

func TestDepthLimitIsExact(t *testing.T) {
	t.Parallel()
	nested := func(n int) []byte { return []byte("a: " + strings.Repeat("[", n) + strings.Repeat("]", n)) }
	_, err := yamlpos.Parse("f", nested(yamlpos.MaxDepth-1)) // and the top mapping
	require.NoError(t, err)
	_, err = yamlpos.Parse("f", nested(yamlpos.MaxDepth))
	require.Error(t, err)
}

type pets struct {
	Dog  pet            `yaml:"dog"`
	Cat  pet            `yaml:"cat"`
	All  []pet          `yaml:"all"`
	Free map[string]any `yaml:"free"`
}

type pet struct {
	Name string `yaml:"name" default:"rex"`
	Legs int    `yaml:"legs" default:"4" min:"0" max:"8"`
}

func TestAliasesAndMergeKeys(t *testing.T) {
	t.Parallel()
	doc, err := yamlpos.Parse("f.yaml", []byte(`
dog: &dog {name: bello, legs: 3}
cat:
  <<: *dog
  name: mia
all:
  - *dog
  - <<: [{legs: 2}, *dog]
`))
	require.NoError(t, err)
	var got pets
	require.NoError(t, doc.Decode(&got))
	require.NoError(t, doc.Err())
	assert.Equal(t, pets{
		Dog: pet{"bello", 3},
		Cat: pet{"mia", 3},
		All: []pet{{"bello", 3}, {"bello", 2}},
	}, got)
	line, column := doc.Position("all[0]")
	assert.Equal(t, [2]int{7, 5}, [2]int{line, column}, "an alias stands where it is used")
}

func TestFaultsOfKeys(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"duplicate":              {"dog:\n  legs: 1\n  legs: 2\n", "f.yaml:3:3: legs: duplicate key; it is also on line 2\n    3 |   legs: 2\n      |   ^~~~"},
		"duplicate, quoted":      {"free: {\"a\": 1, a: 2}", "f.yaml:1:16: a: duplicate key; it is also on line 1"},
		"list as key":            {"? [a]\n: 1\n", "f.yaml:1:3: a key must be a word, not a list"},
		"null as key":            {"~: 1\n", "f.yaml:1:1: a key must be a word, not nothing"},
		"merge of text":          {"dog:\n  <<: rex\n", "f.yaml:2:7: <<: a merge key takes a mapping, not text"},
		"unknown":                {"dgo: {}\n", "f.yaml:1:1: dgo: unknown key; did you mean \"dog\"?\n    1 | dgo: {}\n      | ^~~"},
		"unknown, no suggestion": {"elephant: 1\n", "elephant: unknown key; use one of dog, cat, all, free"},
		"unknown, strange":       {"\"x\\ty\": 1\n", "f.yaml:1:1: [\"x\\ty\"]: unknown key"},
		"unknown, in a list":     {"all:\n- {nmae: x}\n", "f.yaml:2:4: all[0].nmae: unknown key; did you mean \"name\"?"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := yamlpos.Parse("f.yaml", []byte(tt.text))
			require.NoError(t, err)
			require.NoError(t, doc.Decode(&pets{}))
			require.Error(t, doc.Err())
			assert.Contains(t, doc.Err().Error(), tt.want)
		})
	}
}

func TestSelect(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text     string
		selected bool
		name     string
		fault    string
		warnings []string
	}{
		"no wrapper":    {"dog: {name: ada}", false, "ada", "", nil},
		"wrapper":       {"w: {dog: {name: ada}}", true, "ada", "", nil},
		"with siblings": {"dog: {name: bob}\nw: {dog: {name: ada}}\n", true, "ada", "", []string{`dog: ignored, because only what is under "w" is read`}},
		"null":          {"w:\n", true, "rex", "f.yaml:1:1: w: must be a mapping of keys, not nothing", nil},
		"list":          {"w: [1]", true, "rex", "f.yaml:1:4: w: must be a mapping of keys, not a list", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := yamlpos.Parse("f.yaml", []byte(tt.text))
			require.NoError(t, err)
			assert.Equal(t, tt.selected, doc.Select("w"))
			var got pets
			require.NoError(t, doc.Decode(&got))
			assert.Equal(t, tt.name, got.Dog.Name)
			if tt.fault == "" {
				require.NoError(t, doc.Err())
			} else {
				require.ErrorContains(t, doc.Err(), tt.fault)
			}
			require.Len(t, doc.Warnings(), len(tt.warnings))
			for i, want := range tt.warnings {
				assert.Contains(t, doc.Warnings()[i].String(), want)
			}
		})
	}
}

func TestPresence(t *testing.T) {
	t.Parallel()
	doc, err := yamlpos.Parse("f.yaml", []byte("dog:\n  legs: null\nall:\n  - name: x\n"))
	require.NoError(t, err)
	require.NoError(t, doc.Decode(&pets{}))

	assert.True(t, doc.Has("dog.legs"))
	assert.True(t, doc.Null("dog.legs"))
	assert.True(t, doc.Faulty("dog.legs"), "null where a number is needed")
	assert.False(t, doc.Has("dog.name"), "a default is not presence")
	assert.False(t, doc.Null("dog.name"))
	assert.False(t, doc.Faulty("all[0].name"))

	line, column := doc.Position("all[0].name")
	assert.Equal(t, [2]int{4, 5}, [2]int{line, column})
	line, column = doc.Position("cat")
	assert.Equal(t, [2]int{}, [2]int{line, column})
}

func TestFaultsAreCappedAndCounted(t *testing.T) {
	t.Parallel()
	doc, err := yamlpos.Parse("f.yaml", []byte("all:\n"+strings.Repeat("- {legs: 9}\n", 1_500)))
	require.NoError(t, err)
	require.NoError(t, doc.Decode(&pets{}))
	var faults *yamlpos.Faults
	require.ErrorAs(t, doc.Err(), &faults)
	assert.Len(t, faults.List, yamlpos.MaxFaults)
	assert.Equal(t, 500, faults.More)
	assert.True(t, strings.HasSuffix(faults.Error(), "\nand 500 more"))
	assert.Equal(t, 1001, faults.List[999].Line)
}

func TestFaultAtDoesNotRecord(t *testing.T) {
	t.Parallel()
	doc, err := yamlpos.Parse("f.yaml", []byte("dog:\n  legs: 2\n"))
	require.NoError(t, err)
	require.NoError(t, doc.Decode(&pets{}))
	assert.Equal(t, "f.yaml:2:9: dog.legs: too few\n    2 |   legs: 2\n      |         ^", doc.FaultAt("dog.legs", "too few").String())
	assert.Equal(t, "f.yaml:1:1: dog.name: is needed\n    1 | dog:\n      | ^~~", doc.FaultAt("dog.name", "is needed").String(),
		"a key that is not given stands for the one above it")
	require.NoError(t, doc.Err())
}

func TestParseAllReadsEveryDocument(t *testing.T) {
	t.Parallel()
	docs, err := yamlpos.ParseAll("f.yaml", []byte("---\na: 1\n---\n# nothing\n---\nb: 2\nb: 3\n"))
	require.NoError(t, err)
	require.Len(t, docs, 2)
	require.NoError(t, docs[0].Err())
	err = docs[1].Err()
	var faults *yamlpos.Faults
	require.ErrorAs(t, err, &faults)
	assert.Equal(t, 7, faults.List[0].Line, "lines are those of the file")

	none, err := yamlpos.ParseAll("f.yaml", []byte("---\n# nothing\n"))
	require.NoError(t, err)
	assert.Empty(t, none)
}

func TestParseAllKeepsWhatStandsBeforeAFault(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"syntax": "a: 1\n---\nb: [\n", "no mapping": "a: 1\n---\n[b]\n", "too many": strings.Repeat("a: 1\n---\n", yamlpos.MaxDocuments+5),
	} {
		docs, err := yamlpos.ParseAll("f.yaml", []byte(text))
		var faults *yamlpos.Faults
		require.ErrorAs(t, err, &faults, name)
		assert.Len(t, faults.List, 1, name)
		assert.NotZero(t, faults.List[0].Line, name)
		assert.NotEmpty(t, docs, name)
	}
}
