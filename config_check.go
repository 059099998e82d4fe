package supervisor

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/flux7-go/supervisor/internal/yamlpos"
	"github.com/flux7-go/supervisor/memory/mem7"
)

// check records what is wrong between keys; what is wrong with a single value
// was found when it was read.
func (c *Config) check() {
	c.checkPaths()
	c.checkRules()
	c.checkEvaluator()
	c.checkAdmin()
	c.checkMCPServer()
	c.checkAgents()
	c.checkAbsolute("reviewer.skills", c.Reviewer.Skills)
	c.checkAbsolute("reviewer.persona", c.Reviewer.Persona)
	c.checkMemoryTags()
	c.checkNotify()
}

func (c *Config) checkMemoryTags() {
	for i, tag := range c.Memory.Tags {
		if err := mem7.CheckTag(tag); err != nil {
			c.doc.Fault(fmt.Sprintf("memory.tags[%d]", i), "%v", err)
		}
	}
}

// checkPaths wants every path that decides about zones to be absolute: a
// relative one would mean another directory at each start.
func (c *Config) checkPaths() {
	if c.Home != "" && !filepath.IsAbs(c.Home) {
		c.doc.Fault("home", "must be an absolute path")
	}
	c.checkAbsolute("working_dir", c.WorkingDir)
	for i, dir := range c.ProjectDirs {
		key := fmt.Sprintf("project_dirs[%d]", i)
		c.checkAbsolute(key, dir)
		if filepath.Clean(expandTilde(dir, c.Home)) == string(filepath.Separator) {
			c.doc.Fault(key, "would make everything part of the project: name a directory below /")
		}
	}
}

func (c *Config) checkAbsolute(key, path string) {
	if path != "" && !filepath.IsAbs(expandTilde(path, c.Home)) {
		c.doc.Fault(key, "must be an absolute path, or start with ~/")
	}
}

// expandTilde replaces a leading ~ of a path with home, or with the home
// directory of the user if that is empty. Where that is not known the path
// stays as it is, and ~name is not a home directory.
func expandTilde(path, home string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && rest[0] != filepath.Separator {
		return path
	}
	if home == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			return path
		}
		home = user
	}
	return home + rest
}

// unbuilt reports every key whose part is not in built and that is set to
// anything but its default, as a [*ConfigError]. A part is a name from the
// table in docs/configuration.md; keys without one are always built.
func (c *Config) unbuilt(built map[string]bool) error {
	faults, err := c.doc.Unbuilt(c, built)
	if err != nil || len(faults) == 0 {
		return err
	}
	return configError(&yamlpos.Faults{List: faults})
}

// schemaKeys lists every key of the config, in the order of the file.
func schemaKeys() ([]yamlpos.Key, error) { return yamlpos.Keys(Config{}) }
