package adminhttp_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/internal/jsonschema"
)

// description is what tests read of openapi.yaml.
type description struct {
	all     map[string]any
	schemas *jsonschema.Schema // Defs are the components' schemas
}

func readDescription(t testing.TB) description {
	t.Helper()
	var d description
	require.NoError(t, yaml.Unmarshal(adminhttp.OpenAPI(), &d.all))
	defs, err := json.Marshal(map[string]any{"$defs": d.at("components", "schemas")})
	require.NoError(t, err)
	d.schemas, err = jsonschema.Parse(defs)
	require.NoError(t, err)
	return d
}

// at goes down into the description; nil where nothing is.
func (d description) at(path ...string) any {
	var v any = d.all
	for _, key := range path {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

// resolved follows a $ref.
func (d description) resolved(v any) map[string]any {
	m, _ := v.(map[string]any)
	if ref, ok := m["$ref"].(string); ok {
		m, _ = d.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...).(map[string]any)
	}
	return m
}

// schema reads a schema where it is used.
func (d description) schema(t testing.TB, v any) *jsonschema.Schema {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	s, err := jsonschema.Parse(data)
	require.NoError(t, err, "%s", data)
	return s
}

// holds holds a value against a schema.
func (d description) holds(t testing.TB, schema any, value any, what string) {
	t.Helper()
	data, err := json.Marshal(value)
	require.NoError(t, err)
	var v any
	require.NoError(t, json.Unmarshal(data, &v))
	assert.Empty(t, d.schema(t, schema).Check(d.schemas, v), "%s: %.500s", what, data)
}

var operationKeys = []string{"get", "put", "post", "delete", "patch"}

// parameter is a part of a path that stands for others.
var parameter = regexp.MustCompile(`\{([a-z]+)\}`)

// template writes a pattern of the mux as OpenAPI does, which knows no end of a
// path and no parameter that holds slashes.
func template(pattern string) string {
	return strings.NewReplacer("{$}", "", "...}", "}").Replace(pattern)
}

func TestOpenAPIDescribesTheRoutes(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	d := readDescription(t)
	var routes, described []string
	for _, row := range s.handler.RouteTable() {
		routes = append(routes, template(row))
	}
	for path, item := range d.at("paths").(map[string]any) {
		for key := range item.(map[string]any) {
			if slices.Contains(operationKeys, key) {
				described = append(described, strings.ToUpper(key)+" "+path)
			}
		}
	}
	assert.ElementsMatch(t, routes, described)
}

func TestOpenAPIDescribesTheParametersOfPaths(t *testing.T) {
	t.Parallel()
	d := readDescription(t)
	for path, item := range d.at("paths").(map[string]any) {
		assert.NotContains(t, parameter.ReplaceAllString(path, ""), "{", "%s is no template", path)
		for key, operation := range item.(map[string]any) {
			if !slices.Contains(operationKeys, key) {
				continue
			}
			var want, have []string
			for _, m := range parameter.FindAllStringSubmatch(path, -1) {
				want = append(want, m[1])
			}
			for _, of := range []any{item, operation} {
				list, _ := of.(map[string]any)["parameters"].([]any)
				for _, p := range list {
					if p := d.resolved(p); p["in"] == "path" {
						have = append(have, p["name"].(string))
					}
				}
			}
			assert.ElementsMatch(t, want, have, "%s %s", key, path)
		}
	}
}

// examples returns the examples of a body, by name; one alone has none.
func (d description) examples(body map[string]any) map[string]any {
	all := map[string]any{}
	if one, ok := body["example"]; ok {
		all[""] = one
	}
	named, _ := body["examples"].(map[string]any)
	for name, example := range named {
		all[name] = d.resolved(example)["value"]
	}
	return all
}

func TestOpenAPIHasAnExampleOfEveryBody(t *testing.T) {
	t.Parallel()
	d := readDescription(t)
	bodies := 0
	var walk func(where string, v any)
	walk = func(where string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok {
				assert.NotNil(t, d.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...), "%s leads nowhere", ref)
			}
			if body, ok := v["application/json"].(map[string]any); ok {
				bodies++
				examples := d.examples(body)
				assert.NotEmpty(t, examples, "%s has no example", where)
				for name, example := range examples {
					d.holds(t, body["schema"], example, where+" "+name)
				}
			}
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(where+"/"+key, v[key])
			}
		case []any:
			for i := range v {
				walk(fmt.Sprint(where, "/", i), v[i])
			}
		}
	}
	walk("", d.all)
	assert.Greater(t, bodies, 30)
}

const manyProviders = `
evaluator:
  chain:
    - {provider: structural}
    - {provider: jev, confidence_threshold: 0.6, jev: {backend: ollama, redact_params: [body]}}
    - {provider: ollama}
project_dirs: [/srv/app]
rules:
  - {name: reads, condition: "tool equals fs.read", action: approve}
  - {name: wipes, condition: "tool equals fs.wipe", action: deny}
`

// TestAnswersAboutApprovalsFitTheDescription goes through what waits for people.
func TestAnswersAboutApprovalsFitTheDescription(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	yes, no := s.leave(t, readCall), s.leave(t, mailCall)
	s.leave(t, `{"agent_id":"oak","tool":"kv.set","recent_traces":[{"tool":"fs.read","params":{"token":"hunter2hunter2"}}]}`)
	made := s.ask(t, "POST", "/auto-approve", `{"agent":"oak","tool":"fs.list","max_uses":2,"effects":["reads"],"expires_at":"2999-01-02T03:04:05.678Z"}`)
	id := made.object(t)["id"].(string)
	s.holdAll(t, []exchange{
		{"get", "/approvals", "", ""}, {"get", "/approvals/{id}", "/approvals/" + yes, ""},
		{"get", "/approvals/{id}/explain", "/approvals/" + yes + "/explain", ""}, {"get", "/approvals/{id}/explain", "/approvals/none/explain", ""},
		{"post", "/approvals/{id}/approve", "/approvals/" + yes + "/approve", `{"auto_approve":"permanent","auto_approve_for":"15m"}`},
		{"post", "/approvals/{id}/approve", "/approvals/" + yes + "/approve", ""},
		{"post", "/approvals/{id}/deny", "/approvals/" + no + "/deny", `{"reasoning":"no","confidence":1}`},
		{"get", "/approvals", "/approvals?status=denied", ""}, {"get", "/approvals", "", ""},
		{"get", "/approvals/{id}", "/approvals/" + no, ""}, {"get", "/approvals/{id}", "/approvals/none", ""},
		{"get", "/auto-approve", "", ""}, {"post", "/auto-approve", "", `{"agent":"oak","tool":"fs.read"}`},
		{"post", "/auto-approve", "/auto-approve?preview=only", `{"agent":"oak","tool":"fs.list"}`},
		{"delete", "/auto-approve/{id}", "/auto-approve/" + id, ""}, {"delete", "/auto-approve/{id}", "/auto-approve/none", ""},
		{"get", "/decisions", "", ""}, {"get", "/status", "", ""}, {"post", "/evaluate", "", mailCall},
	})
}

// TestAnswersFitTheDescription holds real answers against the description.
func TestAnswersFitTheDescription(t *testing.T) {
	t.Parallel()
	s, _ := journaled(t, manyProviders, filepath.Join(t.TempDir(), "j.jsonl"), adminhttp.Options{})
	_, err := s.sup.Evaluate(t.Context(), supervisor.Call{ID: "a1", Tool: "bash", Params: map[string]any{"command": "ls -la && rm -rf /tmp/x"}})
	require.NoError(t, err)
	s.holdAll(t, []exchange{
		{"get", "/health", "", ""}, {"get", "/status", "", ""}, {"get", "/config", "", ""}, {"get", "/decisions", "/decisions?limit=1", ""},
		{"post", "/pause", "", ""}, {"post", "/evaluate", "", `{"tool":"fs.read"}`}, {"post", "/resume", "", ""},
		{"post", "/evaluate", "", `{"tool":"fs.read","id":"a2","agent_id":"b","injection_risk":true}`}, {"get", "/decisions", "", ""},
		{"get", "/decisions/{id}", "/decisions/a1", ""}, {"get", "/decisions/{id}", "/decisions/a2", ""}, {"get", "/decisions/{id}", "/decisions/none", ""},
		{"post", "/evaluate/batch", "", `{"calls":[{"tool":"fs.read"},{"tool":""},{"tool":"fs.wipe"}]}`}, {"post", "/evaluate", "", "{"},
		{"get", "/status", "", ""},
	})
}

// exchange is a request and the row of the description that it belongs to, which
// is its path unless another is given.
type exchange struct{ method, row, path, body string }

// holdAll sends requests and holds the answers against the description.
func (s *stage) holdAll(t *testing.T, requests []exchange) {
	t.Helper()
	d := readDescription(t)
	for _, r := range requests {
		path := r.path
		if path == "" {
			path = r.row
		}
		got := s.ask(t, strings.ToUpper(r.method), path, r.body)
		responses := d.at("paths", r.row, r.method, "responses").(map[string]any)
		response, ok := responses[fmt.Sprint(got.status)]
		if !ok {
			response = responses["default"]
			assert.GreaterOrEqual(t, got.status, 400)
		}
		content := d.resolved(response)["content"].(map[string]any)["application/json"].(map[string]any)
		d.holds(t, content["schema"], json.RawMessage(got.body), r.method+" "+path)
	}
}
