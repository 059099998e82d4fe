package supervisor_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory"
)

// closingStore notes that it was closed.
type closingStore struct {
	*memory.Store
	closed int
}

func (s *closingStore) Close() error { s.closed++; return nil }

func TestTheConfigNamesTheStore(t *testing.T) {
	t.Parallel()
	parse := func(text string) *supervisor.Config {
		cfg, err := supervisor.ParseConfig("test.yaml", []byte("evaluator: {provider: none}\n"+text))
		require.NoError(t, err)
		return cfg
	}
	store := &closingStore{Store: memory.NewStore(memory.Options{})}
	var opened *supervisor.Config
	linked := supervisor.Parts{Journal: &recorder{}, Stores: map[string]supervisor.StoreFactory{
		"sqlite": func(cfg *supervisor.Config, _ supervisor.Parts) (supervisor.Store, error) {
			opened = cfg
			return store, nil
		},
	}}
	sqlite := "home: /home/dev\nmemory: {store: sqlite, path: ~/m.db, max_age: 1d, max_count: 7}"

	s, err := supervisor.Build(parse("memory: {max_count: 7}"), linked)
	require.NoError(t, err)
	require.NoError(t, s.Close(t.Context()))
	assert.Nil(t, opened, "the store of the process is the default")

	s, err = supervisor.Build(parse(sqlite), linked)
	require.NoError(t, err)
	assert.Equal(t, "/home/dev/m.db", opened.MemoryPath())
	for _, name := range []string{"m.db", "m.db-wal"} {
		d := evaluate(t, s, supervisor.Call{Tool: "fs.write", Params: map[string]any{"path": filepath.Join("/home/dev", name), "content": "x"}})
		assert.Equal(t, supervisor.Deny, d.Action, "%s: %s", name, d.Reasoning)
	}
	assert.Zero(t, store.closed)
	require.NoError(t, s.Close(t.Context()))
	assert.Equal(t, 1, store.closed)
	decisions, err := store.Recent(t.Context(), supervisor.Query{})
	require.NoError(t, err)
	assert.Len(t, decisions, 2, "the store was closed after the last decision came")

	given := linked
	given.Store = memory.NewStore(memory.Options{})
	s, err = supervisor.Build(parse(sqlite), given)
	require.NoError(t, err)
	require.NoError(t, s.Close(t.Context()))
	assert.Equal(t, 1, store.closed, "a store of the parts comes first, and is its owner's to close")
}

func TestAStoreThatCannotBeHad(t *testing.T) {
	t.Parallel()
	broken := func(*supervisor.Config, supervisor.Parts) (supervisor.Store, error) {
		return nil, errors.New("no room")
	}
	tests := map[string]struct {
		stores map[string]supervisor.StoreFactory
		want   string
	}{
		"not linked":        {nil, "test.yaml:2:"},
		"cannot be opened":  {map[string]supervisor.StoreFactory{"sqlite": broken}, "opening the store sqlite of memory.store: no room"},
		"an unknown kind":   {map[string]supervisor.StoreFactory{"sqlite": broken, "paper": broken}, `Parts.Stores["paper"]`},
		"without a factory": {map[string]supervisor.StoreFactory{"sqlite": nil}, `Parts.Stores["sqlite"]`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg, err := supervisor.ParseConfig("test.yaml", []byte("evaluator: {provider: none}\nmemory: {store: sqlite}\njournal: {path: "+filepath.Join(t.TempDir(), "j")+"}"))
			require.NoError(t, err)
			_, err = supervisor.Build(cfg, supervisor.Parts{Stores: tt.stores})
			require.ErrorContains(t, err, tt.want)
		})
	}
}
