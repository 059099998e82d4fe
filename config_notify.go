package supervisor

import (
	"fmt"
	"net/url"

	"github.com/flux7-go/supervisor/notify"
)

// maxWebhooks bounds the webhooks of a config: each has a queue of its own.
const maxWebhooks = 16

// NotifyConfig is one webhook.
type NotifyConfig struct {
	// URL is called on an escalation: https, or http on this machine. It is treated
	// as a secret, since who knows the address of a webhook can often write to it.
	URL Secret `yaml:"url" required:"yes" format:"url"`
	// SecretEnv names the environment variable with the key that signs the
	// requests, whsec_ and base64; two with a space between them while receivers
	// change from one to the other. Empty: they are not signed.
	SecretEnv string `yaml:"secret_env" format:"env"`
	// Secret is what SecretEnv holds.
	Secret Secret `yaml:"-"`
	// Format is the form of what is sent: as Standard Webhooks has it, or as Slack,
	// Mattermost and Rocket.Chat read it. Empty: slack where the host is
	// hooks.slack.com, else standard.
	Format string `yaml:"format" enum:"standard|slack"`
	// Link is the address of a page where people decide, such as that of the admin
	// API; messages show it.
	Link string `yaml:"link" format:"line"`
	// AllowPrivate lets the URL lead to a private network or to this machine, and
	// be http there. Without it a name that leads there is refused.
	AllowPrivate bool `yaml:"allow_private"`
	// PerMinute is how many messages a minute are sent, after the first ten; what
	// is over is counted and told together.
	PerMinute int `yaml:"per_minute" default:"30" min:"1" max:"600"`
}

// checkNotify wants webhooks that may be called, and pages that can be opened.
func (c *Config) checkNotify() {
	if len(c.Notify) > maxWebhooks {
		c.doc.Fault("notify", "must be at most %d webhooks", maxWebhooks)
	}
	for i, n := range c.Notify {
		path := fmt.Sprintf("notify[%d]", i)
		if err := notify.CheckURL(n.URL.Reveal(), n.AllowPrivate); err != nil && !c.doc.Faulty(path+".url") && n.URL != "" {
			c.doc.Fault(path+".url", "%v", err)
		}
		u, err := url.Parse(n.Link)
		if n.Link != "" && (err != nil || u.Host == "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http") {
			c.doc.Fault(path+".link", "must be a web address without a user name and a password")
		}
	}
}
