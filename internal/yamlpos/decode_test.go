package yamlpos_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// every has a key of each form.
type every struct {
	base
	Text   string         `yaml:"text"`
	Given  string         `yaml:"given" default:"x"`
	OrNone string         `yaml:"or_none" default:"x" empty:"ok"`
	Null   string         `yaml:"nil" null:"ok"`
	Enum   string         `yaml:"enum" default:"red" enum:"red|green"`
	Number float64        `yaml:"number" default:"0.5" min:"0" below:"1"`
	Own    *float64       `yaml:"own" min:"0" max:"1"`
	Whole  int            `yaml:"whole" default:"7" above:"0" max:"10"`
	Big    int64          `yaml:"big"`
	Yes    bool           `yaml:"yes"`
	Wait   time.Duration  `yaml:"wait" default:"2s" min:"10ms" max:"7d"`
	Grace  time.Duration  `yaml:"grace" default:"300" quoted:"seconds"`
	List   []string       `yaml:"list" default:"a,b"`
	Enums  []string       `yaml:"enums" enum:"red|green"`
	Table  map[string]pet `yaml:"table"`
	Free   any            `yaml:"free"`
	Level  level          `yaml:"level" default:"low"`
	URL    string         `yaml:"url" format:"url"`
	Env    string         `yaml:"env" format:"env"`
	Name   string         `yaml:"name" format:"name"`
	Line   string         `yaml:"line" format:"line"`
	Glob   string         `yaml:"glob" format:"glob"`
	Prose  string         `yaml:"prose" format:"prose"`
	Must   []needed       `yaml:"must"`
	_      struct{}       `yaml:"elsewhere" refuse:"belongs elsewhere"`
	_      struct{}       `yaml:"unread" ignore:"is not read here"`
	Plain  int
}

type base struct {
	Embedded int `yaml:"embedded" default:"1"`
}

type needed struct {
	ID   string `yaml:"id" required:"yes"`
	Note string `yaml:"note"`
}

type level int

func (l *level) UnmarshalText(text []byte) error {
	switch string(text) {
	case "low":
		*l = 1
	case "high":
		*l = 2
	default:
		return fmt.Errorf("must be low or high")
	}
	return nil
}

func decode(t *testing.T, text string) (every, *yamlpos.Document) {
	t.Helper()
	doc, err := yamlpos.Parse("f.yaml", []byte(text))
	require.NoError(t, err)
	var got every
	require.NoError(t, doc.Decode(&got))
	return got, doc
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	got, doc := decode(t, "{}")
	require.NoError(t, doc.Err())
	assert.Equal(t, every{
		base: base{Embedded: 1}, Given: "x", OrNone: "x", Enum: "red", Number: 0.5, Whole: 7,
		Wait: 2 * time.Second, Grace: 5 * time.Minute, List: []string{"a", "b"}, Level: 1,
	}, got)
}

func TestItemsDoNotShareTheirDefaults(t *testing.T) {
	t.Parallel()
	doc, err := yamlpos.Parse("f", []byte("items: [{}, {}]"))
	require.NoError(t, err)
	var got struct {
		Items []struct {
			Tags []string `yaml:"tags" default:"a,b"`
		} `yaml:"items"`
	}
	require.NoError(t, doc.Decode(&got))
	got.Items[0].Tags[0] = "changed"
	assert.Equal(t, []string{"a", "b"}, got.Items[1].Tags)
}

func TestAcceptedValues(t *testing.T) {
	t.Parallel()
	half := 0.5
	tests := map[string]struct {
		text string
		want any
		of   func(every) any
	}{
		"quoted number":           {`number: "0.25"`, 0.25, func(e every) any { return e.Number }},
		"number at its minimum":   {`number: 0`, 0.0, func(e every) any { return e.Number }},
		"exponent":                {`number: 5e-1`, 0.5, func(e every) any { return e.Number }},
		"pointer when given":      {`own: 0.5`, &half, func(e every) any { return e.Own }},
		"pointer when absent":     {`{}`, (*float64)(nil), func(e every) any { return e.Own }},
		"whole":                   {`whole: "10"`, 10, func(e every) any { return e.Whole }},
		"whole with a point":      {`whole: 3.0`, 3, func(e every) any { return e.Whole }},
		"big":                     {`big: 9007199254740992`, int64(1 << 53), func(e every) any { return e.Big }},
		"negative":                {`big: -5`, int64(-5), func(e every) any { return e.Big }},
		"yes":                     {`yes: Yes`, true, func(e every) any { return e.Yes }},
		"on":                      {`yes: on`, true, func(e every) any { return e.Yes }},
		"one":                     {`yes: 1`, true, func(e every) any { return e.Yes }},
		"quoted true":             {`yes: "true"`, true, func(e every) any { return e.Yes }},
		"off":                     {`yes: off`, false, func(e every) any { return e.Yes }},
		"milliseconds":            {`wait: 750ms`, 750 * time.Millisecond, func(e every) any { return e.Wait }},
		"blank before the unit":   {`wait: 0.5 s`, 500 * time.Millisecond, func(e every) any { return e.Wait }},
		"blanks around":           {`wait: " 3m "`, 3 * time.Minute, func(e every) any { return e.Wait }},
		"days":                    {`wait: 1.5d`, 36 * time.Hour, func(e every) any { return e.Wait }},
		"bare seconds":            {`wait: 4`, 4 * time.Second, func(e every) any { return e.Wait }},
		"bare fraction":           {`wait: 0.25`, 250 * time.Millisecond, func(e every) any { return e.Wait }},
		"quoted seconds":          {`grace: "4"`, 4 * time.Second, func(e every) any { return e.Grace }},
		"empty where allowed":     {`or_none: ""`, "", func(e every) any { return e.OrNone }},
		"empty without default":   {`text: ""`, "", func(e every) any { return e.Text }},
		"null where allowed":      {`nil: ~`, "", func(e every) any { return e.Null }},
		"empty list":              {`list: []`, []string{}, func(e every) any { return e.List }},
		"list":                    {`list: [c, "1"]`, []string{"c", "1"}, func(e every) any { return e.List }},
		"off as text":             {`list: [off, yes]`, []string{"off", "yes"}, func(e every) any { return e.List }},
		"table, with defaults":    {`table: {true: {legs: 2}}`, map[string]pet{"true": {"rex", 2}}, func(e every) any { return e.Table }},
		"own reader":              {`level: high`, level(2), func(e every) any { return e.Level }},
		"free":                    {`free: {a: [1, 2.5, true, ~, x, 2026-01-02, "1"]}`, map[string]any{"a": []any{int64(1), 2.5, true, nil, "x", "2026-01-02", "1"}}, func(e every) any { return e.Free }},
		"web address":             {`url: "https://h.example/p?q=1"`, "https://h.example/p?q=1", func(e every) any { return e.URL }},
		"name":                    {`name: agent-1`, "agent-1", func(e every) any { return e.Name }},
		"line with joiners":       {`line: "👩\u200d🔧 x"`, "👩\u200d🔧 x", func(e every) any { return e.Line }},
		"variable":                {`env: HOME_2`, "HOME_2", func(e every) any { return e.Env }},
		"glob":                    {`glob: "vault.[a-z]*"`, "vault.[a-z]*", func(e every) any { return e.Glob }},
		"prose":                   {"prose: |\n  two\n  lines\n", "two\nlines\n", func(e every) any { return e.Prose }},
		"literal block":           {"text: |\n  a\n  b\n", "a\nb\n", func(e every) any { return e.Text }},
		"embedded":                {`embedded: 2`, 2, func(e every) any { return e.Embedded }},
		"with a byte order mark":  {"\ufefftext: a", "a", func(e every) any { return e.Text }},
		"windows line ends":       {"text: a\r\nwhole: 2\r\n", 2, func(e every) any { return e.Whole }},
		"explicit text tag":       {"text: !!str 5", "5", func(e every) any { return e.Text }},
		"leading document marker": {"---\ntext: a\n...\n", "a", func(e every) any { return e.Text }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, doc := decode(t, tt.text)
			require.NoError(t, doc.Err())
			assert.Equal(t, tt.want, tt.of(got))
		})
	}
}

func TestRefusedValues(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"below the range":        {`number: -0.1`, "number: must be a number from 0 below 1"},
		"at an open end":         {`number: 1`, "must be a number from 0 below 1"},
		"not a number":           {`number: .nan`, "must be a number"},
		"quoted nan":             {`number: "NaN"`, "must be a number"},
		"infinity":               {`number: .inf`, "must be a number"},
		"too many digits":        {`number: 1e999`, "must be a number"},
		"hexadecimal":            {`whole: 0x5`, "must be a whole number above 0 to 10"},
		"octal":                  {`whole: 010`, "must be a whole number"},
		"underscores":            {`big: 1_000`, "must be a whole number"},
		"fraction":               {`whole: 2.5`, "must be a whole number"},
		"open minimum":           {`whole: 0`, "must be a whole number above 0 to 10"},
		"beyond exact":           {`big: 9007199254740994`, "must be a whole number"},
		"text for a number":      {`number: much`, "must be a number"},
		"bool for a number":      {`number: true`, "must be a number"},
		"pointer out of range":   {`own: 2`, "own: must be a number from 0 to 1"},
		"text for yes or no":     {`yes: maybe`, "must be yes or no"},
		"number for yes or no":   {`yes: 2`, "must be yes or no"},
		"number for text":        {`text: 5`, "must be text, not a number: put it in quotes"},
		"bool for text":          {`text: true`, "must be text, not true or false"},
		"date for text":          {`text: 2026-01-02`, "must be text, not a date"},
		"binary":                 {`text: !!binary aGk=`, "must be text"},
		"custom tag":             {`text: !env HOME`, "must be text"},
		"custom tag, free":       {`free: !env HOME`, "free: has a tag that is not supported"},
		"hexadecimal, free":      {`free: 0x10`, "must be a decimal number"},
		"infinity, free":         {`free: [.inf]`, "free[0]: must be a plain decimal number"},
		"null for text":          {"text:\n", "f.yaml:1:1: text: has no value: give text, or remove the key"},
		"tilde":                  {`list: [~]`, "list[0]: has no value: ~ alone means null; put it in quotes"},
		"empty with default":     {`given: ""`, "given: must not be empty"},
		"empty in a list":        {`list: [""]`, "list[0]: must not be empty"},
		"enum":                   {`enum: gren`, `enum: must be one of red, green; did you mean "green"?`},
		"enum, nothing near":     {`enum: blue`, `enum: must be one of red, green`},
		"enum in a list":         {`enums: [red, blue]`, "f.yaml:1:14: enums[1]: must be one of red, green"},
		"text for a list":        {`list: a`, "list: must be a list, not text: put it in brackets, [ ]"},
		"mapping for a list":     {`list: {a: 1}`, "list: must be a list, not a mapping"},
		"list for text":          {`text: [a]`, "text: must be text, not a list"},
		"list for a section":     {`must: [[]]`, "must[0]: must be a mapping of keys, not a list"},
		"text for a table":       {`table: x`, "table: must be a mapping, not text"},
		"in a table":             {`table: {a b: {legs: 99}}`, `table["a b"].legs: must be a whole number`},
		"compound duration":      {`wait: 1m30s`, "must be one number and one unit"},
		"unknown unit":           {`wait: 10x`, "must be one number and one unit"},
		"quoted bare duration":   {`wait: "4"`, "must be one number and one unit"},
		"negative duration":      {`wait: -1s`, "must not be negative"},
		"negative seconds":       {`wait: -1`, "must not be negative"},
		"no digit before point":  {`wait: .5s`, "must be one number and one unit"},
		"sexagesimal":            {`wait: 1:30`, "must be one number and one unit"},
		"duration out of range":  {`wait: 8d`, "wait: must be a duration from 10ms to 7d"},
		"duration too short":     {`wait: 1ms`, "wait: must be a duration from 10ms to 7d"},
		"endless duration":       {`grace: 99999999999d`, "is too long"},
		"infinite duration":      {`wait: .inf`, "must be one number and one unit"},
		"own reader":             {`level: mid`, "level: must be low or high"},
		"address without scheme": {`url: localhost:9090`, "url: must be a web address"},
		"address of a file":      {`url: file:///etc/passwd`, "url: must be a web address"},
		"address without host":   {`url: http:///x`, "url: must be a web address"},
		"address with password":  {`url: http://u:p@h`, "url: must not hold a user name or password"},
		"address with fragment":  {`url: http://h/#x`, "url: must not hold a #fragment"},
		"variable":               {`env: $HOME`, "env: must be the name of an environment variable"},
		"two words":              {`name: a b`, "name: must be one word without blanks"},
		"blank":                  {`line: "  "`, "line: must not be blank"},
		"two lines":              {`line: "a\nb"`, "line: must be one line without invisible characters"},
		"hidden character":       {`line: "a\u202eb"`, "line: must be one line without invisible characters"},
		"long line":              {"line: " + strings.Repeat("a", 513), "line: must not be longer than 512 bytes"},
		"long prose":             {"prose: " + strings.Repeat("a", 1025), "prose: must not be longer than 1024 bytes"},
		"hidden in prose":        {`prose: "a\u200bb"`, "prose: must not hold invisible characters"},
		"long glob":              {"glob: " + strings.Repeat("a", 513), "glob: must not be longer than 512 bytes"},
		"glob":                   {`glob: "a["`, "glob: is a malformed pattern"},
		"missing":                {"must:\n- note: x\n", "f.yaml:2:3: must[0].id: is missing: give text"},
		"empty required":         {`must: [{id: ""}]`, "must[0].id: must not be empty"},
		"misplaced":              {`elsewhere: 1`, "f.yaml:1:1: elsewhere: belongs elsewhere"},
		"a field without a tag":  {`Plain: 1`, "Plain: unknown key"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, doc := decode(t, tt.text)
			var faults *yamlpos.Faults
			require.ErrorAs(t, doc.Err(), &faults)
			require.Len(t, faults.List, 1, "%s", doc.Err())
			assert.Contains(t, faults.List[0].String(), tt.want)
		})
	}
}

func TestFaultyKeyKeepsItsDefault(t *testing.T) {
	t.Parallel()
	got, doc := decode(t, "whole: 99\nwait: never\nlist: 1\n")
	require.Error(t, doc.Err())
	assert.Equal(t, 7, got.Whole)
	assert.Equal(t, 2*time.Second, got.Wait)
	assert.Equal(t, []string{"a", "b"}, got.List)
}

func TestMisplacedKeyThatIsOnlyIgnored(t *testing.T) {
	t.Parallel()
	_, doc := decode(t, "unread: 1\n")
	require.NoError(t, doc.Err())
	require.Len(t, doc.Warnings(), 1)
	assert.Equal(t, "f.yaml:1:1: unread: is not read here\n    1 | unread: 1\n      | ^~~~~~", doc.Warnings()[0].String())
}

func TestMistakesInTagsAreErrors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		into any
		want string
	}{
		"not a pointer": {pets{}, "cannot decode into a yamlpos_test.pets"},
		"not a struct":  {new(int), "int is not a struct"},
		"type": {new(struct {
			C chan int `yaml:"c"`
		}), "C: type chan int is not supported"},
		"type in a list": {new(struct {
			C []uint8 `yaml:"c"`
		}), "C: type uint8 is not supported"},
		"default": {new(struct {
			N int `yaml:"n" default:"x"`
		}), "N: default: must be a whole number"},
		"default out of range": {new(struct {
			N int `yaml:"n" default:"9" max:"5"`
		}), "N: default: must be a whole number"},
		"range": {new(struct {
			N int `yaml:"n" max:"many"`
		}), "N: tag max:"},
		"format": {new(struct {
			S string `yaml:"s" format:"haiku"`
		}), `S: unknown format "haiku"`},
		"nested": {new(struct {
			S struct {
				C chan int `yaml:"c"`
			} `yaml:"s"`
		}), "C: type chan int is not supported"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := yamlpos.Parse("f", []byte("{}"))
			require.NoError(t, err)
			require.ErrorContains(t, doc.Decode(tt.into), tt.want)
		})
	}
}
