package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// applicationID marks the files of this package: "sup7".
const applicationID = 0x73757037

// migrations lead from each schema to the next; the number of the last is the
// schema that this package reads and writes. One that was released is never
// changed.
var migrations = []string{schema1, schema2}

// Times are microseconds since 1970; 0 is no time.
//
// decisions.latest is the latest time of this decision and all before it. It
// never falls from one seq to the next, so that the decisions since a time lie
// behind one seq, although some may have been saved late.
const schema1 = `
CREATE TABLE decisions (
	seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, agent TEXT NOT NULL, tool TEXT NOT NULL, action INTEGER NOT NULL,
	time INTEGER NOT NULL, latest INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX decisions_id ON decisions (id) WHERE id <> '';
CREATE INDEX decisions_agent ON decisions (agent);
CREATE INDEX decisions_tool ON decisions (tool);
CREATE INDEX decisions_action ON decisions (action);
CREATE INDEX decisions_latest ON decisions (latest);

CREATE TABLE words (
	seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, session TEXT NOT NULL, tool TEXT NOT NULL,
	fingerprint TEXT NOT NULL, signature TEXT NOT NULL, likeness TEXT NOT NULL, action INTEGER NOT NULL, resolver TEXT NOT NULL, time INTEGER NOT NULL,
	once INTEGER NOT NULL, until INTEGER NOT NULL, spent INTEGER NOT NULL, revoked INTEGER NOT NULL
) STRICT;
CREATE INDEX words_time ON words (time);
CREATE INDEX words_fingerprint ON words (fingerprint, time);
CREATE INDEX words_session ON words (session, time);
CREATE INDEX words_tool ON words (agent, tool, time);
CREATE INDEX words_signature ON words (agent, tool, signature, time);

CREATE TABLE standings (
	id TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, tool TEXT NOT NULL, expires INTEGER NOT NULL,
	uses INTEGER NOT NULL, max_uses INTEGER NOT NULL, last_use INTEGER NOT NULL, body TEXT NOT NULL
) STRICT;

CREATE TABLE approvals (
	seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, agent TEXT NOT NULL, tool TEXT NOT NULL, action INTEGER NOT NULL,
	status TEXT NOT NULL, created INTEGER NOT NULL, until INTEGER NOT NULL, bytes INTEGER NOT NULL, call TEXT NOT NULL, decision TEXT NOT NULL,
	resolver TEXT NOT NULL DEFAULT '', resolved INTEGER NOT NULL DEFAULT 0, reasoning TEXT NOT NULL DEFAULT '', confidence REAL NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX approvals_until ON approvals (until) WHERE status = 'pending';
CREATE INDEX approvals_status ON approvals (status);
CREATE INDEX approvals_resolved ON approvals (resolved) WHERE status <> 'pending';
`

// schema2 finds the few refusals among many approvals of a kind of call.
const schema2 = `
CREATE INDEX words_fingerprint_action ON words (fingerprint, action, time);
CREATE INDEX words_signature_action ON words (agent, tool, signature, action, time);
`

// migrate brings a file to the schema of this package, in one transaction.
func migrate(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to do
	var version, application, tables int
	if err := tx.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version), (SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\')`).Scan(&version, &application, &tables); err != nil {
		return err
	}
	switch {
	case application != applicationID && (application != 0 || version != 0 || tables != 0):
		return fmt.Errorf("it is the database of another program: name another file")
	case version > len(migrations):
		return fmt.Errorf("it has schema %d, and this version knows %d at most: use the newer version that wrote it, or another file", version, len(migrations))
	case version == len(migrations):
		return nil
	}
	for _, step := range migrations[version:] {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("changing its schema: %w", err)
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, len(migrations))); err != nil {
		return fmt.Errorf("noting its schema: %w", err)
	}
	return tx.Commit()
}
