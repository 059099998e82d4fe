package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect"
)

func TestIsBuildFile(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]bool{
		"/srv/app/Makefile": true, "/srv/app/web/package.json": true, "rules.mk": true, "vite.config.ts": true,
		"/srv/app/main.go": false, "/srv/app/Makefile/notes.txt": false, "": false, "package.json.bak": false,
	} {
		assert.Equal(t, want, effect.IsBuildFile(file), file)
	}
}
