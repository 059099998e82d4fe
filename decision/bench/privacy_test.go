package bench_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/internal/redact"
)

// author makes up sets, the same ones from the same seed.
type author struct {
	*rand.Rand
	planted []string // what it writes in random places
}

func (a *author) pick(list ...string) string { return list[a.IntN(len(list))] }

// text is a word or what was planted, in some frame, now and then a long one.
func (a *author) text() string {
	text := a.pick("ls -l", "naïve", "make test", "/srv/x", "", "{\"a\":\"b\\n\"}", "a<b>&c", "日本語")
	if a.IntN(4) == 0 {
		text = strings.Replace(a.pick("%", "use % now", "'%'", "x=%", "a,%,b", `{"v":"%"}`, "first\n%\nlast"), "%", a.pick(a.planted...), 1)
	}
	switch a.IntN(12) {
	case 0:
		return strings.Repeat("padding ", 20+a.IntN(10)) + text
	case 1:
		return strings.Repeat("padding ", 235+a.IntN(20)) + text + strings.Repeat(" more", 10)
	case 2:
		return text + strings.Repeat(" more", a.IntN(500))
	}
	return text
}

func (a *author) value(depth int) any {
	switch a.IntN(4 + depth) {
	case 0, 1:
		return a.object(depth - 1)
	case 2:
		list := make([]any, a.IntN(3))
		for i := range list {
			list[i] = a.value(depth - 1)
		}
		return list
	case 3:
		return json.Number(fmt.Sprint(a.IntN(1000), ".50"))
	}
	return a.text()
}

func (a *author) object(depth int) map[string]any {
	out := map[string]any{}
	if depth < 0 {
		return out
	}
	for range a.IntN(4) {
		name := a.pick("command", "path", "token", "text", "name", "value")
		if a.IntN(6) == 0 {
			name = a.text()
		}
		out[name] = a.value(depth)
	}
	return out
}

// name is one of few, so that cases go on from each other, or anything.
func (a *author) name() string {
	if text := a.text(); a.IntN(8) == 0 && len(text) < 400 && !strings.Contains(text, "\n") {
		return text
	}
	return a.pick("one", "two", "")
}

func (a *author) traces() []any {
	out := make([]any, a.IntN(4))
	for i := range out {
		trace := map[string]any{
			"tool": a.name(), "params": a.object(2), "policy": a.name(), "policy_rule": a.name(), "error": a.text(),
			"approved_by": a.name(), "approval_status": a.name(), "trace_id": a.name(), "session_id": a.name(),
		}
		if a.IntN(3) == 0 {
			trace["params"] = a.text()
		}
		out[i] = trace
	}
	return out
}

func (a *author) set(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for range 30 {
		c := map[string]any{
			"tool": "Bash:" + a.name(), "params": a.object(3), "policy": a.pick("allow", "deny", "human_approval"), "policy_rule": a.name(),
			"agent_id": a.name(), "session_id": a.name(), "timestamp": a.name(), "user_request": a.text(), "tool_description": a.text(), "danger": a.text(),
		}
		for _, optional := range []string{"id", "trace_id", "working_dir"} {
			if a.IntN(2) == 0 {
				c[optional] = a.name()
			}
		}
		if a.IntN(3) == 0 {
			c["recent_traces"] = a.traces()
		}
		if a.IntN(5) == 0 {
			c["policy"], c["expect"] = a.name(), a.pick("approve", "deny", "escalate")
		}
		data, err := json.Marshal(c)
		require.NoError(t, err)
		b.Write(data)
		b.WriteByte('\n')
	}
	return b.String()
}

// exportedTexts returns the export of a set, and every text and name in it.
func exportedTexts(t testing.TB, r *bench.Reader, set string) (export []byte, texts []string) {
	t.Helper()
	var out bytes.Buffer
	_, err := bench.Export(&out, r.Read(fmt.Sprint("set of ", set[:min(9, len(set))]), strings.NewReader(set)))
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(out.Bytes()))
	d.UseNumber()
	for d.More() {
		var v any
		require.NoError(t, d.Decode(&v))
		texts = allTexts(texts, v)
	}
	return out.Bytes(), texts
}

func allTexts(out []string, v any) []string {
	switch v := v.(type) {
	case string:
		return append(out, v)
	case json.Number:
		return append(out, string(v))
	case []any:
		for _, element := range v {
			out = allTexts(out, element)
		}
	case map[string]any:
		for name, member := range v {
			out = allTexts(append(out, name), member)
		}
	}
	return out
}

// anyCase changes the case of letters at random.
func (a *author) anyCase(s string) string {
	return strings.Map(func(r rune) rune {
		if a.IntN(2) == 0 {
			return []rune(strings.ToUpper(string(r)))[0]
		}
		return []rune(strings.ToLower(string(r)))[0]
	}, s)
}

const seeds = 40

func TestNoExcludedKeywordIsEverExported(t *testing.T) {
	t.Parallel()
	keywords := []string{"Acme", "zeta corp", "café-7", "ΣΊΣΥΦΟΣ", "5.50", `q"uote<`, "Bash:one"}
	kept := 0
	for seed := range uint64(seeds) {
		a := &author{Rand: rand.New(rand.NewPCG(seed, 1))}
		for _, word := range keywords[:6] {
			a.planted = append(a.planted, a.anyCase(word), "x"+a.anyCase(word)+"y")
		}
		r := selecting(t, bench.SelectionOptions{Exclude: keywords})
		export, texts := exportedTexts(t, r, a.set(t))
		kept += bytes.Count(export, []byte("\n"))
		for _, text := range texts {
			for _, word := range keywords {
				require.NotContains(t, strings.ToLower(text), strings.ToLower(word), "seed %d", seed)
				require.NotContains(t, strings.ToUpper(text), strings.ToUpper(word), "seed %d", seed)
			}
		}
	}
	assert.Greater(t, kept, seeds, "the sets must not be all excluded")
}

// plantedSecrets returns a made-up secret of every kind, with a part of each
// that nothing else holds. They are put together here so that scanners of this
// repository do not report them.
func plantedSecrets() (secrets, cores []string) {
	const core = "7QX2M9KD4TZ8WB3R"
	const body = core + "J6VN5HC1YF0PLGSAEU7KQ2XM9DTZ4WB8"
	for _, prefix := range redact.Prefixes() {
		secrets = append(secrets, prefix+body)
	}
	return append(secrets,
		"eyJhbGciOiJIUzI1NiJ9."+"eyJzdWIiOiIxMjM0NTY3ODkwIn0."+body,
		"-----BEGIN RSA PRIVATE KEY-----\n"+body+"\n"+body+"\n-----END RSA PRIVATE KEY-----",
		"-----BEGIN OPENSSH PRIVATE KEY-----\n"+body, "-----BEGIN PGP PRIVATE KEY BLOCK-----\n"+body+"\n-----END PGP PRIVATE KEY BLOCK-----",
		"postgres://ann:swordfish4711@db.example/x", "https://a1B2c3D4e5F6g7H8i9J0k1L2@git.example/x",
		"password=swordfish4711 ", "Authorization: Bearer "+body, "Authorization: Basic YW5uOnN3b3JkZmlzaA==", "login --password swordfish4711 -x",
		"aws_secret_access_key = "+body, "Cookie: sid=swordfish4711", `"client_secret": "swordfish4711"`,
	), []string{core, "swordfish", "a1B2c3D4", "c3dvcmRmaXNo", "3b3JkZmlz"}
}

func TestNoSecretIsEverExported(t *testing.T) {
	t.Parallel()
	secrets, cores := plantedSecrets()
	for seed := range uint64(seeds) {
		a := &author{Rand: rand.New(rand.NewPCG(seed, 2)), planted: secrets}
		reader := selecting(t, bench.SelectionOptions{})
		if seed%2 == 0 {
			reader = &bench.Reader{}
		}
		export, _ := exportedTexts(t, reader, a.set(t))
		require.NotEmpty(t, export)
		for _, core := range cores {
			at := bytes.Index(export, []byte(core))
			require.Negative(t, at, "seed %d: %.200s", seed, export[max(0, at-100):])
		}
	}
}

func TestAnExportIsReadAsWhatWasSelected(t *testing.T) {
	t.Parallel()
	secrets, _ := plantedSecrets()
	for seed := range uint64(seeds) {
		a := &author{Rand: rand.New(rand.NewPCG(seed, 3)), planted: secrets}
		set := a.set(t)
		o := bench.SelectionOptions{Exclude: []string{"naïve"}}
		want, _ := readAll(t, selecting(t, o), "set", set)
		export, _ := exportedTexts(t, selecting(t, o), set)
		got, skips := readAll(t, &bench.Reader{}, "frozen", string(export))
		require.Empty(t, skips, "seed %d", seed)
		require.Len(t, got, len(want), "seed %d", seed)
		for i := range want {
			want[i].Line, want[i].Set, want[i].ID, want[i].Families = got[i].Line, got[i].Set, got[i].ID, nil
			require.Equal(t, want[i], got[i], "seed %d, case %d", seed, i)
		}
		again, _ := exportedTexts(t, &bench.Reader{}, string(export))
		require.Equal(t, string(export), string(again), "seed %d", seed)
	}
}

// FuzzSelection exports any set without a keyword and a secret that it plants.
func FuzzSelection(f *testing.F) {
	f.Add([]byte(`{"tool":"Bash","params":{"command":"deploy acme"},"policy":"allow"}`+"\n"+`{"tool":"Bash","params":{"c":"cat ~/notes"},"policy":"allow"}`), "~/app/x")
	f.Add([]byte(`{"tool":"x","policy":"deny","recent_traces":[{"tool":"acme","params":"ACME"}],"params":{"acme":1}}`), "$HOME/y")
	f.Add([]byte(`{"id":"acme","tool":"x","policy":"grant","expect":"deny"}`), `\"{`)
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		const word, secret = "acme", "ghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"
		planted, err := json.Marshal(map[string]any{
			"tool": "Bash", "policy": "allow", "session_id": "s", "params": map[string]any{"v": text + " " + secret + " " + text},
		})
		require.NoError(t, err)
		set := string(data) + "\n" + string(planted) + "\n" + string(planted)
		for _, repos := range [][]string{nil, {"app"}} {
			r := selecting(t, bench.SelectionOptions{Exclude: []string{word}, Repos: repos})
			export, texts := exportedTexts(t, r, set)
			require.NotContains(t, string(export), secret[:16])
			for _, exported := range texts {
				require.NotContains(t, strings.ToLower(exported), word)
			}
			got, skips := readAll(t, &bench.Reader{}, "frozen", string(export))
			require.Empty(t, skips)
			require.Len(t, got, r.Sets()[0].Cases)
		}
	})
}
