package command

// Clients of databases. The SQL that a command line holds is looked into, also
// that of the input of sqlite3; SQL in a file, or from the input of a client of
// a server, is a gap. A dump holds every record, and
// records may be private, so dumps are gaps unless they hold no data.

const (
	postgres = "psql(1) and client applications, PostgreSQL 15"
	mysql    = "mysql client programs 8.0, MariaDB 10.11"
	// pgConnect are the flags by which clients of PostgreSQL find a database.
	pgConnect = "-h,--host=host -p,--port= -U,--username= -w,--no-password -W,--password -e,--echo -q,--quiet -v,--verbose -V!alone --maintenance-db= --role= --if-exists "
	pgDump    = "-h,--host=host -p,--port= -U,--username= -w,--no-password -W,--password -d,--dbname=not(*=*,*://*) -F,--format= -f,--file=write -j,--jobs= -n,--schema= -N,--exclude-schema= -t,--table= -T,--exclude-table= -v,--verbose " +
		"-O,--no-owner -x,--no-privileges,--no-acl -c,--clean -C,--create --if-exists -E,--encoding= -Z,--compress= --inserts --column-inserts --no-comments --no-publications --no-subscriptions --no-tablespaces --quote-all-identifiers " +
		"-s,--schema-only!does(network(database)) --section=one(pre-data,post-data)!does(network(database)) -a,--data-only -b,--blobs -g,--globals-only -r,--roles-only -S,--superuser= --lock-wait-timeout= -V!alone "
	myConnect = "-h,--host=host -P,--port= -u,--user= -p[=secret] --password[=secret] -S,--socket= --protocol= --ssl-mode= --ssl --skip-ssl --connect-timeout= --default-character-set= -v,--verbose -s,--silent -C,--compress -V!alone "
)

const (
	allRecords = "opaque(reads all records, which may be private)"
	sqlFile    = "opaque(SQL in a file)"
	sqlInput   = "opaque(SQL from the input)"
)

var sqlRows = []Row{
	{
		Name: "psql pgcli", Source: postgres + "; connection strings, further settings of the output and -f are gaps",
		Flags: "-c,--command=sql(postgres)!in()!does(network(database)) -f,--file=!" + sqlFile + "!in() -l,--list!in()!does(network(database)) -h,--host=host -p,--port= -U,--username= -d,--dbname=not(*=*,*://*) -w,--no-password -W,--password -o,--output=one(|*)!opaque(a program gets the output) -o,--output=write " +
			"-L,--log-file=write -a,--echo-all -A,--no-align -b,--echo-errors -e,--echo-queries -E,--echo-hidden -n,--no-readline -q,--quiet -s,--single-step -S,--single-line -t,--tuples-only -x,--expanded -X,--no-psqlrc -z,--field-separator-zero -0,--record-separator-zero " +
			"-1,--single-transaction -H,--html --csv -F,--field-separator= -R,--record-separator= -T,--table-attr= -P,--pset=one(format=*,border=*,null=*,tuples_only*,expanded*,footer*,pager=off,pager=0,columns=*,linestyle=*) -v,--set,--variable=one(ON_ERROR_STOP=*,ON_ERROR_ROLLBACK=*,VERBOSITY=*) -V!alone",
		Args: "not(*=*,*://*)? inert?", Does: "network(database) " + sqlInput, Out: "network", In: "sql(postgres)",
	},
	{Name: "pg_isready", Flags: pgConnect + "-d,--dbname= -t,--timeout=", Does: "network(database)", Source: postgres},
	{Name: "pg_dump pg_dumpall", Flags: pgDump, Args: "not(*=*,*://*)?", Does: "network(database) " + allRecords, Out: "network", Source: postgres},
	{Name: "pg_restore", Flags: "-l,--list!does()!args(read?) -d,--dbname=!external(change of a database) -c,--clean!remotedelete(tables) -C,--create -f,--file=write -h,--host=host -p,--port= -U,--username= -w,--no-password -W,--password -F,--format= -j,--jobs= -n,--schema= -t,--table= -v,--verbose -O,--no-owner -x,--no-privileges,--no-acl --if-exists -a,--data-only -s,--schema-only -1,--single-transaction -e,--exit-on-error -V!alone", Args: "read?", Does: "network(database)", In: "data?", Out: "content", Source: postgres},
	{Name: "createdb createuser createlang", Flags: pgConnect + "-D,--tablespace= -E,--encoding= -O,--owner= -T,--template= -l,--locale= -s,--superuser!privilege -d,--createdb -r,--createrole!privilege -P,--pwprompt -R -S -L", Args: "inert*", Does: "external(change of a database)", Source: postgres},
	{Name: "dropdb dropuser", Flags: pgConnect + "-f,--force -i,--interactive", Args: "inert?", Does: "remotedelete(a database or user)", Source: postgres},
	{Name: "vacuumdb reindexdb clusterdb pgbench initdb pg_ctl pg_ctlcluster pg_createcluster pg_dropcluster pg_basebackup pg_upgrade pg_resetwal pg_rewind pg_recvlogical", Args: "inert*", Does: "external(change of a database server)", Style: "bare", Source: postgres},
	{Name: "pg_lsclusters pg_config", Flags: "-h --bindir --includedir --libdir --pkglibdir --version --sharedir --sysconfdir", Source: postgres},
	{
		Name: "mysql mariadb mycli", Source: mysql + "; option files, --pager, --tee and --local-infile are gaps",
		Flags: myConnect + "-e,--execute=sql(mysql)!in()!does(network(database)) --init-command=sql(mysql) -D,--database= -N,--skip-column-names -B,--batch -t,--table -E,--vertical -r,--raw -H,--html -X,--xml -A,--no-auto-rehash -f,--force -n,--unbuffered -q,--quick -b,--no-beep -w,--wait --column-names --safe-updates,-U",
		Args:  "inert?", Does: "network(database) " + sqlInput, Out: "network", In: "sql(mysql)",
	},
	{Name: "mysqldump mariadb-dump mysqlpump", Flags: myConnect + "-d,--no-data!does(network(database)) -r,--result-file=write -A,--all-databases -B,--databases --tables --ignore-table= --single-transaction --quick,-q --opt --skip-opt --add-drop-table --no-create-info,-t --routines,-R --triggers --events,-E --no-tablespaces,-y --where,-w= --hex-blob --set-gtid-purged= --column-statistics= --complete-insert,-c --compact --lock-tables,-l --skip-lock-tables --skip-comments --order-by-primary --extended-insert", Args: "inert*", Does: "network(database) " + allRecords, Out: "network", Source: mysql + "; --tab writes on the server"},
	{Name: "mysqlshow mariadb-show mysqlcheck", Flags: myConnect + "-c,--check -a,--analyze -A,--all-databases -B,--databases -k,--keys -t,--show-table-type -i,--status --count", Args: "inert*", Does: "network(database)", Out: "network", Source: mysql + "; repairs are gaps"},
	{Name: "mysqladmin mariadb-admin", Flags: myConnect + "-i,--sleep= -c,--count= -r,--relative -f,--force -E,--vertical", Source: mysql, Sub: []Row{
		{Name: "ping status extended-status version variables processlist", Flags: myConnect, Does: "network(database)", Out: "network", Source: mysql},
		{Name: "drop flush-logs flush-tables flush-hosts flush-privileges kill", Args: "inert*", Does: "remotedelete(a database)", Style: "bare", Source: mysql},
		{Name: "create password shutdown reload refresh start-replica stop-replica debug old-password", Args: "inert*", Does: "external(change of a database server)", Style: "bare", Source: mysql},
	}},
	{Name: "mysqlimport mysql_secure_installation mysql_upgrade mysqld mysqld_safe mariadbd mysqlbinlog mysqlslap mysql_install_db mysql_config_editor", Args: "inert*", Does: "external(change of a database server)", Style: "bare", Source: mysql},
	{
		Name: "sqlite3", Style: "single", Source: "sqlite3(1) 3.45; -init, -cmd, archives and other file systems are gaps",
		Flags: "-bail -batch -box -column -csv -echo -header -noheader -html -json -line -list -markdown -quote -table -tabs -ascii -readonly -safe -stats -interactive -nullvalue= -separator= -newline= -version!alone -help!alone",
		Args:  "read? sql(sqlite)*", Out: "content", In: "sql(sqlite)",
	},
	{Name: "sqldiff", Flags: "--schema --summary --table= --primarykey --transaction", Args: "read read", Out: "content", Source: "sqldiff 3.45; -L loads code"},
	{Name: "mongodump mongoexport", Args: "inert*", Does: "network(database) " + allRecords, Style: "bare", Source: "MongoDB tools 100.10"},
	{Name: "mongorestore mongoimport mongofiles mongod mongos", Args: "inert*", Does: "external(change of a database)", Style: "bare", Source: "MongoDB tools 100.10"},
	{Name: "mongosh mongo duckdb sqlcmd bcp sqlplus isql tsql usql clickhouse clickhouse-client clickhouse-local cqlsh cockroach influx cypher-shell arangosh snowsql beeline trino presto litecli dolt harlequin", Args: "inert*", Does: "opaque(runs what it is given on a database)", Style: "bare", Source: "their manuals"},
	{Name: "flyway liquibase goose dbmate migrate sqlx atlas sqitch", Args: "inert*", Does: "opaque(changes a database)", Style: "bare", Source: "their manuals"},
	{
		Name: "redis-cli valkey-cli", Flags: "-h=host -p= -n= -a=secret --user= --pass=secret --no-auth-warning --raw --no-raw --csv --json -2 -3 -v!alone -t= -r= -i= -c --tls --stat,--bigkeys,--memkeys,--latency!does(network(database))", Does: "opaque(commands from the input)", Source: "redis-cli --help 7.2; -u, -x, --eval, --rdb, --pipe and certificates are gaps",
		Sub: []Row{
			{
				Name: "PING ping INFO info DBSIZE dbsize KEYS keys SCAN scan TYPE type TTL ttl PTTL pttl EXISTS exists GET get MGET mget STRLEN strlen HGET hget HGETALL hgetall HKEYS hkeys HLEN hlen LLEN llen LRANGE lrange SCARD scard SMEMBERS smembers SISMEMBER sismember ZCARD zcard ZRANGE zrange ZSCORE zscore XLEN xlen XRANGE xrange XINFO xinfo " +
					"TIME time LASTSAVE lastsave ROLE role MEMORY/USAGE memory/usage MEMORY/STATS OBJECT/ENCODING object/encoding CLIENT/LIST client/list CLIENT/INFO SLOWLOG/GET slowlog/get CLUSTER/INFO cluster/info CLUSTER/NODES cluster/nodes COMMAND/COUNT PUBSUB/CHANNELS",
				Args: "inert*", Does: "network(database)", Out: "network", Style: "bare", Source: "Redis commands 7.2",
			},
			{Name: "FLUSHALL flushall FLUSHDB flushdb DEL del UNLINK unlink HDEL hdel LTRIM ltrim SREM srem ZREM zrem XTRIM xtrim XDEL xdel SPOP spop LPOP lpop RPOP rpop GETDEL getdel EXPIRE expire", Args: "inert*", Does: "remotedelete(records)", Style: "bare", Source: "Redis commands 7.2"},
			{Name: "* */*", Args: "inert*", Does: "external(change of a database)", Style: "bare", Source: "Redis commands 7.2"},
		},
	},
}
