package command_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

func TestEveryRowCanBeRead(t *testing.T) {
	t.Parallel()
	assert.Empty(t, command.Faults(command.Core()))
}
