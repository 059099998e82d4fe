package supervisor

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/memory"
)

// StoreFactory opens the store of one kind for a config. A store that is an
// [io.Closer] is closed by [Supervisor.Close].
type StoreFactory func(cfg *Config, parts Parts) (Store, error)

// linkedStores are the factories of every kind of store that this program has.
func linkedStores(parts Parts) (map[string]StoreFactory, error) {
	factories := map[string]StoreFactory{"process": processStore}
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
	return memory.NewStore(memory.Options{MaxDecisions: min(cfg.Memory.MaxCount, memory.DefaultMaxDecisions), Now: parts.Now}), nil
}

// openStore opens the store that the parts or the config name; a store of the
// config is returned with what closes it, if anything does.
func openStore(cfg *Config, parts Parts) (Store, io.Closer, error) {
	if parts.Store != nil {
		return parts.Store, nil, nil
	}
	factories, err := linkedStores(parts)
	if err != nil {
		return nil, nil, err
	}
	store, err := factories[cfg.Memory.Store](cfg, parts)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the store %s of memory.store: %w", cfg.Memory.Store, err)
	}
	closer, _ := store.(io.Closer)
	return store, closer, nil
}

// MemoryPath is memory.path with ~ expanded.
func (c *Config) MemoryPath() string { return expandTilde(c.Memory.Path, c.Home) }

// memoryFiles are the file of store sqlite and what SQLite keeps beside it; none
// with another store.
func (c *Config) memoryFiles() []string {
	if c.Memory.Store != "sqlite" {
		return nil
	}
	path := c.MemoryPath()
	return []string{path, path + "-wal", path + "-shm", path + "-journal"}
}
