package command_test

import "testing"

func TestNodeToolRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"tsc -p .", "project(.) project"},
		{"tsc --noEmit", "project"},
		{"tsc @/tmp/args", "project(@/tmp/args) project gap"},
		{"eslint -f /tmp/x.js .", "project(.) project <data >content gap"},
		{"eslint --rulesdir /tmp/r .", "project(/tmp/r) project(.) project <data >content gap"},
		{"eslint --parser /tmp/p .", "project(/tmp/p) project(.) project <data >content gap"},
		{"eslint --fix src", "edit(src) project <data >content"},
		{"eslint -c /tmp/x.js .", "project(/tmp/x.js) project(.) project <data >content"},
		{"prettier --plugin /tmp/x .", "project(/tmp/x) project(.) project <data >content gap"},
		{"prettier -w src", "edit(src) project <data >content"},
		{`jest --config={"globalSetup":"/tmp/x"}`, "project({globalSetup:/tmp/x}) project gap"},
		{"jest --setupFiles /tmp/x", "project(/tmp/x) project gap"},
		{"jest", "project"},
		{"vitest run", "project(run) project"},
		{"vitest --environment /tmp/x", "project(/tmp/x) project gap"},
		{"mocha -r /tmp/x", "project(/tmp/x) project gap"},
		{"webpack --config /tmp/x", "project(/tmp/x) project"},
		{"nx exec -- touch x", "task(touch) task(x) project gap"},
		{"nx build app", "task(app) project"},
		{"turbo run deploy", "task(deploy) project"},
		{"turbo run build --dry-run", "task(build) project"},
		{"turbo run build --dry-run --x", "task(build) project gap"},
		{"turbo run build", "task(build) project"},
		{"ng deploy", "project gap"},
		{"ng build", "project"},
		{"playwright test", "project"},
		{"playwright install", "project gap"},
		{"concurrently 'rm -rf x'", "shell(rm -rf x) project"},
		{"rimraf dist", "delete(dist)+deep"},
		{"http-server", "external:serves files to the network"},
		{"gh-pages -d dist", "external:deploy gap"},
		{"sass a.scss /etc/x", "read(a.scss) write(/etc/x) project >content"},
	})
}
