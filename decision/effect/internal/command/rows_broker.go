package command

// Message brokers and stores of settings. Values of settings and messages may be
// credentials or private, so only names and states are looked at.

const (
	kafka  = "Kafka command line tools 3.9"
	rabbit = "rabbitmqctl(8) 4.0"
	nats   = "nats --help 0.2"
	consul = "consul --help 1.20"
	etcd   = "etcdctl --help 3.5"
	// kafkaServer are the flags by which Kafka's tools find a cluster.
	kafkaServer = "--bootstrap-server=host --bootstrap-controller=host --zookeeper=host --version!alone "
)

var brokerRows = []Row{
	{
		Name: "kafka-topics kafka-topics.sh", Source: kafka + "; --command-config names a file that may name classes",
		Flags: kafkaServer + "--list!network(broker) --describe!network(broker) --topic= --topic-id= --exclude-internal --at-min-isr-partitions --under-replicated-partitions --unavailable-partitions --topics-with-overrides --partitions= --replication-factor= --config= --if-exists --if-not-exists " +
			"--create!external(change of a broker) --alter!external(change of a broker) --delete!remotedelete(topics)", Out: "network",
	},
	{
		Name: "kafka-consumer-groups kafka-consumer-groups.sh", Source: kafka,
		Flags: kafkaServer + "--list!network(broker) --describe!network(broker) --group= --all-groups --members --offsets --state[=] --verbose --timeout= --topic= --all-topics --to-earliest --to-latest --to-offset= --shift-by= --dry-run --delete!remotedelete(groups) " +
			"--delete-offsets!remotedelete(offsets) --reset-offsets!external(change of a broker) --execute!external(change of a broker)", Out: "network",
	},
	{Name: "kafka-configs kafka-configs.sh", Flags: kafkaServer + "--describe!network(broker) --all --entity-type= --entity-name= --entity-default --topic= --broker= --alter!external(change of a broker) --add-config= --delete-config=", Out: "network", Source: kafka},
	{Name: "kafka-acls kafka-acls.sh", Flags: kafkaServer + "--list!network(broker) --topic= --group= --cluster --principal= --operation= --allow-principal= --deny-principal= --allow-host= --force --add!external(rights on a broker) --remove!remotedelete(rights on a broker)", Out: "network", Source: kafka},
	{Name: "kafka-broker-api-versions kafka-broker-api-versions.sh kafka-log-dirs kafka-log-dirs.sh kafka-get-offsets kafka-get-offsets.sh", Flags: kafkaServer + "--describe --topic= --topic-list= --broker-list= --time= --partitions= --exclude-internal-topics", Does: "network(broker)", Out: "network", Source: kafka},
	{Name: "kafka-console-consumer kafka-console-consumer.sh kafka-dump-log kafka-dump-log.sh", Args: "inert*", Does: "opaque(reads messages, which may be private)", Style: "bare", Source: kafka},
	{Name: "kafka-console-producer kafka-console-producer.sh kafka-verifiable-producer", Args: "inert*", Does: "external(messages)", In: "sends", Style: "bare", Source: kafka},
	{Name: "kafka-server-start kafka-server-stop kafka-storage kafka-reassign-partitions kafka-leader-election kafka-delete-records kafka-streams-application-reset kafka-run-class connect-standalone connect-distributed kafka-delete-records.sh kafka-reassign-partitions.sh", Args: "inert*", Does: "external(change of a broker)", Style: "bare", Source: kafka},
	{Name: "kcat kafkacat", Flags: "-L!network(broker) -b=host -t= -J -m=", Out: "network", Source: "kcat(1) 1.7; producing, consuming and properties are gaps"},
	{
		Name: "rabbitmqctl", Source: rabbit + "; another node is a gap", Flags: "-q,--quiet -s,--silent -t,--timeout= -p,--vhost=",
		Sub: []Row{
			{
				Name: "list_users list_vhosts list_queues list_exchanges list_bindings list_connections list_channels list_consumers list_permissions list_user_permissions list_topic_permissions list_policies list_parameters list_operator_policies list_feature_flags list_hashes list_unresponsive_queues " +
					"list_vhost_limits list_user_limits status cluster_status node_health_check ping version check_alarms list_ciphers list_deprecated_features",
				Flags: "-q,--quiet -s,--silent -p,--vhost= -t,--timeout= --formatter= --local --online --offline --no-table-headers --global", Args: "inert*", Does: "network(broker)", Out: "network", Source: rabbit,
			},
			{Name: "delete_user delete_vhost delete_queue purge_queue clear_password clear_permissions clear_policy clear_parameter clear_topic_permissions clear_operator_policy clear_vhost_limits clear_user_limits close_connection close_all_connections forget_cluster_node reset force_reset", Args: "inert*", Does: "remotedelete(queues or rights)", Style: "bare", Source: rabbit},
			{Name: "eval", Args: "code(erlang)", Style: "bare", Source: rabbit},
			{Name: "environment report export_definitions cipher encode decode hash_password", Args: "inert*", Does: "secrets(settings of a broker)", Style: "bare", Source: rabbit},
			{Name: "*", Args: "inert*", Does: "external(change of a broker)", Style: "bare", Source: rabbit},
		},
	},
	{
		Name: "rabbitmqadmin", Source: "rabbitmqadmin help 4.0; -c reads a configuration", Flags: "-H,--host=host -P,--port= -u,--username= -p,--password=secret -V,--vhost= -f,--format= -q,--quiet -s,--ssl -d,--depth= -S,--sort=",
		Sub: []Row{
			{Name: "list show", Args: "inert+", Does: "network(broker)", Out: "network", Source: "rabbitmqadmin help 4.0"},
			{Name: "delete purge close", Args: "inert*", Does: "remotedelete(queues)", Style: "bare", Source: "rabbitmqadmin help 4.0"},
			{Name: "declare publish get import export", Args: "inert*", Does: "external(messages or settings of a broker)", Style: "bare", Source: "rabbitmqadmin help 4.0"},
		},
	},
	{Name: "rabbitmq-plugins rabbitmq-diagnostics rabbitmq-queues rabbitmq-server rabbitmq-upgrade", Args: "inert*", Does: "external(change of a broker)", Style: "bare", Source: rabbit},
	{
		Name: "nats", Shared: "-s,--server=host --context= --user=secret --password=secret --creds=secret --nkey=secret --timeout= --no-context --trace ", Source: nats + "; certificates are gaps",
		Sub: []Row{
			{
				Name:  "account/info account/report/connections account/report/statistics stream/ls stream/list stream/info stream/report stream/state stream/subjects str/ls str/info str/report consumer/ls consumer/list consumer/info consumer/report con/ls con/info kv/ls kv/list kv/status kv/info object/ls object/info obj/ls bucket/list bucket/ls server/ls server/list server/info server/ping server/report/connections server/report/accounts server/report/jetstream server/report/health rtt events context/ls context/list errors/ls",
				Flags: "-j,--json -a,--all -n,--names --no-select --state --leaders --raw --sort= --top=", Args: "inert*", Does: "network(broker)", Out: "network", Source: nats,
			},
			{Name: "stream/rm stream/delete stream/del stream/purge stream/rmm str/rm str/del str/purge consumer/rm consumer/delete consumer/del con/rm kv/rm kv/del kv/delete kv/purge kv/compact object/rm object/del object/delete obj/rm context/rm context/del bucket/delete bucket/rm", Args: "inert*", Does: "remotedelete(streams or values)", Style: "bare", Source: nats},
			{Name: "kv/get kv/history kv/watch object/get obj/get stream/get stream/view str/get str/view subscribe sub consumer/next con/next consumer/sub auth/* context/show context/info context/edit", Args: "inert*", Does: "network(broker) opaque(reads messages or values, which may be private)", Style: "bare", Source: nats},
			{Name: "* */*", Args: "inert*", Does: "external(messages or settings of a broker)", Style: "bare", Source: nats},
		},
	},
	{
		Name: "etcdctl", Shared: "--endpoints=host -w,--write-out= --command-timeout= --dial-timeout= --user=secret --password=secret --cacert=read --cert=secret --key=secret ", Source: etcd,
		Sub: []Row{
			{Name: "endpoint/health endpoint/status endpoint/hashkv member/list alarm/list version check/perf snapshot/status", Flags: "--cluster", Args: "read?", Does: "network(cluster)", Out: "network", Source: etcd},
			{Name: "get watch snapshot/save", Args: "inert*", Does: "network(cluster) secrets(values of a cluster)", Style: "bare", Source: etcd},
			{Name: "del compaction defrag member/remove lease/revoke", Args: "inert*", Does: "remotedelete(values)", Style: "bare", Source: etcd},
			{Name: "* */*", Args: "inert*", Does: "external(change of a cluster)", Style: "bare", Source: etcd},
		},
	},
	{Name: "etcdutl", Args: "inert*", Does: "opaque(works on the files of a store)", Style: "bare", Source: etcd},
	{
		Name: "consul", Shared: "-http-addr=host -token=secret -datacenter= -namespace= -stale -format= ", Style: "single", Source: consul,
		Sub: []Row{
			{Name: "members info catalog/datacenters catalog/nodes catalog/services operator/raft/list-peers intention/list intention/get namespace/list acl/policy/list peering/list", Flags: "-wan -detailed -status= -service= -near= -filter= -tags -node=", Args: "inert*", Does: "network(cluster)", Style: "single", Out: "network", Source: consul},
			{Name: "version validate", Flags: "-quiet", Args: "project?", Style: "single", Source: consul},
			{Name: "kv/get kv/export acl/token/* snapshot/save keyring watch monitor debug config/read", Args: "inert*", Does: "network(cluster) secrets(values of a cluster)", Style: "bare", Source: consul},
			{Name: "kv/delete leave force-leave services/deregister config/delete acl/*/delete intention/delete snapshot/restore", Args: "inert*", Does: "remotedelete(values)", Style: "bare", Source: consul},
			{Name: "exec lock agent connect/* kv/put kv/import services/register maint reload join acl/* acl/*/* config/write intention/create event operator/*/* tls/*/*", Args: "inert*", Does: "external(change of a cluster)", Style: "bare", Source: consul},
		},
	},
	{Name: "pulsar-admin pulsar-client mosquitto_pub mosquitto_sub zkCli.sh zookeeper-shell rpk redpanda activemq artemis", Args: "inert*", Does: "external(messages or settings of a broker)", Style: "bare", Source: "their manuals"},
}
