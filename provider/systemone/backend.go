package systemone

import (
	"net/url"
	"strings"
)

// Backend is who serves the model.
type Backend string

// The backends.
const (
	Cloudflare Backend = "cloudflare" // Workers AI
	TypeSafe   Backend = "typesafe"
	Ollama     Backend = "ollama" // on this machine, 0.35.0 or newer
	Nimble     Backend = "nimble" // hosted by Bespoke Labs
	URL        Backend = "url"    // any compatible server: vLLM, llama.cpp, LM Studio, a gateway
)

// Dialect is the form of requests and answers.
type Dialect string

// The dialects.
const (
	SystemOne Dialect = "systemone" // POST /v1/systemone
	Decisions Dialect = "decisions" // POST /v1/decisions, in OpenAI's shape
)

// NimbleInFlight is how many requests Bespoke Labs takes at a time from one
// organisation, by its documentation. More are answered 429.
const NimbleInFlight = 8

// backend is what is known of who serves the model. A limit of 0 is not known.
type backend struct {
	url   string // the public address; empty: there is none, or it depends
	model string // the usual model; empty: must be given
	// keyed says that the public address wants a key.
	keyed bool
	// questions, options and levels are what one request may hold, by the
	// servers' documentation.
	questions, options, levels int
}

func knownBackend(b Backend) (backend, bool) {
	switch b {
	case Cloudflare:
		return backend{model: "typesafe/jev", keyed: true}, true
	case TypeSafe:
		return backend{url: "https://api.typesafe.ai/v1/systemone", model: "jev-latest", keyed: true}, true
	case Ollama:
		return backend{url: "http://localhost:11434/v1/systemone", model: "nimble", questions: 64, options: 26, levels: 26}, true
	case Nimble:
		return backend{url: "https://api.bespokelabs.ai/v1/systemone", model: "nimble-latest", keyed: true, questions: 64, options: 255, levels: 255}, true
	case URL:
		return backend{}, true
	}
	return backend{}, false
}

const cloudflareAccounts = "https://api.cloudflare.com/client/v4/accounts/"

// ownModel is how the names of models that Cloudflare itself runs begin. They
// have an address of their own, and take the bare body.
const ownModel = "@cf/"

// address returns where requests go, in two parts: the root of the server, for
// other routes of it, and the path of the questions.
func (o Options) address() (root, path string) {
	full := o.URL
	switch known, _ := knownBackend(o.Backend); {
	case full == "" && o.Backend == Cloudflare:
		full = cloudflareAccounts + url.PathEscape(o.Account) + "/ai/run"
		if strings.HasPrefix(o.Model, ownModel) {
			full += "/" + o.Model
		}
		return full, ""
	case full == "":
		full = known.url
	case o.Backend == Ollama && pathless(full):
		full = strings.TrimRight(full, "/") + "/v1/systemone"
	}
	full = strings.TrimRight(full, "/")
	for _, known := range []string{"/v1/systemone", "/v1/decisions"} {
		if root, ok := strings.CutSuffix(full, known); ok {
			return root, known
		}
	}
	return full, ""
}

// pathless reports an address such as http://localhost:11434, the form in which
// Ollama's own settings give it.
func pathless(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.Trim(u.Path, "/") == ""
}
