package command

import "sync"

// gcloud names what it does last: compute instances list. What lists or
// describes is network traffic, but for the tokens, and for the products whose
// description shows the environment of programs. All else changes a project,
// and costs money.
//
// Alpha and beta commands are gaps. Left out are --flags-file (flags from a file), --access-token-file,
// --impersonate-service-account (other rights), --log-http and --trace-token.

const (
	gcloud       = "gcloud 527, its table of completions"
	gcloudShared = "--project= --format= --account= --configuration= -q,--quiet --verbosity= --flatten= --user-output-enabled --no-user-output-enabled --billing-project= "
	// gcloudReads are the flags of all that lists and describes.
	gcloudReads = "--abandoned,--all,--all-memberships,--available,--cancelled,--completed,--done,--effective,--enabled,--exhaustive,--expand-table,--failed,--fetch-encrypted-object-hashes,--full-name,--full-resource-name,--gen2," +
		"--global,--global-firewall-policy,--hide-no-traffic,--include-proto-descriptors,--include-tags,--list-all-pipelines,--long,--no-completed,--no-started,--ongoing,--only-local-state,--only-managed,--only-unmanaged,--pending," +
		"--preview-images,--raw,--running,--show-all-metadata,--show-build-details,--show-deleted,--show-deployment,--show-deprecated,--show-edition,--show-image-basis,--show-occurrences,--show-package-vulnerability,--show-platform," +
		"--show-provenance,--show-sbom-references,--show-unset,--show-versions,--simple-list,--soft-deleted,--standard-images,--started,--stat,--succeeded,--summarize,--uri,--v2,--verbose " +
		"--api,--application,--aspect-types,--asset,--asset-types,--attestor,--backup,--backup-collection,--backup-schedule,--backup-vault,--billing-account,--binding,--brand,--bucket,--cluster,--collection-group,--connection,--content-type," +
		"--created-after,--created-before,--data-source,--database,--database-version,--datascan,--dataset,--delivery-pipeline,--deployment,--developer,--domain,--end-time,--entry,--entry-group,--environment,--execution,--field-mask," +
		"--filter,--filter-account,--firewall-policy,--firewall-policy-region,--folder,--gateway,--group-email,--host,--hub,--iam-account,--index,--index-endpoint,--instance,--instance-config,--instance-partition,--instances,--issuer-pool," +
		"--job,--job-id,--job-names,--job-statuses,--key,--keyring,--kind,--lake,--level,--limit,--location,--locations,--managed-by,--map,--member-email,--membership,--memberships,--mesh,--metadata-filter,--migration-job,--model,--name,--names," +
		"--namespace,--nat,--network,--network-peering,--network-policy,--next-page-token,--operation-filter,--order-by,--organization,--package,--page-size,--page-token,--parameter,--parent,--policy,--pool,--protocol,--provider,--queue," +
		"--read-time,--recommender,--regexp,--region,--regions,--release,--repository,--resource,--resource-name,--resource-type,--response-policy,--revision,--rollout,--router,--scope,--secret,--security-policy,--server-filter,--service," +
		"--service-account,--service-name,--sink-filter,--snapshot-time,--sort-by,--sort-order,--source,--start-time,--state,--state-filter,--status,--stream,--subject,--subscription,--table,--tag,--target,--task,--taxonomy,--type,--view," +
		"--volume,--workflow,--workforce-pool,--workload,--workload-identity-pool,--zone,--zones= "
)

// gcloudActs are operations that are not for looking.
func gcloudActs(name, does string) Row {
	return Row{Name: name, Args: "inert*", Does: does, Style: "bare", Source: gcloud}
}

// gcloudRows are made when somebody first looks for a program: they name what
// hundreds of groups have.
var gcloudRows = sync.OnceValue(func() []Row {
	return []Row{
		{Name: "gcloud", Shared: gcloudShared, Flags: "-v!alone -h!alone", Source: gcloud, Sub: []Row{
			{
				Name: gcloudLooks() + "compute/instances/list compute/instances/get-serial-port-output compute/instance-templates/list compute/instance-groups/managed/list-instances " +
					"container/clusters/list container/get-server-config container/images/list-tags iam/list-grantable-roles iam/list-testable-permissions functions/list functions/logs/read run/services/list run/revisions/list run/jobs/list " +
					"app/versions/list app/logs/read builds/log auth/list",
				Flags: gcloudReads + "--start= --port= --show-occurrences-from= --min-log-level= --execution-id= ", Args: "inert*", Does: "network(cloud)", Out: "network", Source: gcloud,
			},
			{Name: "logging/read alpha/logging/read beta/logging/read", Flags: "--billing-account= --bucket= --folder= --freshness= --limit= --location= --order= --organization= --resource-names= --view=", Args: "inert?", Does: "network(cloud)", Out: "network", Source: gcloud},
			{Name: "config/list config/get config/get-value info version components/list config/configurations/list config/configurations/describe topic topic/*", Flags: "--all --filter= --limit= --sort-by= --show-log --only-local-state --show-versions", Args: "inert*", Source: gcloud},
			{Name: "help", Flags: gcloudReads, Args: "inert*", Does: "opaque(a pager shows it, from which programs can be run)", Source: gcloud},
			{Name: "run/services/describe run/revisions/describe run/jobs/describe functions/describe app/versions/describe compute/instances/describe compute/instance-templates/describe compute/project-info/describe container/clusters/describe", Flags: gcloudReads, Args: "inert*", Does: "network(cloud) secrets(environment and metadata of programs)", Out: "network", Source: gcloud},
			gcloudActs("auth/* auth/*/* secrets/versions/access beta/secrets/versions/access alpha/secrets/versions/access config/config-helper services/api-keys/get-key-string services/api-keys/lookup iam/service-accounts/keys/create iam/service-accounts/sign-* kms/decrypt kms/asymmetric-* "+
				"storage/sign-url storage/hmac/create sql/generate-login-token container/clusters/get-credentials */clusters/get-credentials compute/reset-windows-password compute/sign-url redis/instances/get-auth-string", "network(cloud) secrets(credentials)"),
			gcloudActs("*/delete */*/delete */*/*/delete */*/*/*/delete */*/destroy */*/*/destroy */*/remove-* */remove-* */*/*/remove-* */*/purge */*/cancel */*/disable */*/stop */stop */*/reset storage/rm storage/batch-operations/*/*", "remotedelete(resources of a project)"),
			gcloudActs("*/create */*/create */*/*/create */update */*/update */*/*/update */add-* */*/add-* */*/*/add-* */set-* */*/set-* */*/*/set-* */deploy */*/deploy */submit */*/submit */*/start */*/restart */*/resize */*/import */*/export */*/restore */*/patch */*/enable */enable */disable */*/execute */*/run "+
				"*/*/publish */*/pull */*/call */call */*/ssh compute/ssh compute/scp compute/start-iap-tunnel app/deploy run/deploy functions/deploy sql/connect */*/connect */*/upload */*/promote-* */*/failover */*/clone */*/move compute/copy-files", "external(change of a project, or a shell elsewhere)"),
			gcloudActs("config/set config/unset config/configurations/* components/install components/update components/remove components/reinstall init docker survey feedback emulators/* cloud-shell/*", "external(change of the configuration)"),
			{Name: "storage/ls storage/du storage/hash", Flags: gcloudReads + "--all-versions --buckets -b --etag -e --full -L --json -j -l --readable-sizes -r -R --recursive -a -s --total -c --hex --skip-crc32c --skip-md5", Args: "remote(store)*", Does: "network(store)", Out: "network", Source: gcloud},
			{Name: "storage/cat", Flags: "-r,--range= -d,--display-url", Args: "remote(store)+", Does: "network(store)", Out: "network", Source: gcloud},
			{Name: "storage/cp", Flags: "-r,-R,--recursive!deep!discards(files that it replaces) -n,--no-clobber --continue-on-error -c --content-type= --cache-control= --storage-class= -Z --print-created-message", Args: "remote(store)+ remotedest(store)", Source: gcloud},
			{Name: "storage/mv", Flags: "-n,--no-clobber --content-type=", Args: "remote(store)+ remotedest(store)", Does: "remotedelete(the source)", Source: gcloud},
			{Name: "storage/rsync", Flags: "-r,-R,--recursive --delete-unmatched-destination-objects!remotedelete(what is not in the source) --dry-run!args(inert inert)!does(network(store)) -x,--exclude= -n,--no-clobber -c,--checksums-only", Args: "remote(store) remotedest(store)", Does: "deep discards(files that it replaces)", Source: gcloud},
		}},
		{Name: "gsutil", Flags: "-m -q -D!opaque(shows credentials)", Source: "gsutil help 5.34; -o and -i are gaps", Sub: []Row{
			{Name: "ls du stat", Flags: "-L -a -b -d -e -h -l -p= -r -R -c -s -x= -X=", Args: "remote(store)*", Does: "network(store)", Out: "network", Source: "gsutil help ls"},
			{Name: "cat hash", Flags: "-h -r= -c -m", Args: "remote(store)+", Does: "network(store)", Out: "network", Source: "gsutil help cat"},
			{Name: "version", Flags: "-l", Source: "gsutil help version"},
			{Name: "cp", Flags: "-r,-R!deep!discards(files that it replaces) -n -c -p -P -v -z= -Z -a= -e -D -s= -L=write", Args: "remote(store)+ remotedest(store)", Source: "gsutil help cp; -I reads names from the input"},
			{Name: "mv", Flags: "-n -c -p -P -v -r,-R", Args: "remote(store)+ remotedest(store)", Does: "remotedelete(the source)", Source: "gsutil help mv"},
			{Name: "rsync", Flags: "-n!args(inert inert)!does(network(store)) -r,-R -d!remotedelete(what is not in the source) -c -C -e -x= -P -p -a= -u -i -U", Args: "remote(store) remotedest(store)", Does: "deep discards(files that it replaces)", Source: "gsutil help rsync"},
			{Name: "rm rb", Flags: "-r,-R -f -a -I", Args: "inert*", Does: "remotedelete(objects)", Source: "gsutil help rm"},
			{Name: "iam/get acl/get defacl/get cors/get lifecycle/get logging/get versioning/get web/get label/get retention/get ubla/get", Args: "inert*", Does: "network(store)", Out: "network", Source: "gsutil help"},
			{Name: "acl/* iam/* cors/* lifecycle/* mb defacl/* label/* setmeta rewrite versioning/* web/* notification/* compose retention/* ubla/*", Args: "inert*", Does: "external(change of a store)", Style: "bare", Source: "gsutil help"},
			{Name: "signurl hmac hmac/* config kms/* perfdiag", Args: "inert*", Does: "secrets(credentials)", Style: "bare", Source: "gsutil help"},
		}},
		{Name: "bq", Shared: "--project_id= --location= --format= --dataset_id= --quiet --headless -q --max_rows_per_request= ", Source: "bq help 2.1; --flagfile, --bigqueryrc and --apilog are gaps", Sub: []Row{
			{Name: "ls", Flags: "-a,--all -j,--jobs -d,--datasets -p,--projects -n,--max_results= --filter= --page_token=", Args: "inert?", Does: "network(cloud)", Out: "network", Source: "bq help ls"},
			{Name: "show get-iam-policy", Flags: "--schema --view -j,--job --routine --model -d,--dataset -t,--table", Args: "inert?", Does: "network(cloud)", Out: "network", Source: "bq help show"},
			{Name: "version help", Args: "inert?", Source: "bq help"},
			{Name: "head", Flags: "-n,--max_rows= -s,--start_row= -t,--table -c,--selected_fields=", Args: "inert", Does: "network(cloud)", Out: "network", Source: "bq help head"},
			{Name: "query", Flags: "--use_legacy_sql[=] --nouse_legacy_sql --dry_run!args(inert) -n,--max_rows= --parameter= --use_cache[=] --maximum_bytes_billed= --batch", Args: "sql(bigquery)", Does: "network(cloud)", Out: "network", In: "sql(bigquery)?", Source: "bq help query; a destination is a gap"},
			{Name: "rm", Args: "inert*", Does: "remotedelete(tables)", Style: "bare", Source: "bq help rm"},
			{Name: "load mk mkdef update insert extract cp cancel truncate set-iam-policy add-iam-policy-binding remove-iam-policy-binding partition undelete", Args: "inert*", Does: "external(change of a project)", Style: "bare", Source: "bq help"},
		}},
	}
})
