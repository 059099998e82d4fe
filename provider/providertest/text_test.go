package providertest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/anthropic"
	"github.com/flux7-go/supervisor/provider/ollama"
	"github.com/flux7-go/supervisor/provider/openai"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// key is of no form that a detector knows: only who was given it can hide it.
const key = "lantern-river-quartz"

// textHarness runs the suite for one wire and one form of the verdict.
func textHarness(server func(providertest.TextScript) *providertest.TextServer,
	open func(url string, client *http.Client) (decision.Provider, error),
) providertest.Harness {
	return providertest.Harness{Key: key, Start: func(t *testing.T, told providertest.Told) providertest.Subject {
		t.Helper()
		script := providertest.Verdict(told.Action, 0.95, "it is what was asked for")
		switch {
		case told.Reply != nil:
			script = func(providertest.TextRequest) providertest.TextReply { return *told.Reply }
		case told.Fault != "":
			script = providertest.Fails(told.Fault)
		}
		s := server(script)
		t.Cleanup(s.Close)
		client := &http.Client{Transport: &http.Transport{}}
		t.Cleanup(client.CloseIdleConnections)
		p, err := open(s.URL, client)
		require.NoError(t, err)
		return providertest.Subject{Provider: p, Sent: func() string {
			var all strings.Builder
			for _, r := range s.Requests() {
				all.Write(r.Body)
			}
			return all.String()
		}}
	}}
}

func TestTextProviders(t *testing.T) {
	for name, judging := range map[string]textmodel.Options{
		"schema": {RedactParams: []string{"mode"}}, "one line": {OneLine: true},
	} {
		t.Run("ollama, "+name, func(t *testing.T) {
			providertest.Run(t, textHarness(providertest.NewOllama, func(url string, client *http.Client) (decision.Provider, error) {
				return ollama.New(ollama.Options{Model: "m", URL: url, Key: key, HTTPClient: client, Judging: judging})
			}))
		})
		t.Run("openai, "+name, func(t *testing.T) {
			providertest.Run(t, textHarness(providertest.NewOpenAI, func(url string, client *http.Client) (decision.Provider, error) {
				return openai.New(openai.Options{Model: "gpt-fake", URL: url, Key: key, HTTPClient: client, Judging: judging})
			}))
		})
		t.Run("anthropic, "+name, func(t *testing.T) {
			providertest.Run(t, textHarness(providertest.NewAnthropic, func(url string, client *http.Client) (decision.Provider, error) {
				return anthropic.New(anthropic.Options{Model: "claude-fake", URL: url, Key: key, HTTPClient: client, Judging: judging})
			}))
		})
	}
}
