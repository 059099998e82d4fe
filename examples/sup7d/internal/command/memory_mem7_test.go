package command_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
)

// configWithMem7 writes a config that names a flux7-memory.
func configWithMem7(t *testing.T, url, token string) string {
	t.Helper()
	return config(t, someRules+fmt.Sprintf("memory: {store: mem7, url: '%s', token: '%s', spool: '%s'}\n",
		url, token, filepath.Join(t.TempDir(), "spool")))
}

func TestMemoryOfFlux7Memory(t *testing.T) {
	t.Parallel()
	server := mem7test.NewServer(mem7test.Options{Token: "secret"})
	defer server.Close()
	path := configWithMem7(t, server.URL, "secret")
	r := run(t, "", "-c", path, "evaluate", "--tool", "no", "--agent", "coder")
	require.Equal(t, 0, r.code, r.err)
	require.Len(t, server.Entries(), 1, "it is delivered before the command ends")
	r = run(t, "", "-c", path, "memory", "list", "decisions", "--agent", "coder")
	require.Equal(t, 0, r.code, r.err)
	assert.Regexp(t, `coder +no +deny`, r.out)
	r = run(t, "", "-c", path, "memory", "list", "decisions", "--agent", "nobody")
	assert.NotContains(t, r.out, "deny")
	id := server.Entries()[0].Key[len("supervisor:decision:"):]
	r = run(t, "", "-c", path, "memory", "show", id)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, `"decision": "denied"`)
	assert.Contains(t, r.out, time.Now().UTC().Format("2006-01-02"))
	assert.Equal(t, 1, run(t, "", "-c", path, "memory", "show", "unknown").code)
	for _, args := range [][]string{{"list"}, {"list", "standing"}, {"vacuum"}, {"export"}} {
		r = run(t, "", append([]string{"-c", path, "memory"}, args...)...)
		assert.Equal(t, 1, r.code)
		assert.Contains(t, r.err, "keeps decisions only", args)
	}
	server.SetFault(mem7test.Fault{})
	r = run(t, "", "-c", path, "memory", "list", "decisions")
	assert.Equal(t, 1, r.code)
	assert.Contains(t, r.err, "flux7-memory at "+server.URL)
}

func TestStatusAsksFlux7Memory(t *testing.T) {
	t.Parallel()
	server := mem7test.NewServer(mem7test.Options{Token: "secret"})
	defer server.Close()
	r := run(t, "", "-c", configWithMem7(t, server.URL, "secret"), "status")
	assert.Contains(t, r.out, "flux7-memory ("+server.URL+"): ok\n")
	r = run(t, "", "-c", configWithMem7(t, server.URL, "another"), "status")
	assert.Contains(t, r.out, "flux7-memory ("+server.URL+"): unreachable\n")
	assert.Contains(t, r.out, "does not take the token")
	assert.NotContains(t, r.out, "another")
}
