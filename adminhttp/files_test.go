package adminhttp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

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

// TestFilesA14RestoreInListsWithoutNames: webhooks have none, and their addresses
// are secrets.
func TestFilesA14RestoreInListsWithoutNames(t *testing.T) {
	t.Parallel()
	const one = "{url: \"https://hooks.example.com/s3cret-1\", link: \"https://a.example.com/\"}"
	const two = "{url: \"https://hooks.example.com/s3cret-2\", link: \"https://b.example.com/\"}"
	const added = "  - {url: \"https://hooks.example.com/fresh\", link: \"https://c.example.com/\"}\n"
	e := newEditStage(t, editConfig+"notify:\n  - "+one+"\n  - "+two+"\n", adminhttp.Options{}, "packs/till.yaml")
	before, text := e.disk(t, "sup7.yaml"), e.ask(t, "GET", "/files/config", "").body
	assert.NotContains(t, text, "s3cret")

	got := e.put(t, "config", text+added)
	require.Equal(t, http.StatusOK, got.status, got.body)
	assert.Equal(t, before+added, e.disk(t, "sup7.yaml"), "one appended")

	sibling := strings.NewReplacer("b.example.com", "d.example.com")
	text = e.ask(t, "GET", "/files/config", "").body
	got = e.put(t, "config", sibling.Replace(text))
	require.Equal(t, http.StatusOK, got.status, got.body)
	assert.Equal(t, sibling.Replace(before)+added, e.disk(t, "sup7.yaml"), "only a link edited")

	text = e.ask(t, "GET", "/files/config", "").body
	got = e.put(t, "config", strings.ReplaceAll(text, "d.example.com", "a.example.com"))
	assert.Equal(t, http.StatusBadRequest, got.status, "made to look alike")
	assert.EqualValues(t, 13, got.object(t)["faults"].([]any)[0].(map[string]any)["line"])
	assert.NotContains(t, got.body, "s3cret")
}

func TestFilesA15WithoutAConfigPath(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{Token: "t0ken"})
	for _, path := range []string{"/files", "/files/config"} {
		assert.Equal(t, http.StatusConflict, s.ask(t, "GET", path, "").status)
	}
	assert.Equal(t, http.StatusConflict, s.ask(t, "PUT", "/files/config", "a: 1").status)
}
