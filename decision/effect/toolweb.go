package effect

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// webWords are in the names of tools that fetch what an address names, and
// browserWords in those that work in a browser.
var (
	webWords     = []string{"http", "https", "fetch", "webfetch", "curl", "wget", "url", "webpage", "navigate", "goto", "crawl", "scrape", "download", "rest", "api", "request"}
	browserWords = []string{"browser", "playwright", "puppeteer", "selenium", "chrome", "chromium", "page"}
)

// webRoles are the parameters of such tools.
var webRoles = map[string]string{
	"url": "url", "uri": "url", "href": "url", "link": "url", "address": "url", "endpoint": "url", "page": "url",
	"method": "method", "verb": "method", "http_method": "method",
	"headers": "headers", "header": "headers", "cookies": "secret", "cookie": "secret", "auth": "secret", "token": "secret", "authorization": "secret", "api_key": "secret", "bearer": "secret",
	"body": "body", "data": "body", "json": "body", "payload": "body", "form": "body", "content": "body", "form_data": "body",
	"params": "query", "query": "query", "query_params": "query",
	"file": "upload", "files": "upload", "file_path": "upload", "upload": "upload",
	"output": "save", "output_path": "save", "save_to": "save", "filename": "save", "save_path": "save", "path": "save",
	"timeout": "inert", "timeout_ms": "inert", "timeout_seconds": "inert", "max_length": "inert", "start_index": "inert", "raw": "inert", "follow_redirects": "inert", "format": "inert",
	"prompt": "inert", "max_bytes": "inert", "extract_mode": "inert", "wait_until": "inert", "waituntil": "inert", "new_tab": "inert", "description": "inert", "markdown": "inert", "retries": "inert", "max_chars": "inert", "encoding": "inert",
}

// webCall is what a tool asks of a host.
type webCall struct {
	url, urlParam string
	method        string
	body          bool
	sends         []string
	credential    bool
	concern       string
}

// webTool tells what a tool would do that talks to a host by its address.
func (t *account) webTool(name toolName) bool {
	browser := name.hasAny(browserWords...)
	if browser && t.browserAct(name) {
		return true
	}
	if !browser && !name.hasAny(webWords...) && !readsPages(name) {
		return false
	}
	var w webCall
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		if webRoles[strings.ToLower(param)] == "url" && w.url == "" {
			w.url, _ = t.call.Params[param].(string)
			w.urlParam = param
		}
	}
	if w.url == "" {
		return false
	}
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		t.webParam(&w, param, t.call.Params[param])
	}
	t.webMethod(&w, name)
	t.ask(w)
	return true
}

// readsPages reports tools that read a page: "get_webpage", "read_url".
func readsPages(name toolName) bool { return name.hasAny("web", "website", "site") }

// webParam reads one parameter.
func (t *account) webParam(w *webCall, param string, value any) {
	text, isText := value.(string)
	switch role := webRoles[strings.ToLower(param)]; {
	case param == w.urlParam:
	case role == "method" && isText:
		w.method = strings.ToUpper(text)
	case role == "headers":
		t.webHeaders(w, param, value)
	case role == "secret" && value != nil && value != "":
		w.credential = true
	case role == "body" && value != nil && value != "":
		w.body = true
		w.sends = append(w.sends, "input")
		t.bodyPaths(w, param, value)
	case role == "query":
		t.webQuery(w, param, value)
	case role == "upload" && isText:
		t.touch(decision.Reads, text, param+"="+text)
		w.sends, w.body = append(w.sends, cut(text)), true
	case role == "save" && isText:
		t.saves(text, param)
	case role == "inert" && isScalar(value):
	case role == "body" || role == "secret":
	default:
		t.gap("unknown parameter", param)
	}
}

// webMethod settles the method by parameter, name and body.
func (t *account) webMethod(w *webCall, name toolName) {
	if w.method != "" {
		return
	}
	w.method = "GET"
	for _, method := range []string{"post", "put", "patch", "delete"} {
		if slices.Contains(name.action, method) {
			w.method = strings.ToUpper(method)
		}
	}
	if w.body && w.method == "GET" {
		w.method = "POST"
	}
}

// plainHeaders say nothing about who asks.
var plainHeaders = []string{
	"accept", "accept-language", "accept-encoding", "user-agent", "content-type", "cache-control", "if-none-match", "if-modified-since", "range", "pragma", "connection", "dnt",
}

func (t *account) webHeaders(w *webCall, param string, value any) {
	object, ok := value.(map[string]any)
	if !ok {
		if value != nil {
			t.gap("parameter is not of the expected type", param)
		}
		return
	}
	for _, header := range slices.Sorted(maps.Keys(object)) {
		text, isText := object[header].(string)
		lower := strings.ToLower(header)
		switch {
		case slices.Contains(plainHeaders, lower) && isText && len(text) <= maxSegmentBytes && !isData(text):
		case strings.Contains(lower, "auth"), strings.Contains(lower, "cookie"), strings.Contains(lower, "key"), strings.Contains(lower, "token"), strings.Contains(lower, "secret"):
			w.credential = true
		default:
			t.gap("header that is not known", param+"."+header)
		}
	}
}

// webQuery appends the parts of the query to the address, as the tool will.
func (t *account) webQuery(w *webCall, param string, value any) {
	object, ok := value.(map[string]any)
	if !ok {
		t.gap("parameter is not of the expected type", param)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if !isScalar(object[key]) {
			t.gap("parameter is not of the expected type", param+"."+key)
			continue
		}
		separator := "?"
		if strings.Contains(w.url, "?") {
			separator = "&"
		}
		w.url += separator + url.QueryEscape(key) + "=" + url.QueryEscape(scalarText(object[key]))
	}
}

// bodyPaths finds paths in what is sent: a tool that takes one sends the file.
func (t *account) bodyPaths(w *webCall, param string, value any) {
	eachText(param, value, func(where, text string) {
		if !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "~/") && !strings.HasPrefix(text, "@") || strings.ContainsAny(text, " \n") {
			return
		}
		at := t.scope.LocateFor(t.call, strings.TrimPrefix(text, "@"))
		if at.Err != nil || at.Path == "/" {
			return
		}
		if secretFiles().match(at.Path) {
			t.add(decision.Effect{Kind: decision.Secrets, Target: at.Path, Zone: at.Zone, Segment: cut(where + "=" + text)})
		}
		w.sends = append(w.sends, at.Path)
	})
}
