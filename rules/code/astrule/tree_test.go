package astrule_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

func TestNewTreeChecksItsNodes(t *testing.T) {
	t.Parallel()
	node := func(start, end uint32, parent, after int32) astrule.Node {
		return astrule.Node{Start: start, End: end, Parent: parent, After: after, Kind: 1, Flags: astrule.Named}
	}
	tree, err := astrule.NewTree([]byte("ab"), []astrule.Node{node(0, 2, -1, 4), node(0, 1, 0, 3), node(0, 1, 1, 3), node(1, 2, 0, 4)})
	require.NoError(t, err)
	assert.Equal(t, 4, tree.Len())
	assert.Equal(t, []byte("ab"), tree.Source())
	assert.EqualValues(t, 1, tree.Node(3).Start)

	for name, nodes := range map[string][]astrule.Node{
		"none":                      {},
		"outside the text":          {node(0, 3, -1, 1)},
		"ends before it begins":     {node(2, 1, -1, 1)},
		"root with a parent":        {node(0, 2, 0, 1)},
		"root that ends too soon":   {node(0, 2, -1, 1), node(0, 1, 0, 2)},
		"parent behind the node":    {node(0, 2, -1, 3), node(0, 1, 2, 2), node(0, 1, 0, 3)},
		"itself as its parent":      {node(0, 2, -1, 2), node(0, 1, 1, 2)},
		"ends before itself":        {node(0, 2, -1, 2), node(0, 1, 0, 1)},
		"ends behind its parent":    {node(0, 2, -1, 3), node(0, 1, 0, 2), node(0, 1, 1, 3)},
		"a gap between siblings":    {node(0, 2, -1, 4), node(0, 1, 0, 3), node(0, 1, 0, 3), node(1, 2, 0, 4)},
		"a child of the one before": {node(0, 2, -1, 4), node(0, 1, 0, 2), node(0, 1, 1, 3), node(1, 2, 0, 4)},
	} {
		_, err := astrule.NewTree([]byte("ab"), nodes)
		assert.Error(t, err, name)
	}
	_, err = astrule.NewTree(make([]byte, astrule.MaxSource+1), []astrule.Node{node(0, 0, -1, 1)})
	assert.ErrorContains(t, err, "more than")
}

func TestLines(t *testing.T) {
	t.Parallel()
	lines := astrule.NewLines([]byte("ab\nüx\r\n\nz"))
	for offset, want := range map[int][2]int{
		-1: {1, 1}, 0: {1, 1}, 1: {1, 2}, 2: {1, 3}, 3: {2, 1}, 5: {2, 2}, 6: {2, 3}, 8: {3, 1}, 9: {4, 1}, 10: {4, 2}, 99: {4, 2},
	} {
		line, column := lines.Position(offset)
		assert.Equal(t, want, [2]int{line, column}, "offset %d", offset)
	}
	line, column := astrule.NewLines(nil).Position(0)
	assert.Equal(t, [2]int{1, 1}, [2]int{line, column})
}
