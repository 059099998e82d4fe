package command

// The parameters of the operations of AWS that describe, list and get, taken
// from the service models of botocore 1.43. Each takes all words up to the next
// flag, as the command line program reads lists. Left out are those that carry
// a credential.

// awsComputeFlags are those of machines, clusters and functions.
const awsComputeFlags = "--accepted-media-types,--activity-ids,--addon-name,--addon-version,--address-region,--all-availability-zones,--all-regions,--allocation-ids," +
	"--analysis-end-time,--analysis-start-time,--analysis-start-time-begin,--analysis-start-time-end,--application-name,--application-names," +
	"--architecture-types,--arn,--arns,--array-job-id,--associated-policy-arn,--association-id,--association-ids,--attribute,--attribute-name," +
	"--attribute-names,--attribute-value,--auto-scaling-group-name,--auto-scaling-group-names,--availability-zone,--availability-zone-id,--bundle-ids," +
	"--capability-name,--capacity-block-extension-duration-hours,--capacity-block-ids,--capacity-duration-hours,--capacity-manager-data-export-ids," +
	"--capacity-provider-arns,--capacity-provider-name,--capacity-providers,--capacity-reservation-fleet-ids,--capacity-reservation-id," +
	"--capacity-reservation-ids,--carrier-gateway-ids,--certificate-arn,--checkpoint-token,--cidr,--client-vpn-endpoint-id,--client-vpn-endpoint-ids," +
	"--cluster,--cluster-arn,--cluster-name,--cluster-type,--cluster-versions,--clusters,--code-signing-config-arn,--compatible-architecture," +
	"--compatible-runtime,--compute-environments,--config-delivery-s3-destination-arn,--connection-notification-id,--consumable-resource," +
	"--container-instance,--container-instances,--context,--conversion-task-ids,--created-at,--customer-gateway-ids,--daemon-arn,--daemon-deployment-arns," +
	"--daemon-name,--daemon-revision-arns,--daemon-task-definition,--data-queries,--default-only,--desired-status,--dhcp-options-ids,--discovery-region," +
	"--dry-run,--durable-execution-arn,--durable-execution-name,--ecr-repository-prefixes,--effective-settings,--egress-only-internet-gateway-ids," +
	"--elastic-gpu-ids,--end-date-range,--end-time,--environment-id,--environment-ids,--environment-name,--environment-names,--event-source-arn," +
	"--event-type,--exclusion-ids,--executable-users,--export-image-task-ids,--export-task-ids,--family,--family-prefix,--fargate-profile-name,--filter," +
	"--filter-by,--filters,--first-slot-start-time-range,--fleet-id,--fleet-ids,--flow-log-id,--flow-log-ids,--fpga-image-id,--fpga-image-ids," +
	"--function-name,--function-version,--group-by,--group-id,--group-ids,--group-names,--host-id-set,--host-ids,--host-reservation-id-set,--id," +
	"--identity-provider-config,--image-id,--image-ids,--import-task-ids,--include,--include-all,--include-all-instances,--include-all-resource-types," +
	"--include-deleted,--include-deleted-groups,--include-deprecated,--include-disabled,--include-execution-data,--include-instances," +
	"--include-managed-resources,--include-marketplace,--include-not-scaled-activities,--include-public-key,--include-status," +
	"--include-unsupported-in-region,--included-deleted-back-to,--instance-connect-endpoint-ids,--instance-count,--instance-event-window-ids," +
	"--instance-family,--instance-id,--instance-ids,--instance-refresh-ids,--instance-requirements,--instance-requirements-with-metadata," +
	"--instance-tenancy,--instance-type,--instance-types,--instances,--integrate-services,--internet-gateway-ids,--internet-key-exchange-version," +
	"--ipam-external-resource-verification-token-ids,--ipam-ids,--ipam-policy-id,--ipam-policy-ids,--ipam-pool-allocation-id,--ipam-pool-allocation-ids," +
	"--ipam-pool-id,--ipam-pool-ids,--ipam-prefix-list-resolver-id,--ipam-prefix-list-resolver-ids,--ipam-prefix-list-resolver-target-ids," +
	"--ipam-prefix-list-resolver-version,--ipam-prefix-list-resolver-versions,--ipam-resource-discovery-association-ids,--ipam-resource-discovery-id," +
	"--ipam-resource-discovery-ids,--ipam-scope-id,--ipam-scope-ids,--job-definition-name,--job-definitions,--job-id,--job-queue,--job-queues,--job-status," +
	"--jobs,--key-format,--key-names,--key-pair-ids,--key-type,--kubernetes-version,--latest,--launch-configuration-names,--launch-template-id," +
	"--launch-template-ids,--launch-template-name,--launch-template-names,--launch-type,--layer-digest,--layer-name,--lifecycle-hook-names,--listener-arn," +
	"--listener-arns,--load-balancer-arn,--load-balancer-arns,--load-balancer-name,--load-balancer-names,--load-balancer-type,--local-gateway-ids," +
	"--local-gateway-route-table-id,--local-gateway-route-table-ids,--local-gateway-route-table-virtual-interface-group-association-ids," +
	"--local-gateway-route-table-vpc-association-ids,--local-gateway-virtual-interface-group-ids,--local-gateway-virtual-interface-ids,--locale," +
	"--location-type,--mac-modification-task-ids,--marker,--master-region,--max-duration,--max-instance-count,--max-items,--max-records,--max-results," +
	"--max-slot-duration-in-hours,--max-version,--metric-names,--min-duration,--min-slot-duration-in-hours,--min-version,--multi-node-job-id,--name," +
	"--names,--namespace,--nat-gateway-ids,--network-acl-ids,--network-insights-access-scope-analysis-id,--network-insights-access-scope-analysis-ids," +
	"--network-insights-access-scope-id,--network-insights-access-scope-ids,--network-insights-analysis-ids,--network-insights-path-id," +
	"--network-insights-path-ids,--network-interface-id,--network-interface-ids,--network-interface-permission-ids,--next-token,--nodegroup-name," +
	"--offering-class,--offering-id,--offering-type,--options,--outpost-lag-ids,--owner-ids,--owners,--page-size,--period,--platform-arn,--policy-name," +
	"--policy-names,--policy-type-names,--policy-types,--pool-id,--pool-ids,--prefix-list-id,--prefix-list-ids,--prefixes,--principal-arn," +
	"--product-description,--product-descriptions,--public-ips,--publishers,--qualifier,--quota-share-arn,--recurrence,--region-names,--registry-id," +
	"--registry-ids,--replace-root-volume-task-ids,--report-id,--report-ids,--repository-name,--repository-names,--request-id,--reserved-instance-ids," +
	"--reserved-instances-id,--reserved-instances-ids,--reserved-instances-listing-id,--reserved-instances-modification-ids," +
	"--reserved-instances-offering-ids,--resolve-alias,--resource,--resource-arn,--resource-arns,--resource-id,--resource-ids,--resource-management-type," +
	"--resource-owner,--resource-region,--resource-tag,--resource-type,--resource-types,--resources,--restorable-by-user-ids,--reverse-order,--revision," +
	"--revocation-id,--revocation-ids,--role,--route-server-endpoint-ids,--route-server-id,--route-server-ids,--route-server-peer-ids,--route-table-id," +
	"--route-table-ids,--rule-arns,--sample-type,--scalable-dimension,--scheduled-action-names,--scheduled-instance-ids,--scheduling-strategy," +
	"--secondary-interface-ids,--secondary-network-ids,--secondary-subnet-ids,--security-group-rule-ids,--service,--service-account,--service-arn," +
	"--service-deployment-arns,--service-environments,--service-id,--service-ids,--service-link-virtual-interface-ids,--service-name,--service-names," +
	"--service-namespace,--service-regions,--service-revision-arns,--services,--severity,--single-availability-zone,--slot-start-time-range,--snapshot-id," +
	"--snapshot-ids,--solution-stack-name,--sort,--spot-fleet-request-id,--spot-fleet-request-ids,--spot-instance-request-ids,--start-date-range," +
	"--start-time,--started-after,--started-before,--started-by,--state,--status,--statuses,--subject-id,--subnet-id,--subnet-ids,--target-capacity," +
	"--target-capacity-unit-type,--target-configurations,--target-group-arn,--target-group-arns,--target-type,--target-version,--targets,--task-definition," +
	"--task-sets,--tasks,--template-name,--traffic-mirror-filter-id,--traffic-mirror-filter-ids,--traffic-mirror-filter-rule-ids," +
	"--traffic-mirror-session-ids,--traffic-mirror-target-ids,--traffic-source-type,--transit-gateway-attachment-id,--transit-gateway-attachment-ids," +
	"--transit-gateway-connect-peer-ids,--transit-gateway-ids,--transit-gateway-metering-policy-id,--transit-gateway-metering-policy-ids," +
	"--transit-gateway-multicast-domain-id,--transit-gateway-multicast-domain-ids,--transit-gateway-policy-table-id,--transit-gateway-policy-table-ids," +
	"--transit-gateway-route-table-announcement-ids,--transit-gateway-route-table-id,--transit-gateway-route-table-ids,--trust-store-arn," +
	"--trust-store-arns,--types,--ultraserver-count,--ultraserver-type,--update-id,--uuid,--value,--verified-access-endpoint-id," +
	"--verified-access-endpoint-ids,--verified-access-group-id,--verified-access-group-ids,--verified-access-instance-id,--verified-access-instance-ids," +
	"--verified-access-trust-provider-ids,--version-label,--version-labels,--version-number,--version-status,--versions,--virtualization-types,--volume-id," +
	"--volume-ids,--vpc-encryption-control-ids,--vpc-endpoint-ids,--vpc-id,--vpc-ids,--vpc-peering-connection-ids,--vpn-concentrator-ids," +
	"--vpn-connection-device-type-id,--vpn-connection-id,--vpn-connection-ids,--vpn-gateway-ids,--vpn-tunnel-outside-ip-address,--wake-up,--zone-ids," +
	"--zone-names=param*"

// awsDataFlags are those of stores, databases and queues.
const awsDataFlags = "--access-point-id,--account,--account-id,--action,--action-type,--active,--aggregation-period,--application-id,--arn,--attribute-names,--attributes," +
	"--attributes-to-get,--authentication-profile-name,--auto-create,--availability-zone-group,--backtrack-identifier,--backup-arn,--backup-job-id," +
	"--backup-plan-id,--backup-plan-template-id,--backup-plan-template-json,--backup-type,--backup-vault-account-id,--backup-vault-name," +
	"--blue-green-deployment-identifier,--bucket,--bucket-region,--by-account-id,--by-backup-plan-id,--by-backup-vault-name,--by-complete-after," +
	"--by-complete-before,--by-created-after,--by-created-before,--by-creation-after,--by-creation-before,--by-destination-vault-arn,--by-malware-scanner," +
	"--by-message-category,--by-parent-job-id,--by-parent-recovery-point-arn,--by-recovery-point-arn,--by-recovery-point-creation-date-after," +
	"--by-recovery-point-creation-date-before,--by-report-plan-name,--by-resource-arn,--by-resource-type,--by-restore-testing-plan-arn," +
	"--by-scan-result-status,--by-shared,--by-source-recovery-point-arn,--by-state,--by-status,--by-vault-type,--cache-cluster-id,--cache-cluster-ids," +
	"--cache-node-type,--cache-parameter-group-family,--cache-parameter-group-name,--cache-security-group-name,--cache-subnet-group-name," +
	"--calculation-execution-id,--capability-name,--capacity-reservation-name,--catalog-name,--certificate-identifier,--change-id,--checksum-mode," +
	"--cluster-arn,--cluster-exists,--cluster-identifier,--cluster-ids,--cluster-name-filter,--cluster-operation-arn,--cluster-parameter-group-family," +
	"--cluster-security-group-name,--cluster-subnet-group-name,--cluster-type-filter,--cluster-version,--consistent-read,--consumer-arn,--consumer-name," +
	"--continuation-token,--copy-job-id,--created-after,--created-before,--creation-token,--custom-domain-certificate-arn,--custom-domain-name," +
	"--data-share-arn,--data-source-name,--database-name,--db-cluster-endpoint-identifier,--db-cluster-identifier,--db-cluster-parameter-group-name," +
	"--db-cluster-resource-id,--db-cluster-snapshot-identifier,--db-groups,--db-instance-automated-backups-arn,--db-instance-class," +
	"--db-instance-identifier,--db-name,--db-parameter-group-family,--db-parameter-group-name,--db-proxy-endpoint-name,--db-proxy-name," +
	"--db-security-group-name,--db-shard-group-identifier,--db-snapshot-identifier,--db-subnet-group-name,--db-user,--dbi-resource-id,--default-only," +
	"--delimiter,--delivery-stream-name,--delivery-stream-type,--domain-name,--domain-names,--dry-run-id,--duration,--duration-seconds," +
	"--elasticsearch-version,--encoding-type,--end-time,--endpoint-arn,--endpoint-name,--engine,--engine-name,--engine-type,--engine-version,--entity," +
	"--event-categories,--exclusive-start-backup-arn,--exclusive-start-delivery-stream-name,--exclusive-start-destination-id," +
	"--exclusive-start-global-table-name,--exclusive-start-shard-id,--exclusive-start-stream-name,--exclusive-start-table-name,--exclusive-start-tag-key," +
	"--executor-state-filter,--expected-bucket-owner,--export-arn,--export-task-identifier,--expression,--expression-attribute-names,--feature-type," +
	"--fetch-owner,--file-last-written,--file-size,--file-system-id,--filename-contains,--filters,--framework-name,--global-cluster-identifier," +
	"--global-replication-group-id,--global-table-name,--grantee,--hsm-client-certificate-identifier,--hsm-configuration-identifier,--id,--if-match," +
	"--if-modified-since,--if-none-match,--if-unmodified-since,--import-arn,--include-all,--include-deleted,--include-public,--include-shared,--index-name," +
	"--index-status,--insight-id,--instance-type,--integration-arn,--integration-identifier,--key,--key-marker,--last-updated-after,--last-updated-before," +
	"--lease-id,--legal-hold-id,--license-model,--limit,--list-supported-character-sets,--list-supported-timezones,--load-dry-run-config,--locale," +
	"--maintenance-id,--maintenance-track-name,--major-engine-version,--malware-scanner,--managed-by-aws-backup-only,--marker,--max-buckets," +
	"--max-directory-buckets,--max-items,--max-keys,--max-parts,--max-records,--max-results,--max-scheduled-runs-preview,--max-uploads,--message-category," +
	"--mount-target-id,--multi-az,--name,--named-query-id,--named-query-ids,--namespace-arn,--next-token,--node-type,--notebook-id,--object-attributes," +
	"--offering-type,--option-group-name,--optional-object-attributes,--owner-account,--package-id,--page-size,--parameter-group-family," +
	"--parameter-group-name,--part-number,--part-number-marker,--partner-name,--platform-application-arn,--prefix,--prepared-statement-names," +
	"--producer-arn,--product-description,--projection-expression,--query-execution-id,--query-execution-ids,--query-result-type,--queue-name," +
	"--queue-name-prefix,--queue-owner-aws-account-id,--queue-url,--range,--recovery-point-arn,--redshift-idc-application-arn,--region-name," +
	"--replication-group-id,--replication-group-ids,--replicator-arn,--replicator-name-filter,--report-job-id,--report-plan-name,--request-items," +
	"--request-payer,--reserved-cache-node-id,--reserved-cache-nodes-offering-id,--reserved-db-instance-id,--reserved-db-instances-offering-id," +
	"--reserved-elasticsearch-instance-id,--reserved-elasticsearch-instance-offering-id,--reserved-instance-id,--reserved-instance-offering-id," +
	"--reserved-node-exchange-request-id,--reserved-node-id,--reserved-node-offering-id,--resource-arn,--resource-id,--resource-identifier,--resource-name," +
	"--resource-owner,--resource-type,--response-cache-control,--response-content-disposition,--response-content-encoding,--response-content-language," +
	"--response-content-type,--response-expires,--restore-job-id,--restore-testing-plan-name,--restore-testing-selection-name,--retrieve-azs," +
	"--return-consumed-capacity,--revision,--scan-job-id,--scan-result-status,--schedule-identifier,--scheduled-action-name,--selection-id," +
	"--serverless-cache-name,--serverless-cache-snapshot-name,--serverless-v2-platform-version,--service-update-name,--service-update-status," +
	"--service-update-time-range,--session-id,--shard-filter,--shard-id,--shard-iterator,--shard-iterator-type," +
	"--show-cache-clusters-not-in-replication-groups,--show-cache-node-info,--show-html-content,--show-member-info,--show-node-group-config," +
	"--show-node-level-update-status,--snapshot-arn,--snapshot-copy-grant-name,--snapshot-identifier,--snapshot-name,--snapshot-source,--snapshot-type," +
	"--sort-order,--sorting-entities,--source,--source-arn,--source-identifier,--source-resource-arn,--source-type,--sse-customer-algorithm," +
	"--sse-customer-key-md5,--start-after,--start-time,--starting-sequence-number,--state,--state-filter,--statement-name,--status,--statuses,--stream-arn," +
	"--stream-creation-timestamp,--stream-id,--stream-name,--subscription-arn,--subscription-name,--table-arn,--table-name,--table-restore-request-id," +
	"--tag-keys,--tag-values,--target-action-type,--target-arn,--target-group-name,--tenant-db-name,--tiering-configuration-name,--time-range," +
	"--time-range-lower-bound,--time-range-upper-bound,--timestamp,--topic-arn,--topic-name,--topic-name-filter,--update-action-status,--upload-id," +
	"--upload-id-marker,--usage-limit-id,--user-group-id,--user-id,--version-id,--version-id-marker,--vpc,--vpc-endpoint-ids,--vpc-id,--work-group=param*"

// awsOpsFlags are those of deployment and monitoring.
const awsOpsFlags = "--access-request-id,--account-id,--account-identifiers,--account-scope,--action-execution-id,--action-id,--action-owner-filter,--action-prefix," +
	"--activity-arn,--actor-arn,--after-commit-id,--after-commit-specifier,--after-path,--aggregate-field,--aggregator,--aggregators," +
	"--alarm-contributor-id,--alarm-mute-rule-name,--alarm-name,--alarm-name-prefix,--alarm-names,--alarm-types,--analysis-id,--analysis-ids," +
	"--analysis-status,--anomaly-detector-arn,--anomaly-detector-types,--application-name,--application-names,--approval-rule-template-name," +
	"--approximation-dimension,--archive-name,--arn,--association-filter-list,--association-id,--association-version,--at-time,--author-arn," +
	"--automation-execution-id,--aws-account-ids,--aws-region,--baseline-id,--baseline-override,--baseline-time-period,--batch-import-status," +
	"--before-commit-id,--before-commit-specifier,--before-path,--billing-view-arn,--blob-id,--branch-name,--budget-name,--calendar-names,--call-as," +
	"--category,--change-set-name,--channel,--children-of-alarm-name,--chronological-order,--client-token,--command-execution-ids,--command-id," +
	"--comment-id,--commit-id,--commit-ids,--commit-specifier,--comparison-time-period,--compliance-type,--compliance-types,--config-rule-name," +
	"--config-rule-names,--configuration,--configuration-aggregator-name,--configuration-aggregator-names,--configuration-recorder-names," +
	"--conflict-detail-level,--conflict-resolution-strategy,--conformance-pack-name,--conformance-pack-names,--connection-arn,--connection-state,--context," +
	"--context-id,--cost-category-arn,--cost-category-name,--create-time-range,--dashboard-id,--dashboard-name,--dashboard-name-prefix,--data-source-name," +
	"--data-source-type,--data-sources,--data-type,--date-interval,--deletion-id,--delivery-channel-names,--delivery-destination-name," +
	"--delivery-destination-types,--deployed,--deployment-config-name,--deployment-group-name,--deployment-group-names,--deployment-id,--deployment-ids," +
	"--deprecated-status,--descending,--destination,--destination-commit-specifier,--destination-name-prefix,--details,--dimension,--dimensions," +
	"--document-filter-list,--document-format,--document-version,--earlier-time,--effective-on,--end-date,--end-time,--entity-selector-expression," +
	"--error-code,--event-arn,--event-arns,--event-bus-name,--event-category,--event-data-store,--event-data-store-owner-account-id,--event-name," +
	"--event-source,--event-source-arn,--event-source-name,--exclude-compliant-resources,--execution-arn,--execution-id,--execution-preview-id," +
	"--execution-status-filter,--execution-statuses,--export-name,--extended-statistic,--extended-statistics,--external-id,--feedback,--field-index-names," +
	"--file-path,--file-paths,--filter,--filter-expression,--filter-log-group-arn,--filter-name-prefix,--filter-pattern,--filters,--filters-with-operator," +
	"--folder-path,--forecast-statistics,--format,--generated-template-name,--generation-status,--granularity,--group-arn,--group-by,--group-by-key," +
	"--group-name,--history-item-type,--home-region,--hook-result-id,--id,--identifier,--ids,--import-id,--import-source-arn,--import-status," +
	"--include-compliance-details,--include-deleted-resources,--include-execution-data,--include-linked-accounts,--include-only-statuses," +
	"--include-property-values,--include-shadow-trails,--included-data,--insight-id,--insight-source,--insight-type,--instance-id,--instance-ids," +
	"--instance-information-filter-list,--instance-name,--instance-names,--instance-property-filter-list,--instance-status-filter,--instance-type-filter," +
	"--integration-arn,--integration-name,--integration-name-prefix,--integration-status,--integration-type,--interleaved,--invocation-id,--job-id,--key," +
	"--label-options,--later-time,--limit,--locale,--log-event-messages,--log-group-class,--log-group-identifier,--log-group-identifiers,--log-group-name," +
	"--log-group-name-pattern,--log-group-name-prefix,--log-group-tags,--log-object-pointer,--log-record-pointer,--log-stream-name," +
	"--log-stream-name-prefix,--log-stream-names,--log-types,--logical-resource-id,--lookback-period-in-days,--lookup-attributes,--lookup-table-arn," +
	"--lookup-table-name-prefix,--map-run-arn,--max-conflict-files,--max-contributor-count,--max-datapoints,--max-items,--max-line-coverage-percentage," +
	"--max-merge-hunks,--max-query-results,--max-records,--max-results,--merge-option,--metadata,--metric,--metric-data-queries,--metric-for-comparison," +
	"--metric-name,--metric-namespace,--metric-widget,--metrics,--min-line-coverage-percentage,--monitor-arn,--monitor-arn-list,--name,--name-prefix," +
	"--names,--namespace,--next-page-token,--next-token,--notification,--num-of-reports,--operating-system,--operation-id,--ops-item-arn," +
	"--ops-item-filters,--ops-item-id,--ops-metadata-arn,--order,--order-by,--organization-config-rule-name,--organization-config-rule-names," +
	"--organization-conformance-pack-name,--organization-conformance-pack-names,--organization-entity-account-filters,--organization-entity-filters," +
	"--organization-event-detail-filters,--output-format,--owner,--owning-account,--page-size,--pagination-token,--parameter-filters," +
	"--parents-of-alarm-name,--patch-group,--patch-set,--path,--payment-option,--period,--permission-type,--physical-resource-id,--pipeline-execution-id," +
	"--pipeline-name,--plugin-name,--policy-name,--policy-scope,--policy-type,--prediction-interval-level,--project-name,--property,--provider," +
	"--provisioning-type,--public-version-number,--publisher-id,--pull-request-event-type,--pull-request-id,--pull-request-status,--query-alias," +
	"--query-definition-name-prefix,--query-id,--query-language,--query-name,--query-status,--quota-applied-at-level,--quota-code," +
	"--quota-requested-at-level,--reaction-user-arn,--recently-active,--recommendation-detail-id,--recommendation-ids,--recursive,--redrive-filter," +
	"--refresh-id,--region-filter,--region-filters,--registration-status,--registration-status-filter,--registration-token,--replay-name,--report-arn," +
	"--report-arns,--report-group-arn,--report-group-arns,--report-id,--repository-name,--repository-names,--request-id,--resource-arn,--resource-arn-list," +
	"--resource-evaluation-id,--resource-id,--resource-id-list,--resource-identifier,--resource-identifiers,--resource-ids,--resource-keys,--resource-name," +
	"--resource-scan-id,--resource-type,--resource-type-filters,--resource-type-prefix,--resource-types,--resources,--resources-per-page," +
	"--result-attributes,--retention-configuration-names,--retrieval-token,--reverse-order,--revision,--revision-id,--revisions,--rule,--rule-name," +
	"--rule-owner-filter,--s3-bucket,--s3-key-prefix,--sampling,--sampling-boost-statistics-documents,--sampling-statistics-documents,--sampling-strategy," +
	"--sandbox-id,--savings-plans-type,--scan-by,--scan-type-filter,--search-phrase,--search-string,--service,--service-code,--service-principal," +
	"--service-specification,--services,--setting-id,--shared,--show-filter-expression,--snapshot-id,--sort-by,--sort-order,--source-commit-specifier," +
	"--stack-drift-detection-id,--stack-instance-account,--stack-instance-region,--stack-instance-resource-drift-statuses,--stack-name,--stack-refactor-id," +
	"--stack-resource-drift-status-filters,--stack-set-name,--stack-status-filter,--start-date,--start-from-head,--start-time,--state," +
	"--state-machine-alias-arn,--state-machine-arn,--state-value,--states,--statistic,--statistics,--status,--status-code,--status-filter,--statuses," +
	"--sub-type,--subscription-arn-list,--supported-resource-types,--suppression-state,--sync-name,--sync-type,--tag-filters,--tag-key,--tag-key-filters," +
	"--tag-keys,--tag-value,--tags-per-page,--target,--target-arn,--target-filters,--target-id,--target-id-filters,--target-ids,--target-type,--targets," +
	"--task-id,--template-body,--template-stage,--template-summary-config,--template-url,--term-in-years,--time,--time-period,--time-range-type," +
	"--total-impact,--trace-format,--trace-ids,--trail-name,--trail-name-list,--trend-field,--type,--type-arn,--type-configuration-identifiers,--type-name," +
	"--unit,--unmask,--update-status,--use-s3-dual-stack-endpoint,--version,--version-id,--version-name,--visibility,--window-execution-id,--window-id," +
	"--window-task-id,--with-decryption,--worker-name=param*"

// awsAccountFlags are those of accounts, keys, names and networks.
const awsAccountFlags = "--secret-id,--accepts,--access-key-id,--account-id,--account-ids,--action-names,--alias,--all-users,--anycast-ip-list-id,--api-id,--api-key,--api-mapping-id," +
	"--arn,--assignment-status,--association-filter,--attribute-name,--attributes-to-get,--audience,--authorizer-id,--base-path,--bot-category,--bot-name," +
	"--bot-organization,--cache-policy-id,--caller-arn,--certificate-arn,--certificate-statuses,--child-id,--child-type,--client-certificate-id," +
	"--client-id,--client-metadata,--collection-id,--connection-function-identifier,--connection-mode,--context-entries,--continent-code,--country-code," +
	"--create-account-request-id,--custom-key-store-id,--custom-key-store-name,--customer-id,--delegation-permission-check,--delegation-request-id," +
	"--delegation-set-id,--deletion-task-id,--deployment-id,--destination-id,--detector-id,--device-key,--distribution-id,--distribution-tenant-id," +
	"--dns-name,--documentation-part-id,--documentation-version,--domain,--domain-control-validation-resource,--domain-name,--domain-name-id," +
	"--duration-seconds,--embed,--encoding,--end-date,--entity-arn,--entity-filter,--exclude-characters,--exclude-lowercase,--exclude-numbers," +
	"--exclude-punctuation,--exclude-uppercase,--export-type,--filter,--filter-criteria,--filter-name,--filter-statement,--filters,--finding-criteria," +
	"--finding-ids,--finding-statistic-types,--flatten,--grant-id,--grant-tokens,--grantee-principal,--group-by,--group-name,--handshake-id," +
	"--health-check-id,--hosted-zone-id,--hosted-zone-id-marker,--hosted-zone-type,--http-method,--id,--identifier,--idp-identifier,--include-deprecated," +
	"--include-key-material,--include-planned-deletion,--include-raw-display-content,--include-space,--include-value,--include-values,--includes," +
	"--instance-profile-name,--integration-id,--integration-response-id,--ip-set-id,--job-id,--key-group-id,--key-id,--limit,--locale,--location-name," +
	"--location-status,--log-scope,--log-type,--malware-protection-plan-id,--managed-login-branding-id,--marker,--max-items,--max-results,--model-id," +
	"--model-name,--name,--name-query,--next-marker,--next-token,--number-of-top-traffic-bots-per-path,--only-associated,--only-attached," +
	"--open-id-connect-provider-arn,--order-by,--organizational-unit-id,--origin-request-policy-id,--owner-id,--pagination-token,--parameters,--parent-id," +
	"--path,--path-prefix,--permissions-boundary-policy-input-list,--platform,--policy,--policy-arn,--policy-arns,--policy-id,--policy-input-list," +
	"--policy-name,--policy-source-arn,--policy-type,--policy-usage-filter,--portal-id,--portal-product-id,--position,--product-page-id," +
	"--product-rest-endpoint-page-id,--provider-name,--realtime-log-config-arn,--realtime-log-config-name,--release-version,--request-validator-id," +
	"--require-each-included-type,--resource,--resource-arn,--resource-arns,--resource-handling-option,--resource-id,--resource-ids,--resource-owner," +
	"--resource-owner-account-id,--resource-policy,--resource-type,--response-headers-policy-id,--response-type,--rest-api-id,--retiring-principal," +
	"--return-merged-resources,--role-name,--route-id,--route-response-id,--routing-endpoint,--routing-rule-id,--rule-group-rule-name,--rule-metric-name," +
	"--rule-name,--saml-provider-arn,--scan-id,--scope,--sdk-type,--serial-number,--server-certificate-name,--service-name,--service-namespace," +
	"--service-namespaces,--service-principal,--signing-algorithm,--sort-by,--sort-criteria,--sort-key,--sort-order,--ssh-public-key-id,--stage," +
	"--stage-name,--start-continent-code,--start-country-code,--start-date,--start-record-identifier,--start-record-name,--start-record-type," +
	"--start-subdivision-code,--states,--statistics-type,--status,--status-code,--subdivision-code,--tags,--target-id,--terms-id,--threat-entity-set-id," +
	"--threat-intel-set-id,--time-window,--token-code,--trade-in-token,--traffic-policy-id,--traffic-policy-id-marker," +
	"--traffic-policy-instance-name-marker,--traffic-policy-instance-type-marker,--traffic-policy-version,--traffic-policy-version-marker," +
	"--trust-store-identifier,--trusted-entity-set-id,--type,--unit,--uri-path-prefix,--usage-criteria,--usage-plan-id,--usage-statistic-type,--user-name," +
	"--user-pool-id,--vendor-name,--version,--version-id,--version-name,--version-stage,--vpc-id,--vpc-link-id,--vpc-origin-id,--vpc-region,--web-acl-arn," +
	"--web-acl-id,--web-acl-name,--wrapping-algorithm,--wrapping-key-spec=param*"
