package yamlmask_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/yamlmask"
)

const hidden = `"***redacted***"`

func masked(t testing.TB, text string) string {
	t.Helper()
	parsed, err := yamlmask.Parse([]byte(text))
	require.NoError(t, err)
	out, err := parsed.Masked()
	require.NoError(t, err)
	return string(out)
}

func restore(t testing.TB, current, edited string) (string, error) {
	t.Helper()
	parsed, err := yamlmask.Parse([]byte(current))
	require.NoError(t, err)
	out, err := parsed.Restore([]byte(edited))
	return string(out), err
}

// TestMaskedInEveryStyle writes one secret in every way that YAML has.
func TestMaskedInEveryStyle(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct{ text, want string }{
		"plain":            {"admin:\n  token: hunter2\n  port: 1\n", "admin:\n  token: " + hidden + "\n  port: 1\n"},
		"flow":             {"admin: {token: hunter2, port: 1}\n", "admin: {token: " + hidden + ", port: 1}\n"},
		"quoted key":       {`"token": hunter2`, `"token": ` + hidden},
		"blank before":     {"token : hunter2\r\nx: 1\r\n", "token : " + hidden + "\r\nx: 1\r\n"},
		"double quotes":    {`token: "hunter2 \" # x" # why`, `token: ` + hidden + ` # why`},
		"single quotes":    {`token: 'hunter2 '' x'`, `token: ` + hidden},
		"literal":          {"token: |\n  hunter2\n\n  hunter2b\n\n# on\nx: 1\n", "token: " + hidden + "\n\n# on\nx: 1\n"},
		"folded, indented": {"a:\n  token: >2-\n      hunter2\n    more\n  x: 1\n", "a:\n  token: " + hidden + "\n  x: 1\n"},
		"over lines":       {"token: hunter2\n  and more\n\n  and\nx: 1\n", "token: " + hidden + "\nx: 1\n"},
		"anchor and tag":   {"token: &t !!str hunter2\nname: *t\n", "token: &t !!str " + hidden + "\nname: *t\n"},
		"below an anchor":  {"x: &t hunter2\ntoken: *t\n", "x: &t " + hidden + "\ntoken: *t\n"},
		"next line":        {"token: &t # mine\n  hunter2\n", "token: &t # mine\n  " + hidden + "\n"},
		"documents":        {"token: hunter2\n---\n- {api_key: hunter2}\n", "token: " + hidden + "\n---\n- {api_key: " + hidden + "}\n"},
		"list":             {"keys: [hunter2, 'b']\n", "keys: [" + hidden + ", " + hidden + "]\n"},
		"section":          {"credentials:\n  user: hunter2\n", "credentials:\n  user: " + hidden + "\n"},
		"number":           {"password: 471147\n", "password: " + hidden + "\n"},
		"url":              {"mesh: {url: \"http://u:hunter2@h:1/\"}\n", "mesh: {url: " + hidden + "}\n"},
		"named value":      {"- {name: API_KEY, value: hunter2}\n", "- {name: API_KEY, value: " + hidden + "}\n"},
		"again":            {"token: hunter2hunter2\nnote: not hunter2hunter2!\n", "token: " + hidden + "\nnote: " + hidden + "\n"},
		"comment":          {"a: 1 # token: hunter2\n", "a: 1 # ***redacted*** (comment 1 of 1)\n"},
		"mark and umlaut":  {"\ufeffé: {ü: ä, token: hunter2} # é\n", "\ufeffé: {ü: ä, token: " + hidden + "} # é\n"},
		"literal mask":     {"note: a ***redacted*** b\n", "note: " + hidden + "\n"},
		"aliased key":      {"x: &a token\n? *a\n: hunter2\n", "x: &a token\n? *a\n: " + hidden + "\n"},
		"webhook":          {"notify:\n  - url: https://hooks.example/hunter2\n", "notify:\n  - url: " + hidden + "\n"},
		"a count":          {"max_tokens: 4096\n", "max_tokens: 4096\n"},
		"environment":      {"token_env: SUP7_TOKEN\nx_token_env: hunter2\n", "token_env: SUP7_TOKEN\nx_token_env: " + hidden + "\n"},
		"nothing hidden":   {"token: \"\"\nx_token:\nsecret: true # and so on\n", "token: \"\"\nx_token:\nsecret: true # and so on\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := masked(t, row.text)
			assert.Equal(t, row.want, got)
			assert.NotContains(t, got, "hunter2")
			back, err := restore(t, row.text, got)
			require.NoError(t, err)
			assert.Equal(t, row.text, back)
		})
	}
}

func TestMaskedRefusesWhatItCannotMask(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a: [":                     "line 1: the text cannot be read as yaml",
		"\xff":                     "not valid utf-8",
		"a: *b":                    "cannot be read as yaml",
		"https://u:hunter2@h/x: 1": "a key looks like a secret",
		"token: hunter2hunter2\nx:\n  hunter2hunter2: y": "cannot be masked, such as a key",
		"a: &a [*a]": "",
		strings.Repeat("[", 70) + strings.Repeat("]", 70): "nested deeper",
		"keys: [" + strings.Repeat("a, ", 1001) + "]":     "1001 secrets",
		strings.Repeat("#", 1<<20) + "\n":                 "larger than",
		"a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [" + strings.Repeat("*a,", 100) + "]\nc: &c [" + strings.Repeat("*b,", 100) + "]\nd: [*c, *c, *c]": "values with aliases",
	} {
		parsed, err := yamlmask.Parse([]byte(text))
		if err == nil {
			_, err = parsed.Masked()
		}
		if assert.Error(t, err, "%.40q", text) {
			assert.ErrorContains(t, err, want)
			assert.NotContains(t, err.Error(), "hunter2")
		}
	}
}

func TestRestoreByPath(t *testing.T) {
	t.Parallel()
	const current = `mesh: {url: "http://u:hunter0@h", admin_token: hunter1}
admin:
  token: hunter2 # mine
  read_token: |
    hunter3
agents:
  - name: ann
    token: hunter4
  - name: bob
    token: hunter5
notify:
  - url: https://hooks.example/services/a
    secret: hunter6
  - url: https://hooks.example/services/b
    secret: hunter7
header: {variable: API_KEY, value: hunter8}
`
	view := masked(t, current)
	change := func(pairs ...string) string {
		out := strings.NewReplacer(pairs...).Replace(view)
		require.NotEqual(t, view, out)
		return out
	}
	m := hidden
	for name, row := range map[string]struct{ edited, want, fault string }{
		"unchanged":          {edited: view, want: current},
		"one token replaced": {edited: change("\n  token: "+m, "\n  token: fresh"), want: strings.Replace(current, "hunter2", "fresh", 1)},
		"sections moved": {
			edited: "admin:\n  read_token: " + m + "\n  token: " + m + "\nmesh:\n  admin_token: " + m + "\n",
			want:   "admin:\n  read_token: |\n    hunter3\n  token: hunter2\nmesh:\n  admin_token: hunter1\n",
		},
		"a block into a flow":     {edited: "admin: {read_token: " + m + "}\n", want: "admin: {read_token: \"hunter3\\n\"}\n"},
		"bare, as the reference":  {edited: "admin:\n  token: ***redacted***\n", want: "admin:\n  token: hunter2\n"},
		"single quotes":           {edited: "admin: {token: '***redacted***'}", want: "admin: {token: hunter2}"},
		"named items moved":       {edited: "agents: [{name: bob, token: " + m + "}, {name: ann, token: " + m + "}]", want: "agents: [{name: bob, token: hunter5}, {name: ann, token: hunter4}]"},
		"an item removed":         {edited: "agents: [{name: bob, token: " + m + "}]", want: "agents: [{name: bob, token: hunter5}]"},
		"no mask at all":          {edited: "a: [", want: "a: ["},
		"renamed item":            {edited: "agents: [{name: eve, token: " + m + "}]", fault: "line 1: a masked value stands where the file has no secret"},
		"two of one name":         {edited: "agents: [{name: bob, token: " + m + "}, {name: bob, token: x}]", fault: "no secret"},
		"moved to a text":         {edited: "rules: [{name: x, description: " + m + "}]", fault: "no secret"},
		"carried by an alias":     {edited: "admin: {token: &t " + m + "}\nrules: [{name: x, description: *t}]", fault: "no secret"},
		"swapped by an alias":     {edited: "admin: {token: &t " + m + ", read_token: *t}", fault: "no secret"},
		"merged elsewhere":        {edited: "mesh: &m {admin_token: " + m + "}\nadmin: {<<: *m}", fault: "no secret"},
		"inside of a text":        {edited: "admin: {token: \"Bearer ***redacted***\"}", fault: "inside of a text"},
		"wrapped":                 {edited: "supervisor: {admin: {token: " + m + "}}", fault: "no secret"},
		"a second document":       {edited: "a: 1\n---\nadmin: {token: " + m + "}", fault: "line 3: a masked value"},
		"what hid it is gone":     {edited: "x: 1\nheader: {variable: PLAIN, value: " + m + "}", fault: "line 2: the secret that is masked here would be shown"},
		"a comment nobody masked": {edited: "a: 1\n# ***redacted*** (comment 2 of 2)\n", fault: "line 2: no comment of the file"},
		"free words in a comment": {edited: "a: 1 # see ***redacted***\n", want: "a: 1 # see ***redacted***\n"},
		"an unreadable text":      {edited: "a: [" + m, fault: "cannot be read as yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := restore(t, current, row.edited)
			if row.fault != "" {
				require.ErrorContains(t, err, row.fault)
				assert.NotContains(t, err.Error(), "hunter")
				return
			}
			require.NoError(t, err)
			assert.Equal(t, row.want, got)
		})
	}
}

func TestRestoreComments(t *testing.T) {
	t.Parallel()
	const current = "# token: old1\na: 1 # plain\n# password: old2\n"
	view := masked(t, current)
	assert.Equal(t, "# ***redacted*** (comment 1 of 2)\na: 1 # plain\n# ***redacted*** (comment 2 of 2)\n", view)
	got, err := restore(t, current, strings.Replace(view, "# ***redacted*** (comment 1 of 2)\n", "", 1))
	require.NoError(t, err)
	assert.Equal(t, "a: 1 # plain\n# password: old2\n", got, "one removed, the other stays itself")
}

func TestSecretLines(t *testing.T) {
	t.Parallel()
	parsed, err := yamlmask.Parse([]byte("a: 1\ntoken: |\n  x\n  y\nb: 2 # password: zz\nc: 3\n"))
	require.NoError(t, err)
	assert.Equal(t, map[int]bool{2: true, 3: true, 4: true, 5: true}, parsed.SecretLines())
}

// writer writes random configs with known secrets in them.
type writer struct {
	random  *rand.Rand
	out     bytes.Buffer
	secrets []string
}

func (w *writer) secret() string {
	s := fmt.Sprintf("hunter%05d", w.random.IntN(100_000))
	w.secrets = append(w.secrets, s)
	return s
}

func (w *writer) mapping(indent string, depth int) {
	for i := range 1 + w.random.IntN(4) {
		key := fmt.Sprintf("k%d", i)
		switch w.random.IntN(9) {
		case 0:
			fmt.Fprintf(&w.out, "%s%s_token: %s # note\n", indent, key, w.secret())
		case 1:
			fmt.Fprintf(&w.out, "%s\"%s_secret\" : 'it''s %s'\n", indent, key, w.secret())
		case 2:
			fmt.Fprintf(&w.out, "%s%s: {password: \"%s\\n\", port: 1}\n", indent, key, w.secret())
		case 3:
			fmt.Fprintf(&w.out, "%s%s_token: |-\n%s  %s\n\n%s   # %s\n", indent, key, indent, w.secret(), indent, w.secret())
		case 4:
			fmt.Fprintf(&w.out, "%s%s_url: http://u:%s@h/\n", indent, key, w.secret())
		case 5:
			fmt.Fprintf(&w.out, "%s%s_token: >\n%s    %s\n%s    two\n", indent, key, indent, w.secret(), indent)
		case 6:
			fmt.Fprintf(&w.out, "%s# api_key: %s\n%s%s: [a, b]\n", indent, w.secret(), indent, key)
		case 7:
			fmt.Fprintf(&w.out, "%s%s:\n%s  - {secret: %s}\n%s  - {secret: %s, x: y}\n", indent, key, indent, w.secret(), indent, w.secret())
		default:
			if depth == 0 {
				fmt.Fprintf(&w.out, "%s%s: plain words\n", indent, key)
				continue
			}
			fmt.Fprintf(&w.out, "%s%s:\n", indent, key)
			w.mapping(indent+"  ", depth-1)
		}
	}
}

func TestMaskedTextsHoldNoSecretAndComeBackWhole(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		w := &writer{random: rand.New(rand.NewPCG(seed, 7))}
		w.mapping("", 3)
		view := masked(t, w.out.String())
		for _, s := range w.secrets {
			require.NotContains(t, view, s, "seed %d:\n%s", seed, w.out.String())
		}
		back, err := restore(t, w.out.String(), view)
		require.NoError(t, err, "seed %d:\n%s", seed, w.out.String())
		require.Equal(t, w.out.String(), back, "seed %d", seed)
		assert.Equal(t, view, masked(t, view), "masking a masked text changes nothing")
	}
}

// TestAnySecretsCanBeReplaced types some secrets of a text, and leaves the others
// masked: these are the ones that they were, in their order.
func TestAnySecretsCanBeReplaced(t *testing.T) {
	t.Parallel()
	const typed = `"http://u:typed@h/"`
	secret := regexp.MustCompile(`hunter\d{5}`)
	for seed := range uint64(200) {
		w := &writer{random: rand.New(rand.NewPCG(seed, 13))}
		w.mapping("", 3)
		parts := strings.Split(masked(t, w.out.String()), hidden)
		edited, kept := parts[0], 0
		for _, part := range parts[1:] {
			if w.random.IntN(2) == 0 {
				edited += typed + part
				continue
			}
			edited += hidden + part
			kept++
		}
		got, err := restore(t, w.out.String(), edited)
		require.NoError(t, err, "seed %d:\n%s\n%s", seed, w.out.String(), edited)
		found, left := secret.FindAllString(got, -1), w.secrets
		require.GreaterOrEqual(t, len(found), kept)
		for _, s := range found {
			i := slices.Index(left, s)
			require.GreaterOrEqual(t, i, 0, "seed %d: %s\n%s\n%s", seed, s, w.out.String(), got)
			left = left[i+1:]
		}
	}
}

func FuzzMask(f *testing.F) {
	for _, seed := range []string{
		"token: hunter2hunter2 # x\n", "a: {token: [a, *b]}\n", "x: &a |\n  hunter2hunter2\ntoken: *a\n", "? [a]\n: b\n---\n- x\n...\n",
		"a: >2-\n    x\n", "\ufeff# token: x\r\na: 'b''c'\r\n", "token: a\u2028 b\u0085c\n", "<<: {token: \"\\x41\"}\n", "!!binary &x token: !t y\n", "%YAML 1.1\n---\nkey: x\n",
	} {
		f.Add([]byte(seed), []byte(seed))
	}
	f.Fuzz(func(t *testing.T, data, edited []byte) {
		parsed, err := yamlmask.Parse(data)
		if err != nil {
			return
		}
		if view, err := parsed.Masked(); err == nil {
			back, err := parsed.Restore(view)
			require.NoError(t, err)
			require.Equal(t, string(data), string(back))
		}
		_, _ = parsed.Restore(edited)
		parsed.SecretLines()
	})
}
