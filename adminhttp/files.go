package adminhttp

import (
	"fmt"
	"net/http"
	"net/url"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/yamlmask"
	"github.com/flux7-go/supervisor/internal/yamlpos"
)

func (h *Handler) fileRoutes() []route {
	return []route{
		{http.MethodGet, "/files", accessLook, h.listFiles},
		{http.MethodGet, "/files/{id...}", accessLook, h.getFile},
		{http.MethodPut, "/files/{id...}", accessChange, h.putFile},
	}
}

// shownFile is a file in the list. SHA is null where its content cannot be read.
type shownFile struct {
	ID   string  `json:"id"`
	Kind string  `json:"kind"`
	Path string  `json:"path"`
	SHA  *string `json:"sha"`
}

// listFiles lists the files that may be edited.
func (h *Handler) listFiles(w http.ResponseWriter, _ *http.Request) error {
	set, err := h.files()
	if err != nil {
		return err
	}
	list := make([]shownFile, len(set.files))
	for i, f := range set.files {
		list[i] = shownFile{ID: f.id, Kind: f.kind, Path: f.path}
		if text, err := f.read(); err == nil {
			sha := fingerprint(text)
			list[i].SHA = &sha
		}
	}
	return answer(w, http.StatusOK, map[string]any{"files": list})
}

// getFile answers with the text of a file, the secrets of the config masked.
// Its tag is the fingerprint of the text as it is on the disk.
func (h *Handler) getFile(w http.ResponseWriter, r *http.Request) error {
	set, err := h.files()
	if err != nil {
		return err
	}
	f, err := set.find(r.PathValue("id"))
	if err != nil {
		return err
	}
	text, err := f.read()
	if err != nil {
		return err
	}
	shown, err := f.masked(text)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/yaml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header()["ETag"] = []string{fingerprint(text)} // bare, as the reference's client reads it
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(shown) // the reader went away
	return nil
}

// masked is the text of a file as it may be shown.
func (f *file) masked(text []byte) ([]byte, error) {
	if f.kind != kindConfig {
		return text, nil
	}
	parsed, err := yamlmask.Parse(text)
	if err == nil {
		text, err = parsed.Masked()
	}
	if err != nil {
		return nil, fail(http.StatusConflict, "the config cannot be shown, because it cannot be told what in it is a secret: %s", err)
	}
	return text, nil
}

// putFile replaces a file, or tells what that would do.
func (h *Handler) putFile(w http.ResponseWriter, r *http.Request) error {
	e, err := h.newEdit(w, r)
	if err != nil {
		return err
	}
	if e.dry {
		tried, err := h.try(r.Context(), e)
		if err != nil {
			return err
		}
		return answer(w, http.StatusOK, tried)
	}
	unlock, err := lockFiles(r.Context(), e.set)
	if err != nil {
		return err
	}
	defer unlock()
	done, err := h.apply(r.Context(), e)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, done)
}

// newEdit reads what a request wants to change.
func (h *Handler) newEdit(w http.ResponseWriter, r *http.Request) (*edit, error) {
	set, err := h.files()
	if err != nil {
		return nil, err
	}
	f, err := set.findOrCreate(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	e := &edit{set: set, file: f, by: h.by(r), ifMatch: r.Header.Values("If-Match"), also: []string{}}
	if err := e.ask(r.URL.RawQuery); err != nil {
		return nil, err
	}
	if e.body, err = readBody(w, r, yamlpos.MaxBytes); err != nil {
		return nil, err
	}
	if !utf8.Valid(e.body) {
		return nil, fail(http.StatusBadRequest, "the text is not valid utf-8")
	}
	return e, nil
}

// ask reads the query. Whatever is not known is refused: what was meant to be a dry
// run must not write.
func (e *edit) ask(query string) error {
	asked, err := url.ParseQuery(query)
	if err != nil {
		return fail(http.StatusBadRequest, "the query cannot be read")
	}
	for name, values := range asked {
		value, into := "only", &e.dry
		switch name {
		case "validate":
		case "accept_disk":
			value, into = "1", &e.acceptDisk
		default:
			return fail(http.StatusBadRequest, "a file is changed with ?validate=only or ?accept_disk=1, and no other query")
		}
		if len(values) != 1 || values[0] != value {
			return fail(http.StatusBadRequest, "%s can only be %q", name, value)
		}
		*into = true
	}
	return nil
}

// errFile is a fault of the file system, told without more than its reason.
func errFile(doing string, f *file, err error) error {
	return fmt.Errorf("%s %s: %w", doing, f.path, err)
}
