package command

import "strings"

// gcloudGroups are groups of resources of Google Cloud, a product a line, from
// the table of completions of gcloud 527. Each can be listed or described, or
// its policy shown, or two or all of these; "." is the product itself. Left
// out are those whose description shows the environment of programs, keys or
// passwords.
var gcloudGroups = [...]string{
	"ai: custom-jobs endpoints hp-tuning-jobs index-endpoints indexes model-garden/models model-monitoring-jobs models operations persistent-resources tensorboards",
	"api-gateway: api-configs apis gateways operations",
	"app: . domain-mappings firewall-rules instances operations regions runtimes services ssl-certificates",
	"artifacts: attachments docker/images docker/tags files locations operations packages repositories rules sbom settings tags versions vpcsc-config vulnerabilities",
	"asset: . feeds operations saved-queries",
	"batch: jobs tasks",
	"bigtable: app-profiles authorized-views backups clusters hot-tablets instances instances/tables logical-views materialized-views operations tables",
	"billing: accounts budgets projects",
	"builds: . connections repositories triggers worker-pools",
	"certificate-manager: certificates dns-authorizations issuance-configs maps maps/entries operations trust-configs",
	"composer: environments operations",
	"compute: accelerator-types addresses backend-buckets backend-services commitments disk-types disks external-vpn-gateways firewall-policies firewall-policies/associations firewall-policies/rules firewall-rules forwarding-rules health-checks http-health-checks https-health-checks images instance-groups instance-groups/managed instance-groups/unmanaged instances/os-inventory instant-snapshots interconnects interconnects/attachments interconnects/groups interconnects/locations interconnects/remote-locations machine-images machine-types network-attachments network-edge-security-services network-endpoint-groups network-firewall-policies network-firewall-policies/mirroring-rules network-firewall-policies/rules network-profiles networks networks/peerings networks/subnets operations os-login/ssh-keys packet-mirrorings project-zonal-metadata public-advertised-prefixes public-delegated-prefixes regions reservations reservations/blocks reservations/sub-blocks resource-policies routers routers/nats routes security-policies security-policies/rules service-attachments shared-vpc/associated-projects snapshot-settings snapshots sole-tenancy/node-groups sole-tenancy/node-templates sole-tenancy/node-types ssl-certificates ssl-policies storage-pool-types storage-pools target-grpc-proxies target-http-proxies target-https-proxies target-instances target-pools target-ssl-proxies target-tcp-proxies target-vpn-gateways tpus tpus/accelerator-types tpus/execution-groups tpus/locations tpus/queued-resources tpus/topologies tpus/tpu-vm tpus/versions url-maps vpn-gateways vpn-tunnels zones",
	"container: binauthz/attestations binauthz/attestors binauthz/policy images node-pools operations",
	"data-catalog: entries entry-groups tag-templates tags taxonomies taxonomies/policy-tags",
	"dataflow: jobs snapshots",
	"dataproc: autoscaling-policies batches clusters jobs node-groups operations workflow-templates",
	"datastream: connection-profiles locations objects operations private-connections routes streams",
	"deploy: automation-runs automations custom-target-types delivery-pipelines deploy-policies job-runs releases rollouts targets",
	"deployment-manager: deployments operations resources types",
	"dns: dns-keys managed-zones operations policies project-info record-sets record-sets/changes record-sets/transaction response-policies response-policies/rules",
	"domains: registrations registrations/operations",
	"endpoints: configs operations services",
	"essential-contacts: .",
	"eventarc: audit-logs-provider/method-names audit-logs-provider/service-names channel-connections channels google-channels locations providers triggers",
	"filestore: backups instances instances/snapshots locations operations regions zones",
	"firestore: backups backups/schedules databases fields/ttls indexes/composite indexes/fields locations operations",
	"functions: event-types regions runtimes",
	"healthcare: consent-stores datasets operations",
	"iam: policies policy-bindings principal-access-boundary-policies roles service-accounts service-accounts/keys workforce-pools workforce-pools/operations workforce-pools/providers workload-identity-pools workload-identity-pools/managed-identities workload-identity-pools/namespaces workload-identity-pools/operations workload-identity-pools/providers",
	"kms: autokey-config ekm-config ekm-connections import-jobs key-handles keyrings keys keys/versions locations",
	"logging: buckets links locations logs metrics operations resource-descriptors scopes settings sinks views",
	"memcache: instances operations regions",
	"metastore: federations locations operations services services/backups",
	"monitoring: dashboards snoozes uptime",
	"network-connectivity: hubs hubs/groups hubs/route-tables internal-ranges locations operations policy-based-routes regional-endpoints service-connection-policies spokes",
	"network-management: connectivity-tests operations vpc-flow-logs-configs",
	"network-services: endpoint-policies gateways grpc-routes http-routes meshes operations route-views service-bindings service-lb-policies tcp-routes tls-routes",
	"notebooks: environments instances locations runtimes",
	"org-policies: .",
	"organizations: .",
	"projects: .",
	"pubsub: lite-operations lite-reservations lite-subscriptions lite-topics schemas snapshots subscriptions topics",
	"recommender: insight-type-config insights recommendations recommender-config",
	"redis: clusters clusters/backup-collections clusters/backups instances operations regions zones",
	"resource-manager: folders org-policies tags/bindings tags/holds tags/keys tags/values",
	"run: domain-mappings jobs/executions regions",
	"scheduler: jobs locations",
	"secrets: . locations versions",
	"service-directory: endpoints locations namespaces services",
	"services: . operations peered-dns-domains vpc-peerings vpc-peerings/operations",
	"source: project-configs repos",
	"spanner: backup-schedules backups databases databases/ddl databases/roles databases/sessions databases/splits instance-configs instance-partitions instances operations samples",
	"sql: backups databases flags instances operations ssl-certs ssl/server-ca-certs ssl/server-certs tiers",
	"storage: batch-operations/jobs buckets buckets/anywhere-caches buckets/notifications folders hmac insights/inventory-reports managed-folders objects operations",
	"tasks: . cmek-config locations queues",
	"transfer: agent-pools jobs operations",
	"workflows: . executions",
	"workstations: . clusters configs",
}

// gcloudLooks names what looks at the groups.
func gcloudLooks() string {
	var b strings.Builder
	b.Grow(1 << 16) // and some
	for _, line := range gcloudGroups {
		product, groups, _ := strings.Cut(line, ": ")
		for group := range strings.FieldsSeq(groups) {
			for _, verb := range []string{"list ", "describe ", "get-iam-policy "} {
				b.WriteString(product)
				b.WriteByte('/')
				if group != "." {
					b.WriteString(group)
					b.WriteByte('/')
				}
				b.WriteString(verb)
			}
		}
	}
	return b.String()
}
