package supervisor

import "github.com/flux7-go/supervisor/internal/yamlpos"

// What the tests of this directory may see from outside.
var (
	SchemaKeys  = schemaKeys
	ExpandTilde = expandTilde
)

// ParseConfigWithEnv is [ParseConfig] with an environment of the test's own.
func ParseConfigWithEnv(name string, data []byte, env map[string]string) (*Config, error) {
	return parseConfig(name, data, func(key string) (string, bool) {
		value, ok := env[key]
		return value, ok
	})
}

// Unbuilt is unbuilt.
func (c *Config) Unbuilt(built map[string]bool) error { return c.unbuilt(built) }

// SchemaKey is a key of the schema.
type SchemaKey = yamlpos.Key

// Given reports whether the file gives a key.
func (c *Config) Given(path string) bool { return c.doc.Has(path) }
