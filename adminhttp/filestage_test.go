package adminhttp_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
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
