package effect

import (
	"maps"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/sqltext"
)

// sqlWords are in the names of tools that take SQL, with the dialect that each
// of them settles.
var sqlWords = map[string]sqltext.Dialect{
	"sql": sqltext.Any, "database": sqltext.Any, "db": sqltext.Any, "query": sqltext.Any, "warehouse": sqltext.Any, "bigquery": sqltext.Any,
	"snowflake": sqltext.Any, "redshift": sqltext.Any, "clickhouse": sqltext.Any, "athena": sqltext.Any, "databricks": sqltext.Any, "duckdb": sqltext.Any, "trino": sqltext.Any,
	"postgres": sqltext.Postgres, "postgresql": sqltext.Postgres, "pg": sqltext.Postgres, "psql": sqltext.Postgres, "supabase": sqltext.Postgres, "neon": sqltext.Postgres,
	"mysql": sqltext.MySQL, "mariadb": sqltext.MySQL, "sqlite": sqltext.SQLite, "sqlite3": sqltext.SQLite, "mssql": sqltext.MSSQL, "sqlserver": sqltext.MSSQL,
}

// sqlParams are the parameters of such tools: true, if they hold the SQL.
var sqlParams = map[string]bool{
	"sql": true, "query": true, "statement": true, "sql_query": true, "statements": true,
	"database": false, "db": false, "connection": false, "schema": false, "params": false, "parameters": false, "args": false, "values": false, "limit": false, "timeout": false,
	"max_rows": false, "row_limit": false, "readonly": false, "read_only": false, "format": false, "project": false, "project_id": false, "dataset": false, "branch": false, "explanation": false, "description": false, "host": false,
}

// databaseFiles are the parameters that name the file of a database.
var databaseFiles = []string{"path", "db_path", "database_path", "file"}

// sqlTool tells what a tool would do that takes SQL.
func (t *account) sqlTool(name toolName) bool {
	dialect, known := sqltext.Any, false
	for _, word := range name.words() {
		if d, ok := sqlWords[word]; ok {
			known = known || word != "query"
			if d != sqltext.Any {
				dialect = d
			}
		}
	}
	var texts []string
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		if sqlParams[param] && (known || strings.HasPrefix(param, "sql")) {
			eachText(param, t.call.Params[param], func(_, text string) { texts = append(texts, text) })
		}
	}
	if len(texts) == 0 {
		return false
	}
	for _, param := range slices.Sorted(maps.Keys(t.call.Params)) {
		_, ok := sqlParams[param]
		text, isText := t.call.Params[param].(string)
		switch {
		case isText && slices.Contains(databaseFiles, param):
			t.touch(decision.Reads, text, param+"="+text)
		case !ok:
			t.gap("unknown parameter", param)
		}
	}
	database, _ := t.call.Params["database"].(string)
	for _, text := range texts {
		t.sqlText(dialect, text, database, "SQL tool")
		if len(text) > 0 && holdsSecret(text) {
			t.secretText(text, "sql")
		}
	}
	return true
}

// sqlText adds what a text of SQL would do to a database.
func (t *account) sqlText(dialect sqltext.Dialect, text, database, by string) {
	report := sqltext.Read(dialect, text)
	for _, gap := range report.Gaps {
		t.gap(gap.Reason, text[gap.From:min(gap.To, len(text))])
	}
	if len(report.Acts) == 0 && len(report.Gaps) == 0 {
		report.Acts = []sqltext.Act{{Kind: sqltext.Reads, To: len(text)}} // a transaction, a comment
	}
	for _, act := range report.Acts {
		t.sqlAct(act, cut(text[act.From:act.To]), database, by)
	}
}

// sqlKinds are the effects of acts that need no more words.
var sqlKinds = map[sqltext.Kind]decision.EffectKind{
	sqltext.Reads: decision.Reads, sqltext.Creates: decision.Creates, sqltext.Overwrites: decision.Overwrites, sqltext.Deletes: decision.Deletes,
	sqltext.Executes: decision.ExecutesUnseen, sqltext.Network: decision.Network, sqltext.Secrets: decision.Secrets,
	sqltext.Privilege: decision.Privilege, sqltext.Persists: decision.Persistence, sqltext.Disrupts: decision.Disrupts,
}

func (t *account) sqlAct(act sqltext.Act, segment, database, by string) {
	e := decision.Effect{
		Target: cut(strings.Trim(database+"."+act.Target, ".")), Zone: decision.ZoneRemote,
		Segment: segment, Concern: act.Concern, Irreversible: act.Irreversible, By: by,
	}
	switch act.Kind {
	case sqltext.ReadsFile, sqltext.WritesFile:
		// The path is one of the machine that runs the database.
		e.Kind, e.Zone = decision.Reads, decision.ZoneSystem
		if act.Kind == sqltext.WritesFile {
			e.Kind = decision.Overwrites
		}
		e.Target, e.Concern = cut(act.Target), "file on the database's machine"
		if secretFiles().match(act.Target) || e.Kind == decision.Reads {
			secret := e
			secret.Kind, secret.Concern = decision.Secrets, ""
			t.add(secret)
		}
	default:
		e.Kind = sqlKinds[act.Kind]
	}
	if e.Kind == decision.Secrets && e.Concern == "" && act.Kind == sqltext.Secrets {
		e.Concern = "columns that hold credentials"
	}
	t.add(e)
}
