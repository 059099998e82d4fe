package command

// Tools that make machines from descriptions. A plan runs the code of providers
// and asks the cloud; applying it is for people.

const (
	terraform = "terraform -help 1.11"
	tfVars    = "-var= -var-file=read -compact-warnings -input= -lock= -lock-timeout= -no-color -parallelism= -target= -replace= -state=read -refresh= -refresh-only -concise -json "
)

var infraRows = []Row{
	{
		Name: "terraform tofu", Shared: "-chdir=chdir ", Flags: "-version,-v!alone -help!alone", Style: "single", Source: terraform,
		Sub: []Row{
			{Name: "fmt", Flags: "-list[=] -write=one(false)!args(read*.) -write=one(true) -diff -check!args(read*.) -no-color -recursive!deep", Args: "edit*.", Style: "single", In: "data?", Source: terraform},
			{Name: "validate", Flags: "-json -no-color -no-tests -test-directory=project", Does: "project", Style: "single", Source: terraform},
			{Name: "plan", Flags: tfVars + "-destroy -detailed-exitcode -out=write", Does: "project network(cloud)", Style: "single", Out: "network", Source: terraform + "; -generate-config-out writes code"},
			{Name: "show", Flags: "-no-color -json!secrets(values of the state)", Args: "read?", Does: "project network(cloud)", Style: "single", Source: terraform},
			{Name: "output", Flags: "-no-color -state=read -json!secrets(values of the state) -raw!secrets(values of the state)", Args: "inert?", Does: "network(cloud)", Style: "single", Source: terraform},
			{Name: "state/list", Flags: "-state=read -id=", Args: "inert*", Does: "network(cloud)", Style: "single", Source: terraform},
			{Name: "state/show", Flags: "-state=read", Args: "inert", Does: "network(cloud)", Style: "single", Source: terraform},
			{Name: "state/pull", Does: "network(cloud) secrets(values of the state)", Style: "single", Out: "secret", Source: terraform},
			{Name: "graph", Flags: "-plan=read -draw-cycles -type= -module-depth=", Does: "project", Style: "single", Source: terraform},
			{Name: "providers modules providers/schema metadata/functions", Flags: "-json -test-directory=project", Does: "project", Style: "single", Source: terraform},
			{Name: "version", Flags: "-json", Style: "single", Source: terraform},
			{Name: "workspace/list workspace/show", Args: "list?", Does: "network(cloud)", Style: "single", Source: terraform},
			{Name: "init get providers/lock providers/mirror", Flags: "-backend[=] -backend-config= -upgrade -reconfigure -input= -lock= -lock-timeout= -no-color -get= -lockfile= -update -json -platform= -test-directory=project", Args: "tree?", Does: "project network(registry) installs(providers)", Style: "single", Source: terraform + "; -from-module and -plugin-dir bring code"},
			{Name: "destroy", Flags: tfVars + "-auto-approve -force", Args: "inert*", Does: "project network(cloud) remotedelete(all that is described)", Style: "single", Source: terraform},
			{Name: "state/rm workspace/delete", Flags: "-force -dry-run -lock= -lock-timeout= -backup=write -state=edit -ignore-remote-version", Args: "inert*", Does: "remotedelete(a part of the state)", Style: "single", Source: terraform},
			{Name: "apply", Flags: tfVars + "-auto-approve -destroy!remotedelete(all that is described) -backup=write -state-out=write", Args: "read?", Does: "project network(cloud) external(change of the cloud)", Style: "single", Source: terraform},
			{
				Name: "import taint untaint refresh force-unlock test console login logout push state/mv state/push state/replace-provider workspace/new workspace/select stacks/* cloud/*",
				Args: "inert*", Does: "external(change of the cloud or its state)", Style: "bare", Source: terraform,
			},
		},
	},
	{
		Name: "terragrunt", Source: "terragrunt --help 0.77; others of its subcommands are gaps", Flags: "-v,-version!alone", Style: "single",
		Sub: []Row{
			{Name: "plan validate validate-inputs output-module-groups graph-dependencies", Flags: tfVars + "-out=write -destroy --terragrunt-non-interactive", Does: "project network(cloud)", Style: "single", Source: "terragrunt --help 0.77"},
			{Name: "hclfmt hcl/fmt hcl/format", Flags: "--terragrunt-check --check --diff", Does: "edit(.)", Style: "single", Source: "terragrunt --help 0.77"},
			{Name: "destroy run-all/destroy", Args: "inert*", Does: "remotedelete(all that is described)", Style: "bare", Source: "terragrunt --help 0.77"},
			{Name: "apply run-all/apply run-all/plan run/*", Args: "inert*", Does: "external(change of the cloud)", Style: "bare", Source: "terragrunt --help 0.77"},
		},
	},
	{Name: "tflint tfsec terrascan checkov infracost terraform-docs", Args: "inert*", Does: "opaque(plug-ins and settings of the project)", Style: "bare", Source: "their manuals"},
	{
		Name: "pulumi", Shared: "-C,--cwd=chdir -s,--stack= --color= --non-interactive -v,--verbose= --logtostderr --emoji ", Source: pulumi,
		Sub: []Row{
			{Name: "preview pre", Flags: "-j,--json --diff -r,--refresh[=] --expect-no-changes --suppress-outputs -t,--target= --show-reads --show-sames -p,--parallel=", Does: "project network(cloud)", Out: "network", Source: pulumi + "; policies and plans are gaps"},
			{Name: "version about whoami", Flags: "-v -j,--json", Does: "network(api)", Source: pulumi},
			{Name: "stack/ls stack/history history stack plugin/ls", Flags: "-j,--json -a,--all -p,--project= --page= --page-size= --show-secrets!secrets(values of the stack) -i,--show-ids -u,--show-urns --show-name", Does: "network(api)", Out: "network", Source: pulumi},
			{Name: "config/get", Flags: "-j,--json --path", Args: "inert", Does: "network(api) secrets(a value of the stack)", Out: "network", Source: pulumi + "; secrets are shown as they are"},
			{Name: "stack/output config logs", Flags: "-j,--json --show-secrets!secrets(values of the stack) --since= -r,--resource= -f,--follow --path", Args: "inert?", Does: "network(api)", Out: "network", Source: pulumi},
			{Name: "stack/export", Flags: "--file=write --show-secrets!secrets(values of the stack)", Does: "network(api) secrets(values of the stack)", Source: pulumi},
			{Name: "destroy down stack/rm", Args: "inert*", Does: "remotedelete(all that is described)", Style: "bare", Source: pulumi},
			{Name: "up update refresh import cancel watch stack/* config/set config/rm state/* login logout new org/* plugin/install convert", Args: "inert*", Does: "external(change of the cloud)", Style: "bare", Source: pulumi},
		},
	},
	{Name: "cdk sst serverless sls sam cdktf amplify", Args: "inert*", Does: "opaque(runs code of the project with the rights of a cloud account)", Style: "bare", Source: "their manuals"},
	{
		Name: "ansible-playbook", Source: ansible + "; without --syntax-check or a list it acts on other machines",
		Flags: "--syntax-check!does(project) --list-tasks!does(project) --list-hosts!does(project) --list-tags!does(project) -C,--check -D,--diff -i,--inventory=project -l,--limit= -t,--tags= --skip-tags= -v -f,--forks= -u,--user= -b,--become!privilege --become-user=!privilege -K,--ask-become-pass!privilege " +
			"-k,--ask-pass --step --start-at-task= -T,--timeout= -e,--extra-vars=param -M,--module-path=project --flush-cache --force-handlers --private-key,--key-file=secret --vault-password-file=secret --vault-id=secret -J,--ask-vault-pass -c,--connection=",
		Args: "project+", Does: "project external(changes machines)",
	},
	{Name: "ansible", Args: "inert*", Does: "external(runs commands on machines)", Style: "bare", Source: ansible},
	{Name: "ansible-doc", Flags: "-l,--list -t,--type= -s,--snippet -j,--json -F,--list_files", Args: "inert*", Source: ansible},
	{Name: "ansible-config", Sub: []Row{{Name: "dump list view", Flags: "--only-changed -t,--type= -f,--format= -v", Source: ansible}}, Source: ansible},
	{Name: "ansible-inventory", Flags: "--list --graph --host= -i,--inventory=project -y,--yaml --toml --vars -v", Args: "inert?", Does: "project secrets(variables of machines)", Source: ansible},
	{Name: "ansible-vault", Args: "inert*", Does: "secrets(an encrypted file)", Style: "bare", Source: ansible},
	{Name: "ansible-galaxy", Source: ansible, Sub: []Row{
		{Name: "list collection/list role/list", Flags: "-p,--roles-path=list", Args: "inert?", Source: ansible},
		{Name: "search info role/search role/info", Flags: "--author= --galaxy-tags= --platforms=", Args: "inert*", Does: "network(registry)", Out: "network", Source: ansible},
		{Name: "init role/init collection/init", Args: "tree", Source: ansible},
		{Name: "install collection/install role/install", Args: "inert*", Does: "network(registry) installs(roles)", Style: "bare", Source: ansible},
	}},
	{Name: "ansible-pull ansible-console", Args: "inert*", Does: "unseen(a playbook from elsewhere)", Style: "bare", Source: ansible},
	{Name: "packer", Source: packer, Flags: "-v,-version!alone", Style: "single", Sub: []Row{
		{Name: "fmt", Flags: "-check!args(read+) -diff -write=one(false)!args(read+) -write=one(true) -recursive!deep", Args: "edit+", Style: "single", Source: packer},
		{Name: "validate inspect", Flags: "-syntax-only -var= -var-file=read -only= -except= -no-warn-undeclared-var -evaluate-datasources", Args: "project", Does: "project", Style: "single", Source: packer},
		{Name: "version plugins/installed plugins/required", Args: "project?", Style: "single", Source: packer},
		{Name: "init plugins/install", Args: "inert*", Does: "network(registry) installs(plugins)", Style: "bare", Source: packer},
		{Name: "build", Args: "inert*", Does: "project external(builds machines)", Style: "bare", Source: packer},
	}},
	{Name: "vagrant", Source: vagrant, Flags: "-v!alone", Sub: []Row{
		{Name: "status validate", Flags: "--machine-readable", Args: "inert*", Does: "project", Source: vagrant},
		{Name: "global-status port box/list plugin/list snapshot/list version", Flags: "--prune --machine-readable -i,--box-info --guest= --local", Args: "inert*", Source: vagrant},
		{Name: "destroy box/remove snapshot/delete", Args: "inert*", Does: "discards(virtual machines)", Style: "bare", Source: vagrant},
		{Name: "up halt suspend resume reload provision ssh ssh-config rsync box/add box/update plugin/install package push snapshot/* init winrm", Args: "inert*", Does: "opaque(runs virtual machines)", Style: "bare", Source: vagrant},
	}},
	{Name: "nomad", Shared: "-address=host -region= -namespace= -token=secret -no-color ", Style: "single", Source: nomad + "; -address names another server", Sub: []Row{
		{Name: "status job/status node/status alloc/status alloc/logs deployment/status eval/status server/members namespace/list job/history job/inspect", Flags: "-verbose -short -stats -json -t= -stderr -tail -n= -f -self -allocs -evals -detailed", Args: "inert*", Does: "network(cluster)", Style: "single", Out: "network", Source: nomad},
		{Name: "version fmt/check", Style: "single", Source: nomad},
		{Name: "job/validate", Args: "project", Does: "network(cluster)", Style: "single", Source: nomad},
		{Name: "job/stop stop node/purge system/gc", Args: "inert*", Does: "remotedelete(jobs)", Style: "bare", Source: nomad},
		{Name: "job/* node/* alloc/* deployment/* acl/* var/* operator/* run", Args: "inert*", Does: "external(change of a cluster)", Style: "bare", Source: nomad},
	}},
	{Name: "chef knife puppet salt salt-call salt-ssh cloud-init terraformer crossplane cfn", Args: "inert*", Does: "opaque(changes machines)", Style: "bare", Source: "their manuals"},
}

const (
	pulumi  = "pulumi help 3.160"
	ansible = "ansible manuals 2.18"
	packer  = "packer -help 1.12"
	vagrant = "vagrant help 2.4"
	nomad   = "nomad -help 1.9"
)
