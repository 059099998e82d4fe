package adminhttp

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"sync"
	"time"
)

// The page is plain HTML, a style sheet and modules that a browser runs as they
// are: there is nothing to build.
//
//go:embed page/index.html page/assets
var pageFiles embed.FS

// pagePolicy lets the page load from here alone, and nobody frame it. Texts that
// an agent chose could otherwise load, or run, whatever they name.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

// pageTypes are the media types of what the page consists of. What the machine
// thinks of file names must not matter.
var pageTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
}

// pageFile is a file of the page with its entity tag.
type pageFile struct {
	data []byte
	tag  string
}

// readPage reads the files of the page, by path. They never change while a
// process lives, so this happens once, when somebody first asks for the page.
var readPage = sync.OnceValues(func() (map[string]pageFile, error) {
	names, err := fs.Glob(pageFiles, "page/assets/*")
	if err != nil {
		return nil, err
	}
	files := map[string]pageFile{}
	for _, name := range append(names, "page/index.html") {
		data, err := pageFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		files[name] = pageFile{data, `"` + hex.EncodeToString(sum[:16]) + `"`}
	}
	return files, nil
})

// pageRoutes serve the page. It holds nothing of the supervisor, so that it can
// ask for the token.
func (h *Handler) pageRoutes() []route {
	return []route{
		{http.MethodGet, "/{$}", accessOpen, func(w http.ResponseWriter, r *http.Request) error {
			return servePage(w, r, "page/index.html")
		}},
		{http.MethodGet, "/assets/{name}", accessOpen, func(w http.ResponseWriter, r *http.Request) error {
			return servePage(w, r, "page/assets/"+r.PathValue("name"))
		}},
	}
}

// servePage answers with a file of the page. A browser keeps it, but asks each
// time whether it is still the same, so that a new version is seen at once.
func servePage(w http.ResponseWriter, r *http.Request, name string) error {
	files, err := readPage()
	if err != nil {
		return fmt.Errorf("reading the page: %w", err)
	}
	file, known := files[name]
	if !known {
		return errNotFound
	}
	header := w.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", file.tag)
	header.Set("Content-Type", pageTypes[path.Ext(name)])
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(file.data))
	return nil
}
