package adminhttp_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/internal/filelock"
)

const (
	hiddenToken = `"***redacted***"`
	editConfig  = `# ours
admin: {token: "s3cret-one"}
mesh:
  url: http://localhost:9090
  admin_token: s3cret-two # of the mesh

evaluator:
  provider: structural
  jev: {questions: ["QUESTIONS"]}
rules:
  - {name: reads, condition: "tool equals fs.read", action: approve}
`
	editPack = "pack: till\nquestions:\n  pays:\n    type: noul\n    group: danger\n    instructions: Does it pay?\n"
)

// editStage is a supervisor with its files in a directory.
type editStage struct {
	*stage
	dir, config string
}

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:12]
}

func newEditStage(t testing.TB, config string, opts adminhttp.Options, packs ...string) *editStage {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	if opts.Token == "" {
		opts.Token = "t0ken"
	}
	e := &editStage{dir: dir, config: filepath.Join(dir, "sup7.yaml")}
	for _, name := range packs {
		e.write(t, name, strings.ReplaceAll(editPack, "pays", "pays"+strings.NewReplacer("/", "_", ".", "_").Replace(name)))
	}
	e.write(t, "sup7.yaml", strings.NewReplacer("QUESTIONS", filepath.Join(dir, "packs", "*.yaml"), "DIR", dir).Replace(config))
	e.stage = load(t, e.config, opts)
	return e
}

// load starts a supervisor with a config file.
func load(t testing.TB, config string, opts adminhttp.Options) *stage {
	t.Helper()
	cfg, err := supervisor.LoadConfig(config)
	require.NoError(t, err)
	s := &stage{journal: &recorder{}, token: opts.Token}
	s.sup, err = supervisor.Build(cfg, supervisor.Parts{Journal: s.journal, Admin: true})
	require.NoError(t, err)
	s.handler, err = adminhttp.NewHandler(s.sup, opts)
	require.NoError(t, err)
	s.server = httptest.NewServer(s.handler)
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		assert.NoError(t, s.handler.Close(ctx))
		s.server.Close()
		assert.NoError(t, s.sup.Close(ctx))
	})
	return s
}

func (e *editStage) write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(e.dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func (e *editStage) disk(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(e.dir, name))
	require.NoError(t, err)
	return string(text)
}

// put replaces a file whose fingerprint is that of the disk.
func (e *editStage) put(t testing.TB, id, text string, headers ...string) reply {
	t.Helper()
	if len(headers) == 0 {
		headers = []string{"If-Match", sha(e.disk(t, e.nameOf(id)))}
	}
	return e.ask(t, "PUT", "/files/"+id, text, headers...)
}

func (e *editStage) nameOf(id string) string {
	if id, _, _ = strings.Cut(id, "?"); id == "config" {
		return "sup7.yaml"
	}
	return "packs/" + strings.TrimPrefix(id, "questions/")
}

func (e *editStage) backups(t testing.TB) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(e.dir, ".*.bak-*"))
	require.NoError(t, err)
	inPacks, err := filepath.Glob(filepath.Join(e.dir, "packs", ".*.bak-*"))
	require.NoError(t, err)
	return append(found, inPacks...)
}

func TestFilesA7NeedAToken(t *testing.T) {
	t.Parallel()
	open := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	bare := load(t, open.config, adminhttp.Options{})
	assert.Equal(t, http.StatusForbidden, bare.ask(t, "PUT", "/files/config", "a: 1").status)
	assert.Equal(t, http.StatusUnauthorized, open.ask(t, "PUT", "/files/config", "a: 1", "Authorization", "").status)
	assert.Equal(t, http.StatusUnauthorized, open.ask(t, "GET", "/files/config", "", "Authorization", "").status)
	reading := load(t, open.config, adminhttp.Options{Token: "a", ReadToken: "b"})
	reading.token = "b"
	assert.Equal(t, http.StatusOK, reading.ask(t, "GET", "/files/config", "").status)
	assert.Equal(t, http.StatusForbidden, reading.ask(t, "PUT", "/files/config?validate=only", "a: 1").status)
}

func TestFilesListAndShow(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	var list struct{ Files []map[string]any }
	require.NoError(t, json.Unmarshal([]byte(e.ask(t, "GET", "/files", "").body), &list))
	assert.Equal(t, []map[string]any{
		{"id": "config", "kind": "config", "path": e.config, "sha": sha(e.disk(t, "sup7.yaml"))},
		{"id": "questions/till.yaml", "kind": "questions", "path": filepath.Join(e.dir, "packs/till.yaml"), "sha": sha(e.disk(t, "packs/till.yaml"))},
	}, list.Files)

	got := e.ask(t, "GET", "/files/config", "")
	assert.Equal(t, http.StatusOK, got.status)
	assert.Contains(t, got.header.Get("Content-Type"), "text/yaml")
	assert.Equal(t, sha(e.disk(t, "sup7.yaml")), got.header.Get("ETag"), "bare, of the unmasked text")
	assert.NotContains(t, got.body, "s3cret")
	assert.Equal(t, strings.NewReplacer(`"s3cret-one"`, hiddenToken, "s3cret-two", hiddenToken).Replace(e.disk(t, "sup7.yaml")), got.body)
	pack := e.ask(t, "GET", "/files/questions/till.yaml", "")
	assert.Equal(t, e.disk(t, "packs/till.yaml"), pack.body)
	for _, id := range []string{"other", "questions/none.yaml", "questions/", "questions/%2e%2e/sup7.yaml", "questions%2Ftill.yaml%00", "sup7.yaml", "", "%2Fetc%2Fpasswd"} {
		assert.Equal(t, http.StatusNotFound, e.ask(t, "GET", "/files/"+id, "").status, id)
	}
	require.NoError(t, os.Remove(filepath.Join(e.dir, "packs/till.yaml"))) // W34
	assert.Equal(t, http.StatusNotFound, e.ask(t, "GET", "/files/questions/till.yaml", "").status)
	require.NoError(t, os.Remove(e.config))
	assert.Equal(t, http.StatusNotFound, e.ask(t, "GET", "/files/config", "").status)
	assert.Equal(t, http.StatusOK, e.ask(t, "GET", "/files", "").status)
}

// TestFilesW34 takes away a pack that the config names itself.
func TestFilesW34MissingPackIsNotFound(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, strings.ReplaceAll(editConfig, "QUESTIONS", "DIR/packs/till.yaml"), adminhttp.Options{}, "packs/till.yaml")
	old := e.disk(t, "packs/till.yaml")
	cfg := e.sup.Config()
	require.Len(t, cfg.QuestionPaths(), 1)
	require.NoError(t, os.Remove(cfg.QuestionPaths()[0]))
	assert.Equal(t, http.StatusNotFound, e.ask(t, "GET", "/files/questions/till.yaml", "").status)
	assert.Contains(t, e.ask(t, "GET", "/files", "").body, `"sha":null`)
	assert.Equal(t, http.StatusOK, e.ask(t, "PUT", "/files/questions/till.yaml", old, "If-Match", "new").status, "and it can be made again")
}

func TestFilesA8Match(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	text := e.ask(t, "GET", "/files/config", "").body
	now := sha(e.disk(t, "sup7.yaml"))
	for name, row := range map[string]struct {
		match string
		want  int
	}{
		"stale": {"0123456789ab", 409}, "none": {"", 409}, "new": {"new", 409}, "star": {"*", 409}, "part": {now[:11], 409}, "half quoted": {`"` + now, 409},
		"list": {now + `, "x"`, 409}, "bare": {now, 200}, "quoted": {`"` + now + `"`, 200}, "weak": {`W/"` + now + `"`, 200},
	} {
		got := e.put(t, "config", text, "If-Match", row.match)
		assert.Equal(t, row.want, got.status, "%s: %s", name, got.body)
	}
	got := e.put(t, "config", text, "If-Match", "0123456789ab").object(t)
	assert.Equal(t, now, got["sha"], "what it is now")
}

func TestFilesA9RefuseWhatIsNotValid(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before, pack := e.disk(t, "sup7.yaml"), e.disk(t, "packs/till.yaml")
	text := e.ask(t, "GET", "/files/config", "").body
	got := e.put(t, "config", strings.ReplaceAll(text, "tool equals fs.read", "nonsense"))
	assert.Equal(t, http.StatusBadRequest, got.status)
	answer := got.object(t)
	assert.Contains(t, answer["error"], "rules[0].condition")
	fault := answer["faults"].([]any)[0].(map[string]any)
	assert.EqualValues(t, 11, fault["line"])
	assert.Equal(t, e.config, fault["file"])
	assert.NotZero(t, fault["column"])
	assert.NotEmpty(t, fault["message"])
	assert.Contains(t, fault["snippet"], "nonsense")

	got = e.put(t, "questions/till.yaml", strings.ReplaceAll(pack, "danger", "peril"))
	assert.Equal(t, http.StatusBadRequest, got.status)
	assert.Contains(t, got.object(t)["error"], "questions.pays")
	assert.Contains(t, got.object(t)["error"], "till.yaml:5:")

	got = e.put(t, "config", strings.ReplaceAll(text, "http://localhost:9090", "[s3]")+"admin: x\n")
	assert.Equal(t, http.StatusBadRequest, got.status)
	assert.NotContains(t, got.body, "s3cret")
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
	assert.Equal(t, pack, e.disk(t, "packs/till.yaml"))
	assert.Empty(t, e.backups(t))
	assert.Empty(t, e.journal.all())
}

func TestFilesA10PutKeepsSecretsAndComments(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	require.NoError(t, os.Chmod(e.config, 0o640))
	before := e.disk(t, "sup7.yaml")
	text := e.ask(t, "GET", "/files/config", "").body
	text += "  - {name: wipes, condition: \"tool equals fs.wipe\", action: deny}\n"
	got := e.put(t, "config", text)
	require.Equal(t, http.StatusOK, got.status, got.body)
	after := before + "  - {name: wipes, condition: \"tool equals fs.wipe\", action: deny}\n"
	assert.Equal(t, after, e.disk(t, "sup7.yaml"), "tokens and comments are there")
	info, err := os.Stat(e.config)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o640), info.Mode())
	answer := got.object(t)
	backup := answer["backup"].(string)
	kept, err := os.ReadFile(backup)
	require.NoError(t, err)
	assert.Equal(t, before, string(kept))
	assert.Regexp(t, `/\.sup7\.yaml\.bak-\d{8}-\d{6}$`, backup)
	delete(answer, "backup")
	assert.Equal(t, map[string]any{
		"file": "config", "path": e.config, "sha_before": sha(before), "sha_after": sha(after), "reloaded": true,
		"restart_required": []any{}, "also_applied": []any{},
	}, answer)
	d, err := e.sup.Evaluate(t.Context(), supervisor.Call{Tool: "fs.wipe"})
	require.NoError(t, err)
	assert.Equal(t, supervisor.Deny, d.Action, "at once")

	var change map[string]any
	for _, event := range e.journal.all() {
		if event.Type == "config_change" {
			change = event.Fields
		}
	}
	assert.Equal(t, "admin-api token from 127.0.0.1", change["by"])
	assert.Equal(t, "config", change["file"])
	assert.Equal(t, e.config, change["path"])
	assert.Equal(t, sha(before), *change["sha_before"].(*string))
	assert.Equal(t, sha(after), change["sha_after"])
	assert.Equal(t, backup, *change["backup"].(*string))
	assert.Empty(t, change["restart_required"])
}

func TestFilesGetThenPutIsTheSame(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	require.Equal(t, http.StatusOK, e.put(t, "config", e.ask(t, "GET", "/files/config", "").body).status)
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
}

func TestFilesA11RestartRequired(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	text := e.ask(t, "GET", "/files/config", "").body
	got := e.put(t, "config", strings.ReplaceAll(text, ":9090", ":9091")+"project_dirs: [/srv/app]\n")
	require.Equal(t, http.StatusOK, got.status, got.body)
	assert.Equal(t, []any{"mesh"}, got.object(t)["restart_required"])
	assert.Equal(t, []string{"/srv/app"}, e.sup.Config().ProjectDirs)
	assert.Equal(t, e.config, e.sup.Config().Path)
	assert.Nil(t, e.sup.Config().Edits)
}

func TestFilesA12BackupsNeverOverwriteEachOther(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	e := newEditStage(t, editConfig, adminhttp.Options{Now: func() time.Time { return noon }}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	var names []string
	for i := range 3 {
		got := e.put(t, "config", fmt.Sprintf("%s# %d\n", before, i))
		require.Equal(t, http.StatusOK, got.status, got.body)
		names = append(names, filepath.Base(got.object(t)["backup"].(string)))
	}
	assert.Equal(t, []string{".sup7.yaml.bak-20260504-120000", ".sup7.yaml.bak-20260504-120000-1", ".sup7.yaml.bak-20260504-120000-2"}, names)
	assert.Equal(t, before, e.disk(t, names[0]))
	assert.Equal(t, before+"# 0\n", e.disk(t, names[1]))
	for i := range 97 {
		e.write(t, fmt.Sprintf(".sup7.yaml.bak-20260504-120000-%d", 3+i), "x")
	}
	got := e.put(t, "config", before)
	assert.Equal(t, http.StatusInternalServerError, got.status, "a hundred in a second are too many")
	assert.Equal(t, before+"# 2\n", e.disk(t, "sup7.yaml"))
}

func TestFilesKeepTheNewestBackupsOnly(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	for i := range 120 {
		e.write(t, fmt.Sprintf(".sup7.yaml.bak-20200101-%06d", i), "x")
	}
	e.write(t, ".sup7.yaml.bak", "not ours")
	require.Equal(t, http.StatusOK, e.put(t, "config", e.disk(t, "sup7.yaml")).status)
	assert.Len(t, e.backups(t), 100)
	assert.NoFileExists(t, filepath.Join(e.dir, ".sup7.yaml.bak-20200101-000020"))
	assert.FileExists(t, filepath.Join(e.dir, ".sup7.yaml.bak-20200101-000021"))
	assert.FileExists(t, filepath.Join(e.dir, ".sup7.yaml.bak"))
}

func TestFilesA13NewPacks(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	fresh := strings.ReplaceAll(editPack, "pays", "counts")
	long := strings.Repeat("a", 64)
	for name, row := range map[string]struct {
		match string
		want  int
	}{
		"tally.yaml": {"zzz", 409}, "%2e%2e%2ftally.yaml": {"new", 400}, "..%2Ftally.yaml": {"new", 400}, "Tally.yaml": {"new", 400}, "tally.yml": {"new", 400},
		"_t.yaml": {"new", 400}, "t.yaml.bak": {"new", 400}, "a%20b.yaml": {"new", 400}, "t.yaml%0a": {"new", 400}, "é.yaml": {"new", 400}, ".yaml": {"new", 400},
		long + "a.yaml": {"new", 400}, "00000000~tally.yaml": {"new", 400}, "sub%2Ftally.yaml": {"new", 400},
	} {
		got := e.ask(t, "PUT", "/files/questions/"+name, fresh, "If-Match", row.match)
		assert.Equal(t, row.want, got.status, "%s: %s", name, got.body)
	}
	for i, name := range []string{"tally.yaml", long + ".yaml", "0-9_z.yaml"} {
		text := strings.ReplaceAll(fresh, "counts", fmt.Sprintf("counts%d", i))
		got := e.ask(t, "PUT", "/files/questions/"+name, text, "If-Match", []string{"new", `"new"`, ""}[i])
		require.Equal(t, http.StatusOK, got.status, got.body)
		assert.Nil(t, got.object(t)["sha_before"])
		assert.Nil(t, got.object(t)["backup"])
		info, err := os.Stat(filepath.Join(e.dir, "packs", name))
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode())
		set, err := e.sup.Config().QuestionSet(supervisor.OwnProvider)
		require.NoError(t, err)
		_, asked := set.Set.Lookup(fmt.Sprintf("counts%d", i))
		assert.True(t, asked, "in force at once")
	}
	assert.Equal(t, http.StatusNotFound, e.ask(t, "PUT", "/files/other", fresh, "If-Match", "new").status)
}

func TestFilesA14RestoreByPath(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	text := e.ask(t, "GET", "/files/config", "").body
	oneTyped := strings.Replace(text, hiddenToken, "fresh-one", 1)
	got := e.put(t, "config", oneTyped)
	require.Equal(t, http.StatusOK, got.status, got.body)
	assert.Equal(t, strings.Replace(before, `"s3cret-one"`, "fresh-one", 1), e.disk(t, "sup7.yaml"), "one replaced beside one masked")

	got = e.put(t, "config", text+"    description: "+hiddenToken+"\n")
	assert.Equal(t, http.StatusBadRequest, got.status)
	moved := strings.Replace(text, "action: approve", "action: approve, description: "+hiddenToken, 1)
	got = e.put(t, "config", moved)
	assert.Equal(t, http.StatusBadRequest, got.status)
	assert.Contains(t, got.body, "masked value")
	assert.EqualValues(t, 11, got.object(t)["faults"].([]any)[0].(map[string]any)["line"])
}

func TestFilesA15WithoutAConfigPath(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{Token: "t0ken"})
	for _, path := range []string{"/files", "/files/config"} {
		assert.Equal(t, http.StatusConflict, s.ask(t, "GET", path, "").status)
	}
	assert.Equal(t, http.StatusConflict, s.ask(t, "PUT", "/files/config", "a: 1").status)
}

func TestFilesW28Bodies(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	for name, row := range map[string]struct {
		text string
		want int
	}{
		"too large":     {strings.Repeat("#", 1<<20+1), 413},
		"invalid utf-8": {"a: \xff\n", 400}, "empty": {"", 400}, "nothing": {"# only\n", 400}, "no mapping": {"- a\n", 400}, "control": {"a: \x01", 400},
		"unknown key": {"nonsense: 1\n", 400}, "two documents": {"rules: []\n---\nrules: []\n", 400},
	} {
		got := e.put(t, "config", row.text)
		assert.Equal(t, row.want, got.status, "%s: %s", name, got.body)
	}
	assert.Equal(t, http.StatusBadRequest, e.put(t, "config?validate=yes", "a: 1").status)
	assert.Empty(t, e.backups(t))
}

func TestFilesW29PacksOfOneName(t *testing.T) {
	t.Parallel()
	config := strings.ReplaceAll(editConfig, `["QUESTIONS"]`, `["DIR/a/*.yaml", "DIR/b/*.yaml"]`)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	e := &editStage{dir: dir, config: filepath.Join(dir, "sup7.yaml")}
	e.write(t, "sup7.yaml", strings.ReplaceAll(config, "DIR", dir))
	e.write(t, "a/till.yaml", editPack)
	e.write(t, "b/till.yaml", strings.ReplaceAll(editPack, "pays", "owes"))
	e.stage = load(t, e.config, adminhttp.Options{Token: "t0ken"})
	var list struct{ Files []struct{ ID, Path string } }
	require.NoError(t, json.Unmarshal([]byte(e.ask(t, "GET", "/files", "").body), &list))
	require.Len(t, list.Files, 3)
	assert.NotEqual(t, list.Files[1].ID, list.Files[2].ID)
	for _, f := range list.Files[1:] {
		assert.Regexp(t, `^questions/[0-9a-f]{8}~till\.yaml$`, f.ID)
		text, err := os.ReadFile(f.Path)
		require.NoError(t, err)
		assert.Equal(t, string(text), e.ask(t, "GET", "/files/"+f.ID, "").body)
	}
	got := e.ask(t, "PUT", "/files/questions/till.yaml", editPack, "If-Match", sha(editPack))
	assert.Equal(t, http.StatusConflict, got.status, "never the wrong one")
	assert.Contains(t, got.body, list.Files[2].ID)
	text := e.disk(t, "b/till.yaml") + "# edited\n"
	require.Equal(t, http.StatusOK, e.ask(t, "PUT", "/files/"+list.Files[2].ID, text, "If-Match", sha(e.disk(t, "b/till.yaml"))).status)
	assert.Equal(t, text, e.disk(t, "b/till.yaml"))
	assert.Equal(t, editPack, e.disk(t, "a/till.yaml"))

	require.NoError(t, os.Remove(filepath.Join(dir, "a/till.yaml")))
	assert.Equal(t, text, e.ask(t, "GET", "/files/questions/till.yaml", "").body, "now it is the only one")
	assert.Equal(t, text, e.ask(t, "GET", "/files/"+list.Files[2].ID, "").body, "and its longer id stays")
}

func TestFilesW30SymbolicLinks(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	real := e.write(t, "real/there.yaml", strings.ReplaceAll(editConfig, "QUESTIONS", filepath.Join(e.dir, "packs", "*.yaml")))
	link := filepath.Join(e.dir, "link.yaml")
	require.NoError(t, os.Symlink(real, link))
	linked := &editStage{dir: e.dir, config: link, stage: load(t, link, adminhttp.Options{Token: "t0ken"})}
	assert.Contains(t, linked.ask(t, "GET", "/files", "").body, real)
	got := linked.ask(t, "PUT", "/files/config", e.disk(t, "real/there.yaml")+"# edited\n", "If-Match", sha(e.disk(t, "real/there.yaml")))
	require.Equal(t, http.StatusOK, got.status, got.body)
	assert.Equal(t, real, got.object(t)["path"])
	assert.Contains(t, e.disk(t, "real/there.yaml"), "# edited")
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink, "the link is still one")
	assert.Equal(t, link, linked.sup.Config().Path)

	outside := e.write(t, "outside.txt", "not for you")
	require.NoError(t, os.Symlink(outside, filepath.Join(e.dir, "packs/evil.yaml")))
	require.NoError(t, os.Symlink(filepath.Join(e.dir, "new.txt"), filepath.Join(e.dir, "packs/dangling.yaml")))
	require.NoError(t, os.Mkdir(filepath.Join(e.dir, "packs/dir.yaml"), 0o700))
	for _, name := range []string{"evil.yaml", "dangling.yaml", "dir.yaml"} {
		assert.Equal(t, http.StatusConflict, e.ask(t, "GET", "/files/questions/"+name, "").status, name)
		for _, match := range []string{"new", sha("not for you")} {
			assert.Equal(t, http.StatusConflict, e.ask(t, "PUT", "/files/questions/"+name, editPack, "If-Match", match).status, name)
		}
	}
	assert.Equal(t, "not for you", e.disk(t, "outside.txt"))
	assert.NoFileExists(t, filepath.Join(e.dir, "new.txt"))
}

func TestFilesW30WritersTakeTurns(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	other := load(t, e.config, adminhttp.Options{Token: "t0ken"}) // as another process
	before := e.disk(t, "sup7.yaml")
	var mu sync.Mutex
	statuses := map[int]int{}
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			s := []*stage{e.stage, other}[i%2]
			got := s.ask(t, "PUT", "/files/config", fmt.Sprintf("%s# %d\n", before, i), "If-Match", sha(before))
			mu.Lock()
			defer mu.Unlock()
			statuses[got.status]++
		})
	}
	all.Wait()
	assert.Equal(t, map[int]int{200: 1, 409: 11}, statuses)
	assert.Len(t, e.backups(t), 1)
}

func TestFilesW30AWriterWaitsForTheLock(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	lock, err := os.OpenFile(filepath.Join(e.dir, ".sup7.yaml.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	require.NoError(t, err)
	defer func() { _ = lock.Close() }()
	require.NoError(t, filelock.Lock(t.Context(), lock))
	got := e.put(t, "config", before+"# edited\n")
	assert.Equal(t, http.StatusServiceUnavailable, got.status)
	assert.NotEmpty(t, got.header.Get("Retry-After"))
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
	require.NoError(t, filelock.Unlock(lock))
	assert.Equal(t, http.StatusOK, e.put(t, "config", before+"# edited\n").status)
}

// TestFilesW31 tries configs that parse and cannot be built, and hand edits.
func TestFilesW31NothingIsWrittenThatCannotRun(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	got := e.put(t, "config", strings.ReplaceAll(before, "provider: structural", "provider: claude-code"))
	assert.Equal(t, http.StatusBadRequest, got.status, got.body)
	assert.NotEmpty(t, got.object(t)["faults"])
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
	assert.Empty(t, e.backups(t))
}

func TestFilesW31HandEditsAreNotAppliedSilently(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	byHand := "# a comment above\n" + e.disk(t, "sup7.yaml")
	pack := e.disk(t, "packs/till.yaml")
	e.write(t, "sup7.yaml", byHand)
	require.Equal(t, http.StatusOK, e.put(t, "questions/till.yaml", pack+"# 1\n").status, "a comment changes nothing")
	e.write(t, "sup7.yaml", byHand+"  - {name: all, condition: \"tool equals x\", action: approve}\npoll: {interval: 9s}\n")
	got := e.put(t, "questions/till.yaml", pack+"# 2\n")
	require.Equal(t, http.StatusConflict, got.status, got.body)
	assert.ElementsMatch(t, []any{"rules", "poll"}, got.object(t)["also_applied"])
	assert.Equal(t, pack+"# 1\n", e.disk(t, "packs/till.yaml"))
	assert.Len(t, e.sup.Config().Rules, 2)

	got = e.ask(t, "PUT", "/files/questions/till.yaml?validate=only", pack+"# 2\n")
	assert.ElementsMatch(t, []any{"rules", "poll"}, got.object(t)["also_applied"], "a dry run says so")
	got = e.put(t, "questions/till.yaml?accept_disk=1", pack+"# 2\n")
	require.Equal(t, http.StatusOK, got.status, got.body)
	assert.ElementsMatch(t, []any{"rules", "poll"}, got.object(t)["also_applied"])
	assert.Len(t, e.sup.Config().Rules, 3)
	assert.Nil(t, e.sup.Config().Edits, "what is on the disk is no edit any more")

	e.write(t, "sup7.yaml", "rules: [")
	got = e.put(t, "questions/till.yaml", pack+"# 3\n")
	assert.Equal(t, http.StatusBadRequest, got.status, "held against the config on the disk")
	assert.Contains(t, got.body, e.config)
}

// TestFilesW31LeavesNothingTheNextStartRefuses: of the section that is read only
// then, too.
func TestFilesW31LeavesNothingTheNextStartRefuses(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	for _, admin := range []string{
		"{enabled: true, read_token: r}", `{enabled: true, token: "a b"}`, `{enabled: true, token: a, allowed_hosts: ["*"]}`,
		`{enabled: true, token: a, host: "127.0.0.1:1"}`, "{enabled: true, token: a, tls_cert: DIR/none.pem, tls_key: DIR/none.pem}",
	} {
		got := e.put(t, "config", "admin: "+strings.ReplaceAll(admin, "DIR", e.dir)+"\n")
		assert.Equal(t, http.StatusBadRequest, got.status, "%s: %s", admin, got.body)
		assert.Contains(t, got.body, "admin.", admin)
	}
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
}

func TestFilesW33BackupsAreNoPacks(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, strings.ReplaceAll(editConfig, "QUESTIONS", "QUESTIONS*"), adminhttp.Options{}, "packs/till.yaml")
	for i := range 2 {
		got := e.put(t, "questions/till.yaml", fmt.Sprintf("%s# %d\n", e.disk(t, "packs/till.yaml"), i))
		require.Equal(t, http.StatusOK, got.status, got.body)
	}
	assert.Len(t, e.backups(t), 2)
	cfg, err := supervisor.LoadConfig(e.config)
	require.NoError(t, err)
	_, err = cfg.QuestionSet(supervisor.OwnProvider)
	require.NoError(t, err, "the next start finds one pack")

	dots := newEditStage(t, strings.ReplaceAll(editConfig, `"QUESTIONS"`, `"QUESTIONS", "DIR/packs/.till*"`), adminhttp.Options{}, "packs/till.yaml")
	got := dots.ask(t, "PUT", "/files/questions/till.yaml", editPack, "If-Match", sha(dots.disk(t, "packs/till.yaml")))
	assert.Equal(t, http.StatusConflict, got.status, got.body)
	assert.Contains(t, got.body, "narrow it")
	assert.Empty(t, dots.backups(t))
}

func TestFilesTryTellsFaultsAndChangesNothing(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	got := e.ask(t, "PUT", "/files/config?validate=only", strings.ReplaceAll(before, "tool equals fs.read", "nonsense"))
	require.Equal(t, http.StatusOK, got.status, got.body)
	answer := got.object(t)
	assert.Equal(t, false, answer["valid"])
	assert.EqualValues(t, 11, answer["faults"].([]any)[0].(map[string]any)["line"])
	assert.Nil(t, answer["effect"])
	got = e.ask(t, "PUT", "/files/config?validate=only", "admin: {token: "+hiddenToken+"}\nrules: [{name: "+hiddenToken+"}]")
	assert.EqualValues(t, 2, got.object(t)["faults"].([]any)[0].(map[string]any)["line"], "masks are faults as well")
	got = e.ask(t, "PUT", "/files/config?validate=only", before+"  - {name: all, action: deny}\n  - {name: never, action: deny}\n")
	answer = got.object(t)
	assert.Equal(t, true, answer["valid"], got.body)
	assert.NotEmpty(t, answer["warnings"])
	assert.Equal(t, http.StatusConflict, e.ask(t, "PUT", "/files/config?validate=only", before, "If-Match", "0123456789ab").status)
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
	assert.Empty(t, e.backups(t))
	assert.Empty(t, e.journal.all())
}

func TestFilesFaultsShowNoSecret(t *testing.T) {
	t.Parallel()
	config := "rules: [{name: a, condition: \"tool equals x\", action: deny, description: \"password=s3cret-url1\"}]\nadmin: {token: s3cret-one, port: 1}\n"
	e := newEditStage(t, config, adminhttp.Options{})
	text := e.ask(t, "GET", "/files/config", "").body
	got := e.put(t, "config", strings.NewReplacer("action: deny", "action: [1]", "port: 1", "port: x").Replace(text))
	assert.Equal(t, http.StatusBadRequest, got.status)
	assert.Len(t, got.object(t)["faults"], 2)
	assert.NotContains(t, got.body, "s3cret")
}

func TestFilesTryShowsWhatWouldChange(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log.jsonl")
	written, err := journal.Open(log, journal.Options{})
	require.NoError(t, err)
	e := newEditStage(t, editConfig, adminhttp.Options{Journal: log}, "packs/till.yaml")
	record := func(id, tool string, params map[string]any) {
		call := supervisor.Call{ID: id, Tool: tool, Agent: "ann", Params: params}
		d, err := e.sup.Evaluate(t.Context(), call)
		require.NoError(t, err)
		require.NoError(t, written.Append(t.Context(), supervisor.Event{Time: d.Time, Decision: &d, Call: &call}))
	}
	record("a1", "fs.read", map[string]any{"path": "/srv/a"})
	record("a2", "fs.wipe", nil)
	record("a3", "fs.other", map[string]any{"body": strings.Repeat("x", 100<<10)})
	record("a4", "fs.read", map[string]any{"path": "/srv/b"})
	require.NoError(t, written.Close())

	text := e.ask(t, "GET", "/files/config", "").body
	text = strings.Replace(text, "action: approve", "action: deny", 1)
	got := e.ask(t, "PUT", "/files/config?validate=only", text)
	require.Equal(t, http.StatusOK, got.status, got.body)
	effect := got.object(t)["effect"].(map[string]any)
	changes := effect["changes"].([]any)
	delete(effect, "changes")
	assert.Equal(t, map[string]any{"replayed": 3.0, "changed": 2.0, "unknown": 0.0, "not_replayable": 1.0, "complete": true}, effect)
	assert.Equal(t, map[string]any{
		"id": "a4", "tool": "fs.read", "agent_id": "ann", "before": "approved", "after": "denied", "rule_before": "reads", "rule_after": "reads",
	}, changes[0])
	assert.Equal(t, "a1", changes[1].(map[string]any)["id"])
}

// textModel is a text model that says one thing.
type textModel struct {
	asked *atomic.Int64
	says  supervisor.Verdict
}

func (textModel) Name() string { return "ollama" }

func (m textModel) Judge(context.Context, *supervisor.Call) (supervisor.Verdict, error) {
	m.asked.Add(1)
	return m.says, nil
}

// TestFilesTryAsksNobody: what a model said then is what it says now, as long as
// it would be asked the same.
func TestFilesTryAsksNobody(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log, config := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "sup7.yaml")
	const text = "evaluator: {provider: ollama, model: a, confidence_threshold: 0.5}\n"
	require.NoError(t, os.WriteFile(config, []byte(text), 0o600))
	cfg, err := supervisor.LoadConfig(config)
	require.NoError(t, err)
	model := textModel{&atomic.Int64{}, supervisor.Verdict{Action: supervisor.Deny, Confidence: 0.8, Basis: supervisor.BasisText, Reasoning: "no"}}
	written, err := journal.Open(log, journal.Options{})
	require.NoError(t, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: written, Admin: true, Providers: map[string]supervisor.ProviderFactory{
		"ollama": func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) { return model, nil },
	}})
	require.NoError(t, err)
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "t0ken", Journal: log})
	require.NoError(t, err)
	defer func() {
		require.NoError(t, handler.Close(t.Context()))
		require.NoError(t, sup.Close(t.Context()))
		require.NoError(t, written.Close())
	}()
	for range 3 {
		d, err := sup.Evaluate(t.Context(), supervisor.Call{Tool: "fs.other"})
		require.NoError(t, err)
		require.Equal(t, supervisor.Deny, d.Action, d.Reasoning)
	}
	require.EqualValues(t, 3, model.asked.Load())
	effect := func(edited string) map[string]any {
		r := httptest.NewRequest("PUT", "http://127.0.0.1/files/config?validate=only", strings.NewReader(edited))
		r.Header.Set("Authorization", "Bearer t0ken")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		answer := reply{body: w.Body.String()}.object(t)
		require.Equal(t, true, answer["valid"], w.Body.String())
		return answer["effect"].(map[string]any)
	}
	for edited, want := range map[string][]float64{
		text:                                   {3, 0, 0},
		strings.Replace(text, "0.5", "0.9", 1): {3, 3, 0}, // held back by the threshold
		strings.Replace(text, "model: a", "model: b", 1):                                 {3, 0, 3}, // another model may say another thing
		text + "rules: [{name: x, condition: \"tool equals fs.other\", action: deny}]\n": {3, 3, 0}, // the same, by a rule
	} {
		got := effect(edited)
		assert.Equal(t, want, []float64{got["replayed"].(float64), got["changed"].(float64), got["unknown"].(float64)}, edited)
	}
	assert.EqualValues(t, 3, model.asked.Load(), "and was not asked again")
}

// TestFilesPacksOfEveryLinkAreRead: also where the provider itself would not.
func TestFilesPacksOfEveryLinkAreRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config, pack := filepath.Join(dir, "sup7.yaml"), filepath.Join(dir, "till.yaml")
	require.NoError(t, os.WriteFile(pack, []byte(editPack), 0o600))
	require.NoError(t, os.WriteFile(config, []byte("evaluator: {chain: [{provider: jev, jev: {questions: ["+pack+"]}}]}\n"), 0o600))
	cfg, err := supervisor.LoadConfig(config)
	require.NoError(t, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}, Admin: true, Providers: map[string]supervisor.ProviderFactory{
		"jev": func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) {
			return textModel{asked: &atomic.Int64{}}, nil
		},
	}})
	require.NoError(t, err)
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "t0ken"})
	require.NoError(t, err)
	defer func() {
		require.NoError(t, handler.Close(t.Context()))
		require.NoError(t, sup.Close(t.Context()))
	}()
	r := httptest.NewRequest("PUT", "http://127.0.0.1/files/questions/till.yaml", strings.NewReader("pack: till\nquestions: {}\n"))
	r.Header.Set("Authorization", "Bearer t0ken")
	r.Header.Set("If-Match", sha(editPack))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	assert.Equal(t, http.StatusBadRequest, w.Code, w.Body.String())
	text, err := os.ReadFile(pack)
	require.NoError(t, err)
	assert.Equal(t, editPack, string(text))
}

func FuzzFilesPaths(f *testing.F) {
	for _, seed := range []string{"config", "questions/till.yaml", "questions/../sup7.yaml", "questions/new.yaml", "../outside.txt", "questions/%00", "questions//etc/passwd"} {
		f.Add(seed, "pack: x\n", "new")
	}
	e := newEditStage(f, editConfig, adminhttp.Options{}, "packs/till.yaml")
	outside := e.write(f, "outside.txt", "not for you")
	before := e.disk(f, "sup7.yaml")
	f.Fuzz(func(t *testing.T, id, body, match string) {
		for _, method := range []string{"GET", "PUT"} {
			r := httptest.NewRequest(method, "http://127.0.0.1/files/x", strings.NewReader(body))
			r.URL = &url.URL{Path: "/files/" + id, RawPath: "/files/" + url.PathEscape(id)}
			r.Header.Set("Authorization", "Bearer t0ken")
			r.Header["If-Match"] = []string{match}
			w := httptest.NewRecorder()
			e.handler.ServeHTTP(w, r)
			require.Less(t, w.Code, 500, w.Body.String())
			require.NotContains(t, w.Body.String(), "s3cret")
			require.NotContains(t, w.Body.String(), "not for you")
		}
		if match != sha(before) {
			require.Equal(t, before, e.disk(t, "sup7.yaml"))
		}
		text, err := os.ReadFile(outside)
		require.NoError(t, err)
		require.Equal(t, "not for you", string(text))
	})
}
