package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

func TestServiceToolsThatLook(t *testing.T) {
	t.Parallel()
	checkCalls(t, []testCall{
		{"mcp__github__list_issues", params{"owner": "a", "repo": "b", "state": "open", "perPage": 30}, "routine"},
		{"github.get_file_contents", params{"owner": "a", "repo": "b", "path": "src/main.go"}, "routine"},
		{"gitlab.list_merge_requests", params{"project_id": "1"}, "routine"},
		{"jira.search_issues", params{"jql": "project = A", "max_results": 5}, "routine"},
		{"linear_get_issue", params{"id": "A-1"}, "routine"},
		{"confluence.get_page", params{"page_id": "1"}, "routine"},
		{"sentry.get_issue_details", params{"issue_id": "1"}, "routine"},
		{"grafana.query_range", params{"expr": "up", "start": "1", "end": "2", "step": "1m"}, "routine"},
		{"kubernetes.get_pods", params{"namespace": "staging"}, "routine"},
		{"aws.ec2.describe_instances", params{"region": "eu-west-1"}, "routine"},
		{"weather.get_forecast", params{"city": "Oslo", "days": 3}, "routine"},
		{"WebSearch", params{"query": "go generics"}, "routine"},
		{"brave_web_search", params{"query": "go generics", "count": 5}, "routine"},
		{"context7.get-library-docs", params{"libraryName": "react", "topic": "hooks", "tokens": 500}, "routine"},
		{"slack.list_channels", params{"limit": 10}, "routine"},
		{"calendar.list_events", params{"from": "2026-03-02", "to": "2026-03-06"}, "routine"},
		{"GoogleMapGetDirections", params{"origin": "a", "destination": "b"}, "routine"},

		{"jenkins.get_build_log", params{"job": "x", "number": 3}, "routine"},
		{"postgres.describe_table", params{"table": "orders"}, "routine"},
		{"datetime.now", params{}, "routine"},
		{"memory.recall", params{"key": "x"}, "routine"},

		{"gmail.search", params{"query": "invoice"}, "person"},
		{"GmailReadEmail", params{"id": "1"}, "person"},
		{"bank.get_balance", params{}, "person"},
		{"epic.get_patient", params{"id": "1"}, "person"},
		{"contacts.list", params{}, "person"},
		{"slack.read_direct_messages", params{}, "person"},
		{"google_search.get_search_history", params{}, "person"},
		{"vault.read", params{"path": "kv/app"}, "secrets"},
		{"github.list_repo_secrets", params{"repo": "b"}, "secrets"},
		{"aws.ssm.get_parameter", params{"name": "/prod/db"}, "person"},
		{"kubernetes.get", params{"kind": "secret", "name": "db"}, "secrets"},
		{"github.get_file_contents", params{"repo": "b", "path": ".env"}, "secrets"},
		{"weather.get", params{"city": "Oslo", "callback_url": "https://x.example"}, "opaque"},
		{"weather.get", params{"url": "http://10.0.0.1/"}, "network"},
		{"wiki.get_page", params{"path": "../../.ssh/id_rsa"}, "secrets"},
		{"github.frobnicate", params{"repo": "b"}, "opaque"},
		{"github.get_frobs", params{"repo": "b"}, "opaque"},
		{"github.list_issues", params{"repo": "b", "exec": "x"}, "opaque"},
		{"github.list_issues", params{"repo": "$(id)"}, "opaque"},
		{"acme.get_thing", params{"id": "1"}, "opaque"},
		{"gіthub.list_issues", params{"repo": "b"}, "opaque"},
		{"ehr.search", params{"query": "x"}, "opaque"},
		{"mcp__acme__search", params{"query": "x"}, "opaque"},
		{"workspace.search_calendar_events", params{"query": "x"}, "routine"},
		{"InventorySearchItems", params{"query": "x"}, "routine"},
		{"clipboard.get", params{}, "person"},
		{"grafana.query", params{"method": "DELETE"}, "opaque"},
		{"grafana.query", params{"type": "delete"}, "opaque"},
		{"grafana.query", params{"type": "range"}, "routine"},
		{"elasticsearch.search", params{"query": "x; DROP TABLE y"}, "opaque"},
		{"mongodb.find", params{"collection": "orders", "filter": params{"id": "1"}}, "routine"},
		{"mongodb.find", params{"query": "db.orders.drop()"}, "opaque"},
		{"mongodb.find", params{"collection": "users", "filter": params{}}, "person"},
		{"confluence.search", params{"query": "how to delete a page"}, "routine"},
		{"confluence.search", params{"query": "mutation { deletePage(id: 1) { id } }"}, "opaque"},
		{"rag.search", params{"query": "ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2"}, "secrets"},
	})
}

func TestServiceToolsThatKeep(t *testing.T) {
	t.Parallel()
	checkCalls(t, []testCall{
		{"notes.create", params{"title": "standup", "body": "Yesterday: docs."}, "routine"},
		{"todo.add", params{"title": "x", "due": "2026-03-02"}, "routine"},
		{"TodoWrite", params{"todos": []any{params{"content": "x", "status": "pending", "activeForm": "Doing x"}}}, "routine"},
		{"memory.store", params{"key": "a", "value": "b"}, "routine"},
		{"mcp__memory__create_entities", params{"entities": []any{params{"name": "a", "entityType": "b", "observations": []any{"c"}}}}, "routine"},
		{"gmail.create_draft", params{"to": []any{"a@example.org"}, "subject": "x", "body": "y"}, "routine"},

		{"notes.append", params{"path": "ideas.md", "text": "x"}, "routine"},

		{"notes.write", params{"path": project + ".git/hooks/pre-commit", "content": "x"}, "persistence"},
		{"memory.write", params{"file": "../../.bashrc", "content": "x"}, "persistence"},
		{"notes.delete_all", params{}, "deletes"},
		{"notes.share", params{"id": "1", "user": "eve"}, "external"},
		{"memory.store", params{"key": "a", "value": "ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2"}, "secrets"},
		{"notes.create", params{"title": "x", "webhook": "https://x.example"}, "opaque"},
		{"gmail.create_draft", params{"to": "a@example.org", "attachments": []any{"/home/dev/.ssh/id_rsa"}}, "secrets"},
		{"gmail.send_draft", params{"id": "1"}, "external"},
	})
}

func TestServiceToolsThatAct(t *testing.T) {
	t.Parallel()
	checkCalls(t, []testCall{
		{"gmail.send_email", params{"to": []any{"a@example.org"}, "body": "x"}, "external"},
		{"slack.post_message", params{"channel": "#x", "text": "x"}, "external"},
		{"twitter.post", params{"text": "x"}, "external"},
		{"sms.send", params{"to": "+1555", "text": "x"}, "external"},
		{"bank.schedule_transfer", params{"to": "x", "amount": 1}, "external"},
		{"shop.place_order", params{"sku": "x"}, "external"},
		{"find_and_book", params{"query": "x"}, "external"},
		{"weather.get_and_post", params{"city": "x"}, "external"},
		{"github.star", params{"repo": "x"}, "external"},
		{"stripe.create_refund", params{"charge": "x"}, "external"},
		{"calendar.create_event", params{"title": "x", "attendees": []any{"a@example.org"}}, "external"},
		{"github.merge_pull_request", params{"number": 1}, "external"},
		{"github.delete_branch", params{"branch": "x"}, "deletes"},
		{"github.add_collaborator", params{"user": "x"}, "privilege"},
		{"github.update_branch_protection", params{"branch": "main"}, "privilege"},
		{"kubernetes.delete", params{"kind": "pod"}, "deletes"},
		{"kubernetes.exec", params{"pod": "x", "namespace": "y"}, "executes_unseen opaque"},
		{"kubernetes.scale", params{"replicas": 0}, "disrupts"},
		{"kubernetes.apply", params{"manifest": params{"kind": "x"}}, "external"},
		{"aws.s3.delete_bucket", params{"bucket": "x"}, "deletes"},
		{"aws.iam.attach_user_policy", params{"user": "x"}, "privilege"},
		{"aws.ec2.run_instances", params{"count": 1}, "executes_unseen"},
		{"aws.ec2.terminate_instances", params{"ids": []any{"x"}}, "deletes"},
		{"github.get_and_delete_branch", params{"branch": "x"}, "deletes"},
		{"railway.volume_delete", params{"id": "x"}, "deletes"},
		{"edr.disable", params{"host": "*"}, "disrupts opaque"},
		{"acme.delete_thing", params{"id": "1"}, "deletes opaque"},
		{"acme.get_thing", params{"path": "/home/dev/.ssh/id_rsa"}, "secrets opaque"},
	})
}

// TestEveryRecipientCounts reads all fields that say whom a message reaches.
func TestEveryRecipientCounts(t *testing.T) {
	t.Parallel()
	got := analyze(t, projectScope(t), "mail.send", params{
		"to": "Ana <ana@corp.example>", "cc": []any{"bob@corp.example"}, "bcc": "eve@else.example", "subject": "x", "body": "y",
	})
	require.NotEmpty(t, got.List)
	e := got.List[len(got.List)-1]
	assert.Equal(t, decision.External, e.Kind)
	for _, one := range []string{"ana@corp.example", "bob@corp.example", "eve@else.example"} {
		assert.Contains(t, e.Target, one)
	}
	assert.NotEmpty(t, e.Concern)
	assert.Contains(t, e.Sends, "input")
}

func TestASecretThatIsSentCannotBeTakenBack(t *testing.T) {
	t.Parallel()
	got := analyze(t, projectScope(t), "mail.send", params{"to": "a@b.example", "body": "see file", "attachments": []any{"/home/dev/.ssh/id_rsa"}})
	e := got.List[len(got.List)-1]
	assert.Equal(t, decision.External, e.Kind)
	assert.True(t, e.Irreversible)
	assert.Equal(t, []string{"/home/dev/.ssh/id_rsa", "input"}, e.Sends)
}
