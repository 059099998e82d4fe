package adminhttp_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// configured builds a supervisor whose config has this about the admin API; a
// port of 0 is one that is free.
func configured(t *testing.T, admin string, port int) *supervisor.Supervisor {
	t.Helper()
	text := fmt.Sprintf("decision_log: %s\nevaluator: {provider: structural}\n%s", filepath.Join(t.TempDir(), "d.jsonl"), admin)
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(text))
	require.NoError(t, err)
	cfg.Admin.Port = port
	sup, err := supervisor.Build(cfg, supervisor.Parts{Admin: true})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, sup.Close(context.WithoutCancel(t.Context()))) })
	return sup
}

// addresses is a log that passes on where it is told that somebody listens.
type addresses chan string

func (addresses) Enabled(context.Context, slog.Level) bool { return true }
func (a addresses) WithAttrs([]slog.Attr) slog.Handler     { return a }
func (a addresses) WithGroup(string) slog.Handler          { return a }
func (a addresses) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(attr slog.Attr) bool {
		if attr.Key == "addr" {
			a <- attr.Value.String()
		}
		return true
	})
	return nil
}

func TestStartServesWhatTheConfigTurnsOn(t *testing.T) {
	t.Parallel()
	const admin = "admin: {enabled: true, token: 0123456789abcdef}"
	wrapped := false
	wrap := func(h http.Handler) http.Handler { wrapped = true; return h }
	listens := make(addresses, 1)
	stop, err := adminhttp.Start(t.Context(), configured(t, admin, 0), wrap, slog.New(listens))
	require.NoError(t, err)
	address := <-listens
	status := func() (int, error) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/status", nil)
		require.NoError(t, err)
		r.Close = true
		r.Header.Set("Authorization", "Bearer 0123456789abcdef")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err
		}
		return answer.StatusCode, answer.Body.Close()
	}
	code, err := status()
	require.NoError(t, err)
	assert.Equal(t, 200, code)
	assert.True(t, wrapped)

	_, text, err := net.SplitHostPort(address)
	require.NoError(t, err)
	port, err := strconv.Atoi(text)
	require.NoError(t, err)
	_, err = adminhttp.Start(t.Context(), configured(t, admin, port), nil, nil)
	require.ErrorContains(t, err, "serving the admin api", "the port is not free")

	require.NoError(t, stop(t.Context()))
	_, err = status()
	require.Error(t, err)
}

func TestStartServesNothingElse(t *testing.T) {
	t.Parallel()
	bare, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { _ = bare.Close(context.WithoutCancel(t.Context())) })
	for name, sup := range map[string]*supervisor.Supervisor{"turned off": configured(t, "", 0), "no config": bare} {
		stop, err := adminhttp.Start(t.Context(), sup, nil, nil)
		require.NoError(t, err, name)
		require.NoError(t, stop(t.Context()), name)
	}
}
