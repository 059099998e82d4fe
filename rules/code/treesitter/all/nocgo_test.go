//go:build !cgo

package all_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/rules/code/treesitter/all"
)

func TestWithoutCgoThereAreNoGrammars(t *testing.T) {
	t.Parallel()
	assert.Empty(t, all.Grammars())
	assert.NotContains(t, os.Getenv("SUP7_REQUIRE"), "cgo", "the tests of the grammars must run")
}
