package supervisor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func TestSecretIsNotPrinted(t *testing.T) {
	t.Parallel()
	const text = "hunter2"
	s := supervisor.Secret(text)
	assert.Equal(t, text, s.Reveal())
	assert.Equal(t, "***", s.String())

	for _, format := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x", "%X", "%d", "%10s", "%T"} {
		assert.NotContains(t, fmt.Sprintf(format, s), text, format)
		assert.NotContains(t, fmt.Sprintf(format, struct{ Inner supervisor.Secret }{s}), text, format)
		assert.NotContains(t, fmt.Sprintf(format, []supervisor.Secret{s}), text, format)
	}
	assert.NotContains(t, fmt.Sprintf("%x", s), "68756e74657232", "in hexadecimal")

	asJSON, err := json.Marshal([]supervisor.Secret{s, ""})
	require.NoError(t, err)
	assert.JSONEq(t, `["***",""]`, string(asJSON))
	asText, err := s.MarshalText()
	require.NoError(t, err)
	assert.Equal(t, "***", string(asText))

	asYAML, err := s.MarshalYAML()
	require.NoError(t, err)
	assert.Equal(t, "***", asYAML)

	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "token", s)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "config", struct{ Token supervisor.Secret }{s})
	assert.NotContains(t, log.String(), text)
	assert.Contains(t, log.String(), "***")
}

func TestEmptySecretShowsThatItIsEmpty(t *testing.T) {
	t.Parallel()
	assert.Equal(t, `"" "" ""`, fmt.Sprintf("%#v %q %q", supervisor.Secret(""), supervisor.Secret(""), supervisor.Secret("").String()))
}

func TestConfigIsPrintedWithoutSecrets(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfigWithEnv("sup7.yaml", []byte(
		"mesh: {admin_token: hunter2}\nadmin: {token_env: ADMIN}\nnotify: [{url: 'https://hooks.example/hunter2', secret_env: HOOK}]\n"),
		map[string]string{"ADMIN": "hunter2-admin", "HOOK": "hunter2-hook", "MEM7_TOKEN": "hunter2-memory"})
	require.NoError(t, err)
	assert.Equal(t, "hunter2-memory", cfg.Memory.Token.Reveal())
	asJSON, err := json.Marshal(cfg)
	require.NoError(t, err)
	for _, text := range []string{fmt.Sprintf("%+v", *cfg), fmt.Sprintf("%#v", cfg), string(asJSON)} {
		assert.NotContains(t, text, "hunter2")
	}
}

func TestFaultsShowNoSecret(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"admin: {token: hunter2, port: 0}",
		"admin: {tokn: hunter2}",
		"mesh: {url: 'http://me:hunter2@h'}",
		"notify: [{url: 'ftp://hooks.example/hunter2'}]",
		"notify: [{url: 'http://hooks.example/hunter2'}]",
		"notify: [{url: 'https://hooks.example/hunter2', secret: x}]",
		"memory: {token: [hunter2]}",
		"admin: {enabled: 1, host: 10.0.0.1, token_env: hunter2, token: null}",
		"evaluator: {jev: {api_key_env: 'hunter2-x'}}",
		"evaluator: {jev: {account_id_env: 'hunter2-x'}}",
		"admin: {read_token: hunter2, token: hunter2}",
		"admin:\n  token: hunter2\n  token: hunter2\n",
		"admin:\n  token: 'hunter2\n",
	} {
		_, err := supervisor.ParseConfigWithEnv("sup7.yaml", []byte(text), nil)
		require.Error(t, err, text)
		assert.NotContains(t, err.Error(), "hunter2")
	}
}

func TestSecretsFromTheEnvironment(t *testing.T) {
	t.Parallel()
	env := map[string]string{"MESH_ADMIN_TOKEN": "m", "OTHER": "o", "ADMIN": "a", "READ": "r", "EMPTY": ""}
	tests := map[string]struct {
		text   string
		of     func(*supervisor.Config) supervisor.Secret
		want   string
		warned []string
	}{
		"default variable":     {"{}", meshToken, "m", nil},
		"no variable":          {`mesh: {admin_token_env: ""}`, meshToken, "", nil},
		"another":              {"mesh: {admin_token_env: OTHER}", meshToken, "o", nil},
		"value wins":           {"mesh: {admin_token: own, admin_token_env: OTHER}", meshToken, "own", nil},
		"value wins, unset":    {"mesh: {admin_token: own, admin_token_env: UNSET}", meshToken, "own", nil},
		"unset":                {"mesh: {admin_token_env: UNSET}", meshToken, "", []string{"mesh.admin_token_env"}},
		"empty":                {"mesh: {admin_token_env: EMPTY}", meshToken, "", []string{"mesh.admin_token_env"}},
		"admin":                {"admin: {token_env: ADMIN}", func(c *supervisor.Config) supervisor.Secret { return c.Admin.Token }, "a", nil},
		"read":                 {"admin: {read_token_env: READ}", func(c *supervisor.Config) supervisor.Secret { return c.Admin.ReadToken }, "r", nil},
		"journal, unset":       {"journal: {key_env: NOPE}", func(c *supervisor.Config) supervisor.Secret { return c.Journal.Key }, "", []string{"journal.key_env"}},
		"webhook, unset":       {"notify: [{url: 'https://h', secret_env: NOPE}]", func(c *supervisor.Config) supervisor.Secret { return c.Notify[0].Secret }, "", []string{"notify[0].secret_env"}},
		"model, unset":         {"evaluator: {jev: {api_key_env: NOPE, account_id_env: NOPE}}", meshToken, "m", []string{"evaluator.jev.api_key_env", "evaluator.jev.account_id_env"}},
		"account is not read":  {"evaluator: {jev: {url: 'http://h', account_id_env: NOPE}}", meshToken, "m", nil},
		"defaults do not warn": {"evaluator: {provider: jev}", meshToken, "m", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg, err := supervisor.ParseConfigWithEnv("sup7.yaml", []byte(tt.text), env)
			require.NoError(t, err)
			assert.Equal(t, tt.want, tt.of(cfg).Reveal())
			assert.Equal(t, tt.warned, warnedKeys(cfg))
		})
	}
}

func meshToken(c *supervisor.Config) supervisor.Secret { return c.Mesh.AdminToken }

func TestWarningDoesNotRepeatATokenInPlaceOfAName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"admin: {token_env: ghp_abcDEF123}": "sup7.yaml:1:20: admin.token_env: the variable that it names is not set in the environment\n    1 | admin: {token_env: ***}\n      |                    ^~~",
		"admin: {token_env: ADMIN_TOKEN}":   "sup7.yaml:1:20: admin.token_env: ADMIN_TOKEN is not set in the environment\n    1 | admin: {token_env: ***}\n      |                    ^~~",
	} {
		cfg := parsed(t, text)
		require.Len(t, cfg.Warnings, 1)
		assert.Equal(t, want, cfg.Warnings[0].String())
	}
}

func TestSecretEnvNamesWhatSecretsWereTakenFrom(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfigWithEnv("sup7.yaml", []byte(
		"mesh: {admin_token: in-the-file, admin_token_env: MESH}\nadmin: {token_env: ADMIN, read_token_env: UNSET}\nevaluator: {provider: jev, jev: {api_key_env: KEY}}\n"),
		map[string]string{"ADMIN": "a", "KEY": "k", "MESH": "m", "MEM7_TOKEN": "t", "HOME": "/root"})
	require.NoError(t, err)
	assert.Equal(t, []string{"ADMIN", "KEY", "MEM7_TOKEN"}, cfg.SecretEnv())
	cfg, err = supervisor.ParseConfigWithEnv("sup7.yaml", []byte("mode: enforce"), nil)
	require.NoError(t, err)
	assert.Empty(t, cfg.SecretEnv())
}
