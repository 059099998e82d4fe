package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect"
)

func TestKindOfTool(t *testing.T) {
	t.Parallel()
	for kind, tools := range map[effect.ToolKind][]string{
		effect.ToolUniform: {
			"datetime.now", "weather.get_forecast", "calendar.list_events", "github.list_issues", "jira.get_issue", "list_allowed_directories",
			"fs.pwd", "mcp__github__list_pull_requests",
		},
		effect.ToolVaried: {
			"Bash", "ops.run_command", "Read", "fs.read", "fs.write", "fs.delete", "Grep", "apply_patch", "WebFetch", "postgres.query",
			"sqlite.list_tables", "github.get_file_contents", "github.search_code", "github.create_issue", "slack.post_message",
			"vault.read", "todo.add", "regex.test", "confluence.get_page", "docs.search", "jenkins.get_job_log",
			"stripe.list_payments", "github.delete_branch", "python.execute",
		},
		effect.ToolUnknown: {"kv_get", "foo", "http.get", "gmail.list_messages", "vault.get_secret", "", "ops.status", "gıthub.list_issues", "acme.list_widgets", "jira.get_frobnicator"},
	} {
		for _, tool := range tools {
			assert.Equal(t, kind, effect.KindOfTool(tool), tool)
		}
	}
}
