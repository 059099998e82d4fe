package adminhttp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/internal/filelock"
)

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

// TestFilesW30ALinkInThePlaceOfTheConfig puts a link where the config was, and
// where a directory above it was, after the start.
func TestFilesW30ALinkInThePlaceOfTheConfig(t *testing.T) {
	t.Parallel()
	for name, swap := range map[string]func(t *testing.T, e *editStage){
		"the file": func(t *testing.T, e *editStage) {
			require.NoError(t, os.Remove(e.config))
			require.NoError(t, os.Symlink(e.write(t, "victim.txt", "not for you"), e.config))
		},
		"its directory": func(t *testing.T, e *editStage) {
			e.write(t, "victims/sup7.yaml", "not for you")
			require.NoError(t, os.Rename(e.dir, e.dir+"-was"))
			t.Cleanup(func() { _ = os.RemoveAll(e.dir + "-was") })
			require.NoError(t, os.Symlink(e.dir+"-was/victims", e.dir))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
			swap(t, e)
			got := e.ask(t, "GET", "/files/config", "")
			assert.Equal(t, http.StatusConflict, got.status)
			assert.NotContains(t, got.body, "not for you")
			for _, match := range []string{"new", sha("not for you")} {
				assert.Equal(t, http.StatusConflict, e.ask(t, "PUT", "/files/config", editConfig, "If-Match", match).status)
			}
			text, err := os.ReadFile(e.config)
			require.NoError(t, err)
			assert.Equal(t, "not for you", string(text), "nothing was written through the link")
			require.NoError(t, os.Remove(e.config))
			assert.GreaterOrEqual(t, e.ask(t, "PUT", "/files/config", editConfig, "If-Match", "new").status, 400)
			assert.NoFileExists(t, e.dir+"-was/victims/sup7.yaml")
			assert.NoFileExists(t, e.dir+"-was/victims/.sup7.yaml.lock")
		})
	}
}

func TestFilesW30TheLockIsNoLink(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	made := filepath.Join(e.dir, "made")
	require.NoError(t, os.Symlink(made, filepath.Join(e.dir, ".sup7.yaml.lock")))
	assert.Equal(t, http.StatusConflict, e.put(t, "config", e.disk(t, "sup7.yaml")+"# edited\n").status)
	assert.NoFileExists(t, made)
}

func TestFilesW30FaultsShowNothingOfALinkedPack(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	outside := e.write(t, "outside.txt", "root:$6$s3cret-hash:\n")
	require.NoError(t, os.Symlink(outside, filepath.Join(e.dir, "packs/linked.yaml")))
	got := e.put(t, "config?validate=only", e.disk(t, "sup7.yaml"))
	assert.Contains(t, got.body, "linked.yaml")
	assert.NotContains(t, got.body, "s3cret-hash")
}

func TestFilesRefuseAQueryThatIsNotKnown(t *testing.T) {
	t.Parallel()
	e := newEditStage(t, editConfig, adminhttp.Options{}, "packs/till.yaml")
	before := e.disk(t, "sup7.yaml")
	for _, query := range []string{
		"valdiate=only", "Validate=only", "validate=ONLY", "validate=", "validate", "dry_run=1", "validate=only;x=1", "validate=only&x=1",
		"validate=only&validate=only", "accept_disk=yes", "%zz=1",
	} {
		got := e.put(t, "config?"+query, before+"# edited\n", "If-Match", sha(before))
		assert.Equal(t, http.StatusBadRequest, got.status, "%s: %s", query, got.body)
	}
	assert.Equal(t, before, e.disk(t, "sup7.yaml"))
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
