// Package adminhttp serves the admin API of a supervisor, and a page that shows
// it: what it decided and why, a switch to pause it, calls to judge on demand,
// its files to edit, and measuring runs.
//
// [NewHandler] returns an [http.Handler] that can be mounted under any prefix;
// [NewServer] puts it behind a server with limits on every phase of a request.
//
// # Access
//
// With a token every route needs it but GET /health and the files of the page,
// which say nothing of this supervisor. Without one, whoever reaches the port may
// look, pause and ask; files and measuring runs can be changed only with a token
// that is configured, also on loopback. A token of at least 16 bytes is taken
// also while its address is held back for wrong ones; a shorter one could be
// found by trying, and is not.
//
// Requests that a web page in somebody's browser could send are refused: the
// Host must be a loopback name or one of Options.AllowedHosts, and an Origin
// must have the same host and port.
//
// # Asking again
//
// A request to judge that has an Idempotency-Key is answered once: the same key
// with the same body has the same answer for ten minutes, also after a pause has
// begun, since what was decided before it stands. Errors are not kept.
//
// # Approvals
//
// Escalated calls that wait in the supervisor's own store are served under
// /approvals in the protocol of the mesh, so that its clients settle them, and
// standing approvals under /auto-approve. Both are changed only with a configured
// token. Who does is the person whose token it is: Options.Operator, or what
// Options.Person makes of the request; no body names a person.
//
// # Files
//
// The config and the question packs that it names can be read and replaced, and
// nothing else: no symbolic link among the packs is followed, and a new pack has
// to match a glob of the config. The secrets of the config are shown as masks; a
// mask that comes back stands for the secret at the same path, or is refused.
//
// An edit is compared with what was read (If-Match), then everything that would
// be in force with it is built, and only then is it written: beside the file as
// .NAME.bak-TIME what it was, at most 100 of them, and the file itself at once.
// Edits take turns by the lock .NAME.lock beside the config, also those of other
// processes. A pack is held against the config on the disk. Where that says more
// than the one in force, somebody has edited it by hand: the pack is then refused
// with the names of the sections, unless ?accept_disk=1 puts them in force too.
//
// With ?validate=only nothing is written. The answer has the faults with their
// places, and which of the newest 500 decisions of the journal would be others
// now. Providers that must be paid or waited for are not asked for that: they say
// what they said, and where the edit changes what they would be asked, the answer
// counts the calls as unknown.
package adminhttp
