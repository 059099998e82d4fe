package adminhttp_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// An embedder mounts the admin API beside its own routes.
func ExampleNewHandler() {
	sup, err := supervisor.New(supervisor.Options{}) // approves nothing
	if err != nil {
		log.Fatal(err)
	}
	admin, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "s3cret", AllowedHosts: []string{"ops.example"}})
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = admin.Close(context.Background()) }()
	mux := http.NewServeMux()
	mux.Handle("/supervisor/", http.StripPrefix("/supervisor", admin))

	ask := func(host, token string) {
		r := httptest.NewRequest(http.MethodPost, "http://"+host+"/supervisor/evaluate", strings.NewReader(`{"tool":"fs.read","id":"`+host+`"}`))
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Println(w.Code, strings.Split(w.Body.String(), ",")[0])
	}
	ask("ops.example", "s3cret")
	ask("ops.example", "guess")
	ask("evil.example", "s3cret")
	// Output:
	// 200 {"id":"ops.example"
	// 401 {"error":"unauthorized"}
	// 403 {"error":"the admin api is not addressed by this name: use a loopback name
}
