package sqltext_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/sqltext"
)

// show is a report in short: its acts with target, "!" when irreversible and
// the concern in brackets, and one "gap" for all gaps.
func show(r sqltext.Report) string {
	var parts []string
	for _, act := range r.Acts {
		part := string(act.Kind) + ":" + act.Target
		if act.Irreversible {
			part += "!"
		}
		if act.Concern != "" {
			part += "[" + act.Concern + "]"
		}
		parts = append(parts, part)
	}
	if len(r.Gaps) > 0 {
		parts = append(parts, "gap")
	}
	return strings.Join(parts, " ")
}

func TestRead(t *testing.T) {
	t.Parallel()
	tests := []struct{ sql, want string }{
		{"", ""},
		{" ; -- nothing\n;", ""},
		// Queries.
		{"SELECT 1", "reads:"},
		{"select id, status from orders where created > now() - interval '1 day' limit 5;", "reads:orders"},
		{"SELECT count(*), avg(total) FROM shop.orders o JOIN items i ON i.id = o.item", "reads:shop.orders"},
		{"EXPLAIN ANALYZE SELECT * FROM events", "reads:events"},
		{"WITH t AS (SELECT id FROM a) SELECT id FROM t", "reads:a"},
		{"(SELECT id FROM a) UNION (SELECT id FROM b)", "reads:a"},
		{"SELECT 'DROP TABLE x; --' AS s", "reads:"},
		{`SELECT "drop" FROM "T"`, "reads:t"},
		{"SHOW TABLES", "reads:tables"},
		{"DESCRIBE orders", "reads:orders"},
		{"PRAGMA table_info(users)", "reads:"},
		{"SELECT name FROM sqlite_master WHERE type = 'table'", "reads:sqlite_master"},
		{"BEGIN; SELECT 1; ROLLBACK", "reads:"},
		// Private and secret rows.
		{"SELECT email FROM users", "reads:users[private data]"},
		{"SELECT id FROM users WHERE email = 'a@b.example'", "reads:users"},
		{"SELECT * FROM customers", "reads:customers[private data]"},
		{"SELECT * FROM v_users", "reads:v_users[private data]"},
		{"SELECT * FROM customers@archive", "reads:customers@archive[private data]"},
		{"SELECT u FROM users u", "reads:users[private data]"},
		{"SELECT to_json(u) FROM crm.users AS u", "reads:crm.users[private data]"},
		{"SELECT users FROM users", "reads:users[private data]"},
		{"SELECT count(u) FROM users u", "reads:users"},
		{"SELECT u.id FROM users u", "reads:users"},
		{"SELECT * FROM user_events", "reads:user_events"},
		{"SELECT * FROM '/etc/passwd'", "reads file:/etc/passwd reads:"},
		{"SELECT a FROM b JOIN 's3://x/y.parquet' ON true", "reads file:s3://x/y.parquet reads:b"},
		{"SELECT trim(both 'x' FROM 'abc') FROM b", "reads:b"},
		{"SELECT value FROM settings WHERE key = 'stripe_secret'", "reads:settings secrets:settings"},
		{"SELECT count(*) FROM log WHERE event = 'password_reset'", "reads:log"},
		{"SELECT 1 FROM a LOCK IN SHARE MODE", "reads:a gap"},
		{"SELECT u.* FROM orders o, users u", "reads:orders[private data]"},
		{"SELECT password_hash FROM users", "reads:users secrets:users"},
		{"SELECT apiKey FROM t", "reads:t secrets:t"},
		{"SELECT rolname FROM pg_authid", "reads:pg_authid secrets:pg_authid"},
		{"TABLE users", "reads:users[private data]"},
		// Changes.
		{"INSERT INTO t (a) VALUES (1)", "creates:t"},
		{"INSERT INTO s.t (a) SELECT b FROM u", "creates:s.t"},
		{"INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2", "overwrites:t"},
		{"REPLACE INTO t (a) VALUES (1)", "overwrites:t"},
		{"UPDATE t SET a = 1 WHERE id = 2", "overwrites:t!"},
		{"UPDATE t SET a = 1", "overwrites:t![every row]"},
		{"UPDATE t SET a = 1 WHERE 1 = 1", "overwrites:t![every row]"},
		{"DELETE FROM t WHERE id = 2", "deletes:t!"},
		{"DELETE FROM t WHERE true", "deletes:t![every row]"},
		{"TRUNCATE t1, t2", "deletes:t1![drop or truncate]"},
		{"DROP TABLE IF EXISTS a.b", "deletes:a.b![drop or truncate]"},
		{"SELECT 1; DROP SCHEMA public CASCADE; --", "reads: deletes:public![drop or truncate]"},
		{"ALTER TABLE t ADD COLUMN c int", "overwrites:t!"},
		{"ALTER TABLE t DROP COLUMN c", "deletes:t!"},
		{"CREATE TABLE t (a int, b varchar(10))", "creates:t"},
		{"CREATE OR REPLACE VIEW v AS SELECT 1", "overwrites:v"},
		{"CREATE INDEX CONCURRENTLY i ON t (lower(a))", "creates:i"},
		{"WITH d AS (DELETE FROM t RETURNING id) SELECT id FROM d", "deletes:t![every row] reads:t"},
		{"MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE", "overwrites:t!"},
		{"SELECT a INTO b FROM c", "creates:b reads:c"},
		// Files, programs, rights.
		{"COPY t TO PROGRAM 'curl x'", "executes:curl x"},
		{"COPY t TO '/tmp/x'", "writes file:/tmp/x!"},
		{"COPY t FROM '/tmp/x'", "reads file:/tmp/x creates:t"},
		{"COPY orders TO STDOUT", "reads:orders"},
		{"SELECT a FROM t INTO OUTFILE '/tmp/x'", "writes file:/tmp/x! reads:t"},
		{"LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t", "reads file:/etc/passwd overwrites:table"},
		{"ATTACH '/tmp/x.db' AS y", "writes file:/tmp/x.db gap"},
		{"VACUUM INTO '/tmp/x'", "writes file:/tmp/x"},
		{"VACUUM FULL orders", "disrupts:vacuum"},
		{"SELECT pg_read_file('/etc/passwd')", "reads: reads file:pg_read_file[function pg_read_file]"},
		{"SELECT load_extension('x')", "reads: executes:load_extension[function load_extension]"},
		{"EXEC xp_cmdshell 'dir'", "executes:xp_cmdshell gap"},
		{"CREATE ROLE r SUPERUSER", "privilege:r"},
		{"GRANT ALL ON t TO bob", "privilege:bob"},
		{"SET ROLE admin", "privilege:role"},
		{"DROP USER bob", "privilege:bob![drop or truncate]"},
		{"ALTER SYSTEM SET x = 1", "privilege:set"},
		{"CREATE FUNCTION f() RETURNS int AS 'x' LANGUAGE c", "persists:f gap"},
		{"SELECT pg_sleep(100)", "reads: disrupts:pg_sleep[function pg_sleep]"},
		// What is not understood.
		{"SELECT my_function(1)", "reads: gap"},
		{"SELECT public.lower(a) FROM t", "reads:t gap"},
		{"SELECT a FROM t JOIN u ON evil(t.a)", "reads:t gap"},
		{`SELECT "lower"(a) FROM t`, "reads:t gap"},
		{"SELECT a FROM t FOR UPDATE", "reads:t gap"},
		{"SELECT 1 DROP TABLE t", "reads:t gap"},
		{"INSERT INTO t (a) VALUES (1) EXEC p", "creates:t gap"},
		{"FROBNICATE t", "gap"},
		{"SET search_path = evil", "gap"},
		{"PRAGMA writable_schema = 1", "gap"},
		{"PRAGMA user_version(7)", "gap"},
		{"SELECT 1 /*! ; DROP TABLE t */", "reads: gap"},
		{"SELECT /* /* */ 1", "reads: gap"},
		{"SELECT 1 /* open", "reads: gap"},
		{"SELECT 'open", "reads: gap"},
		{`SELECT 'a\'; DROP TABLE t; --'`, "gap"},
		{"SELECT 1 --1", "reads: gap"},
		{"SELECT 1 # 2", "reads: gap"},
		{`\! rm -rf /`, "gap"},
		{".shell rm", "gap"},
		{"SELECT $$x$$", "reads: gap"},
		{"BEGIN x := 1; END", "gap"},
		{"'x'", "gap"},
	}
	for _, tt := range tests {
		t.Run(tt.sql, func(t *testing.T) {
			t.Parallel()
			got := show(sqltext.Read(sqltext.Any, tt.sql))
			if tt.sql == `SELECT 'a\'; DROP TABLE t; --'` {
				assert.Contains(t, got, "gap")
				return
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestDialectsSettleWhatOthersReadInTwoWays(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "reads:", show(sqltext.Read(sqltext.Postgres, "SELECT $a$ ; DROP TABLE t $a$")))
	assert.Equal(t, "reads: deletes:t![drop or truncate]", show(sqltext.Read(sqltext.Postgres, `SELECT 'a\'; DROP TABLE t; --'`)))
	assert.Equal(t, "reads:", show(sqltext.Read(sqltext.Postgres, `SELECT E'a\'; DROP TABLE t; --'`)))
	assert.Equal(t, "reads:", show(sqltext.Read(sqltext.MySQL, `SELECT 'a\'; DROP TABLE t; --'`)))
	assert.Equal(t, "reads:", show(sqltext.Read(sqltext.MySQL, "SELECT 1 # DROP")))
	assert.Equal(t, "reads:", show(sqltext.Read(sqltext.Postgres, "SELECT a[1]")))
	assert.Equal(t, "reads:t", show(sqltext.Read(sqltext.MSSQL, "SELECT [a b] FROM [t]")))
}

func TestLimits(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "gap", show(sqltext.Read(sqltext.Any, "SELECT 1 "+strings.Repeat(" ", sqltext.MaxBytes))))
	many := sqltext.Read(sqltext.Any, strings.Repeat("SELECT 1;", sqltext.MaxStatements+1))
	assert.Len(t, many.Acts, sqltext.MaxStatements)
	assert.Len(t, many.Gaps, 1)

	report := sqltext.Read(sqltext.Any, strings.Repeat("SELECT delete from using ", sqltext.MaxBytes/25))
	assert.Contains(t, report.Gaps[0].Reason, "more changes")
}

func TestActsSayWhere(t *testing.T) {
	t.Parallel()
	const sql = "SELECT 1; DROP TABLE t ;"
	act := sqltext.Read(sqltext.Any, sql).Acts[1]
	assert.Equal(t, "DROP TABLE t", sql[act.From:act.To])
}

// FuzzRead holds that nothing panics, that places are places of the text, and
// that a statement at the end is seen unless there is a gap.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"select 1", "'", "$a$", "/*", "--", "[", "\\", "copy t to program 'x'", "with a as (select 1) select f(x)", "pragma a.b(c)", "a.b.c(", "\x00", "begin"} {
		for _, dialect := range []string{"", "postgres", "mysql", "sqlite", "mssql"} {
			f.Add(dialect, seed)
		}
	}
	f.Fuzz(func(t *testing.T, dialect, sql string) {
		report := sqltext.Read(sqltext.Dialect(dialect), sql+"\n;\nDROP TABLE zz")
		seen := len(report.Gaps) > 0
		for _, act := range report.Acts {
			if act.From < 0 || act.From >= act.To || act.To > len(sql)+20 {
				t.Fatalf("%q: act from %d to %d", sql, act.From, act.To)
			}
			seen = seen || act.Kind != sqltext.Reads
		}
		if !seen {
			t.Fatalf("%q hides what comes after it", sql)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	const query = "SELECT o.id, count(*) FROM orders o JOIN items i ON i.order_id = o.id WHERE o.created > now() - interval '1 day' GROUP BY o.id"
	b.ReportAllocs()
	for b.Loop() {
		if len(sqltext.Read(sqltext.Postgres, query).Gaps) > 0 {
			b.Fatal("gap")
		}
	}
}
