package command

// Hosting platforms. What lists and shows states is network traffic; settings
// hold credentials, and everything else changes what others see.

const (
	doctl     = "doctl --help 1.124"
	heroku    = "heroku help 10"
	vercel    = "vercel --help 41"
	netlify   = "netlify --help 19"
	wrangler  = "wrangler --help 4"
	firebase  = "firebase --help 13"
	flyctl    = "fly help 0.3"
	supabase  = "supabase --help 2.20"
	platforms = "-o,--output= --json -j --format= --no-header -q,--quiet --limit= --page= "
)

// hosted are operations of a hosting platform that are not for looking.
func hosted(name, does, source string) Row {
	return Row{Name: name, Args: "inert*", Does: does, Style: "bare", Source: source}
}

var hostingRows = []Row{
	{Name: "doctl", Shared: "--context= -v,--verbose --interactive[=] --http-retry-max= " + platforms, Source: doctl + "; --access-token, --api-url, --config and --trace are gaps", Sub: []Row{
		{
			Name: "account/get account/ratelimit balance/get billing-history/list invoice/list invoice/get compute/*/list compute/*/get compute/*/ls kubernetes/cluster/list kubernetes/cluster/get kubernetes/options/regions kubernetes/options/sizes kubernetes/options/versions k8s/cluster/list databases/list databases/get databases/db/list databases/pool/list databases/replica/list " +
				"databases/backups databases/options/engines databases/options/regions databases/options/slugs databases/options/versions projects/list projects/get registry/get registry/repository/list-v2 registry/repository/list-tags apps/list apps/logs apps/list-deployments apps/list-regions monitoring/alert/list monitoring/uptime/list vpcs/list vpcs/get serverless/status compute/domain/records/list",
			Flags: "--region= --tag-name= --type= --follow -f --tail= --deployment= --no-prefix --public", Args: "inert*", Does: "network(cloud)", Out: "network", Source: doctl,
		},
		{Name: "version", Source: doctl},
		hosted("databases/user/list databases/user/get databases/user/create databases/user/reset databases/connection databases/pool/get databases/replica/connection kubernetes/cluster/kubeconfig/show kubernetes/cluster/kubeconfig/save kubernetes/cluster/kubeconfig/exec-credential registry/login registry/docker-config auth/* apps/spec/get apps/get compute/ssh sandbox/* serverless/connect", "network(cloud) secrets(credentials)", doctl),
		hosted("compute/*/delete compute/*/rm compute/*/d databases/delete databases/user/delete databases/db/delete databases/replica/delete kubernetes/cluster/delete kubernetes/cluster/delete-selective apps/delete projects/delete vpcs/delete registry/delete registry/repository/delete-tag registry/repository/delete-manifest", "remotedelete(resources of an account)", doctl),
		hosted("compute/*/* compute/*/*/* databases/* kubernetes/*/* apps/* projects/* vpcs/* registry/* serverless/* 1-click/*", "external(change of an account)", doctl),
	}},
	{Name: "heroku", Shared: "-a,--app= -r,--remote= -t,--team= --json -j ", Source: heroku, Sub: []Row{
		{Name: "apps apps:info info apps:list logs ps releases releases:info addons addons:list addons:info domains domains:info status regions stacks pipelines pipelines:info certs certs:info buildpacks labs features access teams orgs spaces maintenance notifications drains pg:info pg:ps pg:backups pg:backups:info redis:info auth:whoami whoami", Flags: "-n,--num= -p,--ps= --dyno= -d,--dyno-name= --tail -s,--source= --all -A,--space= -x,--extended", Args: "inert?", Does: "network(api)", Out: "network", Source: heroku},
		{Name: "version help local:version commands", Args: "inert?", Source: heroku},
		hosted("config config:get config:edit auth:token authorizations authorizations:* pg:credentials pg:credentials:* pg:credentials:url redis:credentials clients:* sessions keys auth:login login auth:*", "network(api) secrets(settings)", heroku),
		hosted("destroy *:destroy *:remove *:rm *:delete pg:reset *:unset ps:stop ps:kill pg:killall domains:clear keys:clear", "remotedelete(parts of an app)", heroku),
		hosted("local local:run", "project", heroku),
		hosted("*", "external(change of an app)", heroku),
	}},
	{Name: "vercel", Shared: "-S,--scope= -d,--debug --no-color --yes ", Does: "external(deploy)", Source: vercel + "; without a subcommand it deploys", Sub: []Row{
		{Name: "ls list inspect logs whoami project/ls projects/ls domains/ls domains/inspect certs/ls alias/ls teams/ls env/ls dns/ls target/ls", Flags: "--next= -m,--meta= --environment= --logs -f,--follow -n --json --prod --status= -p,--policy=", Args: "inert?", Does: "network(api)", Out: "network", Source: vercel},
		{Name: "build dev", Flags: "--prod -l,--listen= --output=tree --target=", Args: "project?", Does: "project network(api)", Source: vercel},
		hosted("env/pull env pull login logout link switch integration/*", "network(api) secrets(settings)", vercel),
		hosted("rm remove project/rm domains/rm certs/rm alias/rm dns/rm env/rm blob/del blob/store/rm", "remotedelete(a deployment)", vercel),
		hosted("deploy redeploy promote rollback alias/set project/* domains/* certs/* dns/* env/add teams/* bisect git/* init blob/* cache/*", "external(deploy)", vercel),
	}},
	{Name: "netlify ntl", Shared: "--auth=secret --site= --filter= --json --debug ", Source: netlify, Sub: []Row{
		{Name: "status sites:list functions:list api:list logs:function logs:deploy logs recipes:list", Flags: "--list --verbose -l,--level=", Args: "inert?", Does: "network(api)", Out: "network", Source: netlify},
		{Name: "build dev functions:build functions:serve serve", Flags: "--dry --offline --context= -p,--port= -d,--dir=project", Does: "project network(api)", Source: netlify},
		hosted("env:list env:get env:clone login logout link switch", "network(api) secrets(settings)", netlify),
		hosted("sites:delete env:unset blobs:delete unlink", "remotedelete(a site)", netlify),
		hosted("*", "external(deploy)", netlify),
	}},
	{Name: "wrangler", Shared: "-e,--env= -c,--config=project --cwd=chdir ", Flags: "-v!alone", Source: wrangler, Sub: []Row{
		{Name: "whoami deployments/list deployments/view deployments/status versions/list versions/view tail kv/namespace/list kv/key/list kv:namespace/list d1/list d1/info d1/migrations/list r2/bucket/list r2/bucket/info queues/list queues/info secret/list pages/project/list pages/deployment/list hyperdrive/list vectorize/list workflows/list", Flags: "--name= --json --format= --namespace-id= --binding= --prefix= --local --remote --status= --search= --project-name= --environment=", Args: "inert?", Does: "network(api)", Out: "network", Source: wrangler},
		{Name: "types", Flags: "--env-interface= --strict-vars --include-runtime", Args: "write?", Does: "project edit(worker-configuration.d.ts)", Source: wrangler},
		{Name: "dev build pages/dev check", Flags: "--port= --ip=one(localhost,127.0.0.1) --local -l --dry-run --outdir=tree --test-scheduled --inspector-port= --minify --log-level= --live-reload", Args: "project?", Does: "project network(api)", Source: wrangler},
		hosted("login logout kv/key/get r2/object/get r2/sql/*", "network(api) secrets(login or values)", wrangler),
		hosted("delete kv/namespace/delete kv/key/delete kv/bulk/delete d1/delete r2/bucket/delete r2/object/delete queues/delete secret/delete pages/project/delete vectorize/delete hyperdrive/delete workflows/delete", "remotedelete(parts of a worker)", wrangler),
		hosted("deploy publish rollback d1/* d1/*/* kv/* kv/*/* r2/*/* queues/* secret/* secret/bulk pages/* pages/*/* versions/* triggers/* hyperdrive/* vectorize/* workflows/* init generate", "external(deploy)", wrangler),
	}},
	{Name: "firebase", Shared: "-P,--project= --account= -j,--json --non-interactive --debug ", Source: firebase + "; --token is a gap", Flags: "-V!alone", Sub: []Row{
		{Name: "projects:list apps:list functions:list functions:log hosting:sites:list hosting:channel:list target login:list ext:list remoteconfig:versions:list appdistribution:testers:list database:instances:list firestore:databases:list", Flags: "-n,--lines= --only= --limit= --site=", Args: "inert?", Does: "network(api)", Out: "network", Source: firebase},
		{Name: "help experiments:list", Args: "inert?", Source: firebase},
		{Name: "emulators:start emulators:exec serve", Args: "inert*", Does: "project opaque(runs what it is given)", Style: "bare", Source: firebase},
		hosted("apps:sdkconfig functions:config:get functions:secrets:access functions:secrets:get login login:ci login:add auth:export database:get firestore:* remoteconfig:get", "network(api) secrets(settings or records)", firebase),
		hosted("functions:delete database:remove firestore:delete hosting:disable hosting:channel:delete hosting:sites:delete functions:secrets:destroy apps:delete projects:delete", "remotedelete(parts of a project)", firebase),
		hosted("*", "external(deploy)", firebase),
	}},
	{Name: "flyctl fly", Shared: "-a,--app= -o,--org= -j,--json -c,--config=project --verbose --debug ", Source: flyctl + "; --access-token is a gap", Sub: []Row{
		{Name: "status logs apps/list apps/releases releases version platform/regions platform/status platform/vm-sizes machine/list machine/status m/list volumes/list volumes/show regions/list secrets/list checks/list ips/list certs/list certs/show scale/show orgs/list orgs/show image/show services/list autoscale/show doctor history postgres/list redis/list redis/status config/validate", Flags: "-q,--quiet --all --watch -i,--instance= -r,--region= -n,--no-tail --rate=", Args: "inert?", Does: "network(api)", Out: "network", Source: flyctl},
		hosted("auth/* tokens/* config/env config/show ssh ssh/* proxy sftp/* console postgres/connect pg/connect redis/connect machine/exec wireguard/*", "network(api) secrets(credentials, or a shell elsewhere)", flyctl),
		hosted("destroy apps/destroy machine/destroy machine/remove machine/stop machine/kill m/destroy volumes/destroy volumes/delete ips/release secrets/unset certs/remove redis/destroy", "remotedelete(parts of an app)", flyctl),
		hosted("* */*", "external(deploy)", flyctl),
	}},
	{Name: "supabase", Shared: "--workdir=chdir --experimental --debug -o,--output= ", Source: supabase, Flags: "-v!alone", Sub: []Row{
		{Name: "projects/list functions/list migration/list branches/list orgs/list domains/get inspect/db/* services network-bans/get snippets/list secrets/list", Flags: "--project-ref= --linked --local", Does: "network(api)", Out: "network", Source: supabase},
		{Name: "gen/types", Flags: "--lang= --linked --local --project-id= -s,--schema=", Args: "inert?", Does: "network(api)", Out: "network", Source: supabase},
		{Name: "migration/new functions/new test/new seed/*", Args: "inert", Does: "tree(supabase)", Source: supabase},
		hosted("status projects/api-keys login logout link", "network(api) secrets(keys of a project)", supabase),
		hosted("db/reset migration/down projects/delete functions/delete branches/delete secrets/unset storage/rm network-bans/remove", "remotedelete(records or parts of a project)", supabase),
		hosted("start stop init bootstrap test/db db/* functions/* migration/* branches/* projects/create secrets/set storage/* gen/* domains/* encryption/* postgres-config/* ssl-enforcement/* sso/* vanity-subdomains/* config/push", "external(change of a project, or runs containers)", supabase),
	}},
	{Name: "railway render scalingo clever koyeb northflank dokku caprover cf ibmcloud oci aliyun tccli linode-cli hcloud scw vultr-cli civo exo openstack nova upcloud gh-ost turso neonctl pscale planetscale convex convox porter qovery", Args: "inert*", Does: "external(change of an account)", Style: "bare", Source: "their manuals; all their subcommands ask"},
	{Name: "stripe twilio sendgrid slack slack-cli discord telegram-send shopify paypal plaid mailgun postmark algolia datadog dog sentry-cli newrelic launchdarkly ldcli pagerduty pd", Args: "inert*", Does: "external(messages, payments or settings of a service)", Style: "bare", Source: "their manuals; all their subcommands ask"},
}
