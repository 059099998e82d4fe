package supervisor

import (
	"fmt"

	"github.com/flux7-go/supervisor/notify"
)

// webhooks makes the sinks that tell people of escalations. Nothing is sent.
func (c *Config) webhooks(parts Parts) ([]Sink, error) {
	var sinks []Sink
	for i, n := range c.Notify {
		name := fmt.Sprintf("notify[%d]", i)
		if n.SecretEnv != "" && n.Secret.Reveal() == "" {
			return nil, fmt.Errorf("%s: the variable of secret_env is not set: its receiver would refuse what is not signed", name)
		}
		secrets, err := notify.ParseSecrets(n.Secret.Reveal())
		if err != nil {
			return nil, fmt.Errorf("%s: the variable of secret_env: %w", name, err)
		}
		hook, err := notify.NewWebhook(notify.Options{
			URL: n.URL.Reveal(), Name: name, Secrets: secrets, Format: notify.Format(n.Format), AllowPrivate: n.AllowPrivate,
			Link: func(Event) string { return n.Link }, PerMinute: n.PerMinute,
			HTTPClient: parts.HTTPClient, Logger: parts.Logger, Now: parts.Now,
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		sinks = append(sinks, hook)
	}
	return sinks, nil
}
