package yamlpos_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

func TestTreeKeepsOrderAndWriting(t *testing.T) {
	t.Parallel()
	doc, err := yamlpos.Parse("f.yaml", []byte("free:\n  zebra: 1.50\n  \"yes\": a\n  No: ~\n  a key: [x, {b: c}]\n"))
	require.NoError(t, err)
	var into struct {
		Free any `yaml:"free"`
	}
	require.NoError(t, doc.Decode(&into))

	tree, ok := doc.Tree("free")
	require.True(t, ok)
	require.Len(t, tree.Fields, 4)
	zebra, quoted, no, list := tree.Fields[0], tree.Fields[1], tree.Fields[2], tree.Fields[3]
	assert.Equal(t, yamlpos.Tree{Path: "free.zebra", Key: "zebra", Text: "1.50", Scalar: true}, zebra)
	assert.Equal(t, "yes", quoted.Key)
	assert.False(t, quoted.KeyIsBool, "in quotes it is text")
	assert.True(t, no.KeyIsBool)
	assert.True(t, no.Null)
	assert.Equal(t, yamlpos.ChildPath("free", "a key"), list.Path)
	require.Len(t, list.Items, 2)
	assert.True(t, list.IsList)
	assert.False(t, tree.IsList)
	assert.False(t, zebra.IsText, "a number")
	assert.True(t, list.Items[0].IsText)
	assert.Equal(t, "x", list.Items[0].Text)
	assert.Equal(t, "c", list.Items[1].Fields[0].Text)

	_, ok = doc.Tree("gone")
	assert.False(t, ok)
}
