// Package adminhttp serves the admin API of a supervisor, and a page that shows
// it: what it decided and why, a switch to pause it, calls to judge on demand,
// its files to edit, and measuring runs.
//
// [NewHandler] returns an [http.Handler] that can be mounted under any prefix;
// [NewServer] puts it behind a server with limits on every phase of a request.
//
// # Access
//
// With a token every route but GET /health needs it. Without one, whoever
// reaches the port may look, pause and ask; files, measuring runs and standing
// rules can be changed only with a token that is configured, also on loopback.
// Requests that a web page in somebody's browser could send are refused: the
// Host must be a loopback name or one of Options.AllowedHosts, and an Origin
// must be the same.
package adminhttp
