package supervisor

import (
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/memory"
)

// StoreFactory opens the store of one kind for a config. A store that is an
// [io.Closer], or whose Close takes a context, is closed by [Supervisor.Close].
type StoreFactory func(cfg *Config, parts Parts) (Store, error)

// linkedStores are the factories of every kind of store that this program has.
func linkedStores(parts Parts) (map[string]StoreFactory, error) {
	factories := map[string]StoreFactory{"process": processStore, "mem7": mem7Store}
	field, _ := reflect.TypeFor[MemoryConfig]().FieldByName("Store")
	kinds := strings.Split(field.Tag.Get("enum"), "|")
	for kind, factory := range parts.Stores {
		if !slices.Contains(kinds, kind) || factory == nil {
			return nil, fmt.Errorf("build: Parts.Stores[%q] must be a factory for one of %v", kind, kinds)
		}
	}
	maps.Copy(factories, parts.Stores)
	return factories, nil
}

// processStore keeps decisions in memory, and no more than fit there.
func processStore(cfg *Config, parts Parts) (Store, error) {
	return memory.NewStore(memory.Options{MaxDecisions: processDecisions(cfg), Now: parts.Now}), nil
}

// processDecisions is how many decisions are kept in the process.
func processDecisions(cfg *Config) int { return min(cfg.Memory.MaxCount, memory.DefaultMaxDecisions) }

// openStore opens the store that the parts or the config name.
func openStore(cfg *Config, parts Parts) (Store, error) {
	if parts.Store != nil {
		return parts.Store, nil
	}
	factories, err := linkedStores(parts)
	if err != nil {
		return nil, err
	}
	kind := cfg.Memory.Store
	if kind == "process" && cfg.Memory.Enabled { // as in the reference
		kind = "mem7"
	}
	store, err := factories[kind](cfg, parts)
	if err != nil {
		return nil, fmt.Errorf("opening the store %s of memory.store: %w", kind, err)
	}
	return store, nil
}

// closersOfStore close a store that was opened, and not one of the parts, which
// is its owner's to close.
func closersOfStore(store Store, parts Parts) []closeFunc {
	if c := closerOf(store); c != nil && parts.Store == nil {
		return []closeFunc{c}
	}
	return nil
}

// MemoryPath is memory.path with ~ expanded.
func (c *Config) MemoryPath() string { return expandTilde(c.Memory.Path, c.Home) }

// SpoolPath is memory.spool with ~ expanded.
func (c *Config) SpoolPath() string { return expandTilde(c.Memory.Spool, c.Home) }

// memoryFiles are the file of store sqlite and what SQLite keeps beside it, and
// the spool for flux7-memory; those that are in use.
func (c *Config) memoryFiles() []string {
	var files []string
	if c.Memory.Store == "sqlite" {
		path := c.MemoryPath()
		files = append(files, path, path+"-wal", path+"-shm", path+"-journal")
	}
	if c.UsesMem7() && c.Memory.StoreDecisions {
		dir := c.SpoolPath()
		files = append(files, dir, filepath.Join(dir, "*"), filepath.Join(dir, "*", "*"))
	}
	return files
}
