package sqltext_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/sqltext"
)

func TestCommandsOfTheClient(t *testing.T) {
	t.Parallel()
	for text, looks := range map[string]bool{
		".tables": true, ".schema items": true, " .mode csv ": true,
		".shell id": false, ".system id": false, ".output /tmp/x": false, ".import a b": false, ".load x": false, ".dump": false, ".tables\n.shell id": false,
		".schema 'x'": false, ".read x.sql": false, ".once |sh": false, ".tablesx": false, ".": false,
	} {
		report := sqltext.Read(sqltext.SQLite, text)
		assert.Equal(t, looks, len(report.Gaps) == 0 && len(report.Acts) == 1, text)
		assert.NotEmpty(t, sqltext.Read(sqltext.Postgres, text).Gaps, text)
	}
}
