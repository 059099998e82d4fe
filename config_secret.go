package supervisor

import (
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"sync"
)

// Secret is a text that is not printed, logged or marshalled: all of these
// show "***", or nothing for an empty secret. Only [Secret.Reveal] gives it.
type Secret string

const secretMask = "***"

// Reveal returns the secret itself.
func (s Secret) Reveal() string { return string(s) }

// String returns "***", or an empty text for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return secretMask
}

// GoString returns what [Secret.String] does, in quotes.
func (s Secret) GoString() string { return fmt.Sprintf("%q", s.String()) }

// Format writes the mask for every verb.
func (s Secret) Format(f fmt.State, verb rune) {
	text := s.String()
	if verb == 'q' || verb == 'v' && f.Flag('#') {
		text = s.GoString()
	}
	_, _ = io.WriteString(f, text) // a formatter has nobody to report to
}

// MarshalJSON writes the mask.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(s.GoString()), nil }

// MarshalText writes the mask, for encoders of other formats.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalYAML writes the mask.
func (s Secret) MarshalYAML() (any, error) { return s.String(), nil }

// LogValue gives the mask to log/slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// lookupEnv finds an environment variable, as [os.LookupEnv] does.
type lookupEnv func(name string) (string, bool)

// memoryTokenEnv is read for an empty memory.token, as in the reference.
const memoryTokenEnv = "MEM7_TOKEN"

// resolveSecrets fills in what the config names by environment variables. What
// the file itself says wins.
func (c *Config) resolveSecrets(lookup lookupEnv) {
	c.fill(&c.Mesh.AdminToken, "mesh.admin_token_env", c.Mesh.AdminTokenEnv, lookup)
	c.fill(&c.Memory.Token, "", memoryTokenEnv, lookup)
	c.fill(&c.Admin.Token, "admin.token_env", c.Admin.TokenEnv, lookup)
	c.fill(&c.Admin.ReadToken, "admin.read_token_env", c.Admin.ReadTokenEnv, lookup)
	c.fill(&c.MCPServer.Token, "mcp_server.token_env", c.MCPServer.TokenEnv, lookup)
	c.fill(&c.Journal.Key, "journal.key_env", c.Journal.KeyEnv, lookup)
	for i := range c.Notify {
		c.fill(&c.Notify[i].Secret, fmt.Sprintf("notify[%d].secret_env", i), c.Notify[i].SecretEnv, lookup)
	}
	for i := range c.Agents {
		if a := &c.Agents[i]; a.ReviewerModel != "" {
			c.fill(&a.ReviewerKey, "", textKeyEnv(a.ReviewerProvider), lookup)
		}
	}
	for path, p := range c.Evaluator.providers() {
		c.fill(&p.Key, path+".api_key_env", p.APIKeyEnv, lookup)
		c.fill(&p.Jev.Key, path+".jev.api_key_env", p.Jev.APIKeyEnv, lookup)
		if p.Jev.Backend == "cloudflare" && p.Jev.URL == "" {
			c.fill(&p.Jev.Account, path+".jev.account_id_env", p.Jev.AccountIDEnv, lookup)
		}
	}
}

// SecretEnv returns the names of the environment variables that secrets of the
// config were taken from, sorted. Keep them from programs that you start for an
// agent: whoever has the token of the admin API answers as a person.
func (c *Config) SecretEnv() []string {
	return slices.Compact(slices.Sorted(slices.Values(c.secretEnv)))
}

// fill sets an empty secret from the variable that the key at path names, and
// warns if the file names one that is not set. Path is empty for a variable
// that no key names.
func (c *Config) fill(into *Secret, path, name string, lookup lookupEnv) {
	if *into != "" || name == "" {
		return
	}
	value, _ := lookup(name)
	*into = Secret(value)
	if value != "" {
		c.secretEnv = append(c.secretEnv, name)
	}
	if value == "" && path != "" && c.doc.Has(path) && !c.doc.Faulty(path) {
		c.doc.Warn(path, "%s is not set in the environment", variable(name))
	}
}

// usualVariable is the name of an environment variable as people choose them.
var usualVariable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`) })

// variable names a variable in a message, unless the name may be a secret that
// somebody wrote in its place.
func variable(name string) string {
	if usualVariable().MatchString(name) {
		return name
	}
	return "the variable that it names"
}
