package providertest

import (
	"encoding/json"
	"net/http"
)

// serveJSON answers with a status and a JSON body.
func serveJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have gone
}
