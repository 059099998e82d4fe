package supervisor

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// maxCommandsBytes bounds a file of scope.commands: the library's own rows, of
// more than a thousand programs, take less.
const maxCommandsBytes = 1 << 20

// analyzer tells what calls would do.
func (c *Config) analyzer() (decision.Analyzer, error) {
	scope, err := c.scope()
	if err != nil {
		return nil, err
	}
	commands, err := c.commandFiles()
	if err != nil {
		return nil, err
	}
	return effect.New(effect.Options{
		Scope: scope, DistrustProjectCode: !c.TrustProjectCode, Wrappers: c.Scope.Wrappers,
		Hosts: c.Scope.Hosts, Domains: c.Scope.Domains, Commands: commands,
	})
}

// commandFiles reads the files of scope.commands, and reports all that cannot
// be read.
func (c *Config) commandFiles() ([]effect.CommandFile, error) {
	var files []effect.CommandFile
	var errs []error
	for i, name := range c.Scope.Commands {
		data, err := readBounded(expandTilde(name, c.Home), maxCommandsBytes)
		if err != nil {
			errs = append(errs, fmt.Errorf("scope.commands[%d]: %w", i, err))
			continue
		}
		files = append(files, effect.CommandFile{Name: name, Text: data})
	}
	return files, errors.Join(errs...)
}

func readBounded(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", path, limit)
	}
	return data, err
}
