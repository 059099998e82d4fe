package memory_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/memory"
)

// TestW1ResolversThatArePersons holds who counts as a person against the
// reference, where every resolver that is no supervisor does.
func TestW1ResolversThatArePersons(t *testing.T) {
	t.Parallel()
	tests := []struct {
		by                string
		usual, token, all bool // by default; with an admin token; with the glob *, without one
	}{
		{"person:ann", true, true, true},
		{"ann", false, false, true},
		{"http:10.0.0.1:4711", false, true, false},
		{"HTTP:10.0.0.1:4711", false, false, false},
		{"agent:supervisor", false, false, false},
		{"mcp:worker", false, false, false},
		{"supervisor:sup7", false, false, false},
		{" Supervisor:mem7", false, false, false},
		{"halt:1", false, false, false},
		{"system:timeout", false, false, false},
		{"auto_approve", false, false, false},
		{"", false, false, false},
	}
	usual, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	token, err := memory.NewPeople(nil, true)
	require.NoError(t, err)
	all, err := memory.NewPeople([]string{"*"}, false)
	require.NoError(t, err)
	for _, tt := range tests {
		assert.Equal(t, tt.usual, usual.Includes(tt.by), "%q by default", tt.by)
		assert.Equal(t, tt.token, token.Includes(tt.by), "%q with a token", tt.by)
		assert.Equal(t, tt.all, all.Includes(tt.by), "%q with *", tt.by)
		assert.False(t, memory.People{}.Includes(tt.by), "%q of nobody", tt.by)
	}
	_, err = memory.NewPeople([]string{"a["}, false)
	assert.ErrorContains(t, err, "malformed")
}
