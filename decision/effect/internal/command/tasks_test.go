package command_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

func TestOutwardTask(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"deploy": "deploy", "deploy:prod": "deploy", "publishPlugins": "publish", "db:drop": "drop", "db_reset": "reset", "docker-push": "push",
		"release": "release", "start:prod": "prod", "prod": "prod", "npmPublish": "publish", "SEND-mail": "send", "build-and-deploy": "deploy",
		"app:deployStaging": "deploy", "install": "install", "db:migrate": "migrate",
		"build": "", "test": "", "lint:fix": "", "assembleRelease": "", "build:prod": "", "bundle-release": "", "unit": "", "e2e": "", "dev": "",
		"displayment": "", "reproduce": "", "": "", "--": "",
	} {
		word, outward := command.OutwardTask(name)
		assert.Equal(t, want, word, name)
		assert.Equal(t, want != "", outward, name)
	}
	word, outward := command.OutwardTask("night-run", "night")
	assert.True(t, outward)
	assert.Equal(t, "night", word)
}
