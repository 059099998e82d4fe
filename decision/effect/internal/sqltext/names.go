package sqltext

// pure are the functions that only compute, or tell about the session, in the
// manuals of PostgreSQL 18, MySQL 9, SQLite 3 and SQL Server 2022.
const pure = `
	count sum avg min max total group_concat string_agg array_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every
	stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp percentile_cont percentile_disc mode median
	row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value grouping
	abs ceil ceiling floor round trunc truncate mod power pow sqrt exp ln log log10 log2 sign sin cos tan asin acos atan atan2 pi radians degrees
	greatest least random rand div width_bucket gcd lcm
	coalesce nullif ifnull isnull nvl iif if case cast convert try_cast try_convert typeof
	lower upper length len char_length character_length octet_length bit_length substr substring left right trim ltrim rtrim btrim lpad rpad
	replace translate reverse repeat concat concat_ws position strpos instr locate initcap split_part ascii chr char unicode format printf quote
	regexp_replace regexp_match regexp_matches regexp_substr regexp_like regexp_split_to_array regexp_split_to_table regexp_count starts_with soundex
	to_char to_date to_timestamp to_number md5 sha1 sha2 sha256 encode hex unhex to_hex base64 crc32
	now current_timestamp current_date current_time localtime localtimestamp clock_timestamp statement_timestamp transaction_timestamp
	date time datetime timestamp timestamptz julianday strftime unixepoch date_trunc date_part extract age make_date make_time make_timestamp make_interval
	date_add date_sub dateadd datediff datename datepart timestampdiff timestampadd date_format str_to_date getdate sysdate curdate curtime year quarter month week
	day hour minute second dayofweek dayofyear weekday last_day eomonth from_unixtime unix_timestamp interval date_bin justify_interval
	json json_extract json_value json_query json_object json_array json_array_length jsonb_array_length json_each json_tree json_array_elements
	jsonb_array_elements json_array_elements_text jsonb_array_elements_text jsonb_extract_path jsonb_extract_path_text json_extract_path_text json_type json_valid json_unquote json_contains
	json_keys json_length json_typeof jsonb_typeof jsonb_build_object json_build_object jsonb_build_array json_build_array to_json to_jsonb row_to_json jsonb_each jsonb_each_text
	jsonb_object_keys json_object_keys jsonb_set jsonb_pretty json_group_array json_group_object
	array unnest array_length array_to_string string_to_array cardinality array_position array_remove array_append any some all row generate_series
	version database schema user current_user session_user current_database current_schema current_schemas current_role last_insert_rowid changes total_changes row_count found_rows
	pg_typeof pg_size_pretty pg_total_relation_size pg_relation_size pg_table_size pg_indexes_size pg_database_size pg_get_indexdef pg_get_constraintdef pg_get_viewdef
	to_regclass obj_description col_description has_table_privilege format_type quote_ident quote_literal
	to_tsvector to_tsquery plainto_tsquery websearch_to_tsquery ts_rank ts_headline similarity match bm25 highlight snippet
	st_distance st_within st_contains st_intersects st_makepoint st_setsrid st_x st_y st_astext st_dwithin`

// syntax are the words before a bracket that are no functions.
const syntax = `
	in exists values over filter as using on and or not where having when then else case select from by with union except intersect distinct between like ilike is
	lateral partition order group join inner outer left right cross full natural limit offset set returning key index primary unique references check default
	varchar nvarchar character numeric decimal float double bigint int integer smallint bit binary varbinary text sets rollup cube within materialized recursive
	constraint foreign include only into tables columns conflict duplicate window explain analyze end table at escape collate interval`

// grave are functions that do what statements must not do unseen.
var grave = map[string]Kind{
	"pg_read_file": ReadsFile, "pg_read_binary_file": ReadsFile, "pg_ls_dir": ReadsFile, "pg_stat_file": ReadsFile, "pg_ls_logdir": ReadsFile,
	"lo_import": ReadsFile, "load_file": ReadsFile, "readfile": ReadsFile, "openrowset": ReadsFile, "fsdir": ReadsFile, "bfilename": ReadsFile,
	"lo_export": WritesFile, "writefile": WritesFile, "pg_file_write": WritesFile, "pg_file_unlink": WritesFile, "edit": Executes,
	"load_extension": Executes, "xp_cmdshell": Executes, "sp_executesql": Executes, "sp_oacreate": Executes, "sys_exec": Executes, "sys_eval": Executes, "query_to_xml": Executes,
	"dblink": Network, "dblink_connect": Network, "dblink_exec": Network, "opendatasource": Network, "openquery": Network, "http_get": Network, "http_post": Network, "http": Network, "xp_dirtree": Network,
	"pg_terminate_backend": Disrupts, "pg_cancel_backend": Disrupts, "pg_reload_conf": Disrupts, "pg_rotate_logfile": Disrupts, "pg_sleep": Disrupts, "sleep": Disrupts, "benchmark": Disrupts, "waitfor": Disrupts,
	"set_config": Privilege, "setval": Overwrites, "nextval": Overwrites, "lo_unlink": Deletes, "pg_drop_replication_slot": Deletes,
}

// secretTables hold what lets somebody log in.
const secretTables = `pg_shadow pg_authid pg_user_mapping pg_user_mappings sql_logins syslogins credentials credential secrets secret passwords password api_keys apikeys
	api_tokens tokens access_tokens refresh_tokens oauth_tokens auth_tokens user_sessions personal_access_tokens ssh_keys keychain logins moz_logins vault`

// secretWords are the words of columns that hold such things.
const secretWords = `password passwords passwd pwd passphrase passhash secret secrets token tokens apikey credential credentials salt otp totp pin cvv cvc
	privatekey encrypted authentication_string rolpassword usepasswd`

// privateWords are the words of columns about people that are nobody's business.
const privateWords = `ssn salary salaries iban wage compensation dob birthdate birthday birth passport diagnosis medical health religion ethnicity gender email emails phone mobile
	address street cardnumber card pan account_number tax taxid licence license nationality income balance bank biometric`

// privateTables hold rows about people: all of their columns are private.
const privateTables = `users user customers customer clients employees employee people persons person members patients patient contacts accounts account students staff
	profiles addresses payments cards invoices messages emails mails medical_records prescriptions payroll salaries subscribers leads
	credit_cards creditcards bank_cards bank_accounts bank_account payment_methods payment_details health_records medical_history user_profiles user_details
	customer_details customer_data personal_data pii kyc identities passports diagnoses insurance_claims tax_returns donors applicants candidates voters guests passengers`
