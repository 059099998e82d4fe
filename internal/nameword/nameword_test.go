package nameword_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/internal/nameword"
)

func TestNamesAreReadAsWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"command": true, "sqlQuery": true, "sql_query": true, "SQL": true, "cmd-line": true, "params2.code": true,
		"path": false, "encoding": false, "barcode": false, "": false,
	} {
		assert.Equal(t, want, nameword.IsCode(name), name)
	}
	assert.True(t, nameword.IsCode("path", "script"))
	assert.False(t, nameword.IsCode())
	for tool, want := range map[string]bool{
		"Bash": true, "ops.shell_exec": true, "mcp__db__runQuery": true, "fs.read": false, "bashful": false,
	} {
		assert.Equal(t, want, nameword.RunsCommands(tool), tool)
	}
}
