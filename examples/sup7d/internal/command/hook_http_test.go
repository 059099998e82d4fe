package command_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
)

const listenToken = "a-token-that-hosts-send"

// TestHookHTTP serves hosts by the built-in config, for a project that events do
// not choose.
func TestHookHTTP(t *testing.T) {
	t.Setenv("SUP7_TEST_LISTEN", listenToken)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	addr := fmt.Sprintf("127.0.0.1:%d", freePort(t))
	log, ended := &lockedBuffer{}, make(chan int, 1)
	go func() {
		ended <- command.Run(ctx, []string{"hook", "http", "--addr", addr, "--listen-token-env", "SUP7_TEST_LISTEN", "--project", "/home/dev/project"},
			command.Streams{Err: log})
	}()
	ask := func(token, body string) (int, string) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+addr+"/hooks/claude-code", strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+token)
		r.Close = true
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, ""
		}
		defer func() { _ = answer.Body.Close() }()
		data, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		return answer.StatusCode, string(data)
	}
	require.Eventually(t, func() bool { code, _ := ask("x", ""); return code == 401 }, time.Minute, 20*time.Millisecond, "%s", log)
	for name, tt := range map[string]struct{ event, want string }{
		"a read":    {hookEvent("auto", "Read", `{"file_path":"/home/dev/project/a.go"}`), "allow"},
		"a denial":  {strings.Replace(hookEvent("auto", "Read", `{"file_path":"/home/dev/.ssh/id_ed25519"}`), `"t1"`, `"t2"`, 1), "deny"},
		"a script":  {strings.Replace(hookEvent("default", "Bash", `{"command":"./deploy.sh"}`), `"t1"`, `"t3"`, 1), "ask"},
		"malformed": {"{", "ask"},
		"nobody":    {hookEvent("dontAsk", "Read", `7`), "deny"},
	} {
		code, body := ask(listenToken, tt.event)
		assert.Equal(t, 200, code, name)
		decided, reason := result{out: body}.permission(t)
		assert.Equal(t, tt.want, decided, "%s: %s", name, reason)
	}
	stop()
	assert.Equal(t, 0, <-ended, "%s", log)
}

func TestHookHTTPThatIsNotServed(t *testing.T) {
	t.Setenv("SUP7_TEST_LISTEN", listenToken)
	t.Setenv("SUP7_TEST_SHORT", "short")
	for name, tt := range map[string]struct {
		args []string
		says string
	}{
		"no token":        {[]string{"--listen-token-env", "SUP7_TEST_UNSET"}, "SUP7_TEST_UNSET"},
		"a short token":   {[]string{"--listen-token-env", "SUP7_TEST_SHORT"}, "16 characters"},
		"other machines":  {[]string{"--addr", "0.0.0.0:0"}, "this machine"},
		"no port":         {[]string{"--addr", "127.0.0.1"}, "host:port"},
		"no such config":  {[]string{"-c", "/nowhere/sup7.yaml"}, "no such file"},
		"a relative one":  {[]string{"-c", "sup7.yaml"}, "absolute"},
		"a far peer":      {[]string{"--server", "http://10.0.0.7"}, "https"},
		"an unknown flag": {[]string{"--nonsense"}, "nonsense"},
	} {
		r := run(t, "", append([]string{"hook", "http", "--listen-token-env", "SUP7_TEST_LISTEN"}, tt.args...)...)
		assert.Equal(t, 1, r.code, name)
		assert.Contains(t, r.err, tt.says, name)
	}
}
