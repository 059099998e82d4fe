package command

// Looking at a cluster is network traffic. Values of secrets, commands in
// containers and every change are for people. A configuration that the command
// line names may name programs to run, so --kubeconfig is a gap, as are another
// server and other rights.

const (
	kubectl = "kubectl help 1.32"
	// kubeShared are the flags of every kubectl command.
	kubeShared = "-n,--namespace= --context= --cluster= --user= --request-timeout= -v,--v=one(0,1,2,3,4,5,6) --match-server-version --token=secret --password=secret --username= " +
		"--as=!privilege --as-group=!privilege --as-uid=!privilege "
	kubeSelect = "-A,--all-namespaces -l,--selector= --field-selector= --chunk-size= --no-headers --show-labels -L,--label-columns= --sort-by= --show-kind " +
		"--show-managed-fields --ignore-not-found --allow-missing-template-keys --subresource= --server-print[=] -w,--watch --watch-only --output-watch-events -R,--recursive "
	kubeOut = "--template= -o,--output=not(*-file*,templatefile*) "
	// kubeChange are the flags of what changes a cluster. What is checked
	// against the cluster leaves the machine all the same.
	kubeChange = kubeSelect + kubeOut + "-f,--filename=upload -k,--kustomize=upload --dry-run=one(client,server)!does(network(cluster)) --dry-run=one(none)!external(change of a cluster) --force --force-conflicts " +
		"--grace-period= --field-manager= --server-side --validate[=] --wait[=] --timeout= --cascade= --overwrite[=] --all --now -i,--interactive --resource-version= --save-config --type= " +
		"--image= --replicas= -r --port= --target-port= --protocol= --name= --cluster-ip= --external-ip= --session-affinity= --min= --max= --cpu-percent= --current-replicas= " +
		"--to-revision= --from-literal=secret --from-file=upload --from-env-file=upload --docker-password=secret --docker-username= --docker-server= --docker-email= " +
		"-p,--patch= --patch-file=upload --list --local --prune --prune-allowlist= --append-hash --cert=upload --key=secret --clusterrole= --role= --verb= --resource= --serviceaccount= --group= " +
		"--class= --rule= --schedule= --restart= --from= --hard= --tcp= "
)

var kubernetesRows = []Row{
	{
		Name: "kubectl kubecolor oc", Source: kubectl, Shared: kubeShared,
		Sub: []Row{
			{
				Name: "get", Shared: kubeSelect, Flags: "-o,--output=one(name,wide) --raw=not(*secret*,*proxy*,*exec*,*token*)!args()", Args: "inert?", Does: "network(cluster)", Out: "network", Source: kubectl,
				Sub: []Row{
					{Name: "*", Flags: kubeOut, Args: "not(*secret*,*Secret*,*SECRET*)*", Does: "network(cluster)", Out: "network", Source: kubectl},
					{Name: "secret secrets", Flags: "-o,--output=one(name,wide) -o,--output=!secrets(values of secrets) --template=!secrets(values of secrets)", Args: "inert*", Does: "network(cluster)", Out: "network", Source: kubectl},
					{Name: "*secret* *Secret* *SECRET*", Flags: kubeOut, Args: "inert*", Does: "network(cluster) secrets(values of secrets)", Out: "secret", Source: kubectl},
				},
			},
			{Name: "describe", Flags: kubeSelect + "--show-events[=]", Args: "inert*", Does: "network(cluster)", Out: "network", Source: kubectl + "; of secrets it shows the sizes"},
			{
				Name: "logs", Flags: "--all-containers --all-pods -c,--container= -f,--follow --ignore-errors --limit-bytes= --max-log-requests= --pod-running-timeout= --prefix -p,--previous -l,--selector= --since= --since-time= --tail= --timestamps",
				Args: "inert?", Does: "network(cluster)", Out: "network", Source: kubectl,
			},
			{Name: "top/pod top/pods top/node top/nodes", Flags: kubeSelect + "--containers --sum --show-capacity --use-protocol-buffers", Args: "inert?", Does: "network(cluster)", Out: "network", Source: kubectl},
			{Name: "explain", Flags: "--api-version= -o,--output= --recursive", Args: "inert", Does: "network(cluster)", Out: "network", Source: kubectl},
			{Name: "version", Flags: "--client!does() -o,--output= --short", Does: "network(cluster)", Source: kubectl},
			{Name: "api-resources api-versions", Flags: "--api-group= --cached --categories= --namespaced[=] --no-headers -o,--output= --sort-by= --verbs=", Does: "network(cluster)", Out: "network", Source: kubectl},
			{Name: "cluster-info", Does: "network(cluster)", Out: "network", Source: kubectl, Args: ""},
			{Name: "cluster-info/dump", Flags: "-A,--all-namespaces --namespaces= -o,--output= --output-directory=tree", Does: "network(cluster)", Out: "network", Source: kubectl},
			{Name: "config/view", Flags: "--minify --merge[=] --flatten!secrets(keys of the configuration) --raw!secrets(keys of the configuration) -o,--output= --template=", Source: kubectl},
			{Name: "config/get-contexts config/current-context config/get-clusters config/get-users", Flags: "--no-headers -o,--output=", Args: "inert?", Source: kubectl},
			{Name: "config/use-context config/use config/set-context config/set config/unset config/set-cluster config/set-credentials config/delete-context config/delete-cluster config/delete-user config/rename-context", Args: "inert*", Does: "external(the cluster of later commands)", Style: "bare", Source: kubectl},
			{Name: "auth/can-i auth/whoami", Flags: "-A,--all-namespaces --list --no-headers -q,--quiet --subresource= -o,--output=", Args: "inert*", Does: "network(cluster)", Out: "network", Source: kubectl},
			{Name: "events", Flags: kubeSelect + kubeOut + "--for= --types=", Does: "network(cluster)", Out: "network", Source: kubectl},
			{Name: "rollout/status rollout/history wait", Flags: kubeSelect + kubeOut + "--revision= --timeout= --for= --all", Args: "inert*", Does: "network(cluster)", Out: "network", Source: kubectl},
			{Name: "plugin/list options", Flags: "--name-only", Source: kubectl},
			{Name: "diff", Flags: "-f,--filename=upload -k,--kustomize=upload -R,--recursive -l,--selector= --server-side --concurrency= --prune", Does: "network(cluster) opaque(a program of choice compares)", Source: kubectl},
			{Name: "kustomize", Args: "project?", Flags: "-o,--output=write", Does: "project network(bases)", Out: "content", Source: kubectl + "; plugins and helm are gaps"},
			{Name: "delete", Flags: kubeChange, Args: "inert*", Does: "remotedelete(resources of a cluster)", Source: kubectl},
			{Name: "drain", Flags: kubeChange + "--ignore-daemonsets --delete-emptydir-data --disable-eviction --pod-selector=", Args: "inert*", Does: "remotedelete(what runs on a machine of a cluster)", Source: kubectl},
			{
				Name:  "apply create replace patch label annotate scale autoscale expose set/* rollout/undo rollout/restart rollout/pause rollout/resume cordon uncordon taint auth/reconcile certificate/* apply/set-last-applied",
				Flags: kubeChange, Args: "inert*", Does: "external(change of a cluster)", Source: kubectl,
			},
			{Name: "create/token", Args: "inert*", Does: "network(cluster) secrets(a token)", Out: "secret", Style: "bare", Source: kubectl},
			{Name: "edit run exec attach debug cp proxy port-forward", Args: "inert*", Does: "external(acts in a cluster) opaque(runs in a container or connects to one)", Style: "bare", Source: kubectl},
		},
	},
	{Name: "kustomize", Source: "kustomize help 5.6", Sub: []Row{
		{Name: "build", Flags: "-o,--output=write --load-restrictor=one(LoadRestrictionsRootOnly) --as-current-user", Args: "project?", Does: "project network(bases)", Out: "content", Source: "kustomize build --help; plugins, helm and other restrictors are gaps"},
		{Name: "version", Source: "kustomize help"},
		{Name: "create edit/*", Args: "inert*", Does: "edit(kustomization.yaml)", Style: "bare", Source: "kustomize edit --help"},
	}},
	{
		Name: "helm", Shared: "-n,--namespace= --kube-context= --debug --burst-limit= --qps= --kube-token=secret --kube-as-user=!privilege --kube-as-group=!privilege ", Source: helm + "; another configuration is a gap",
		Sub: []Row{
			{
				Name: "list ls", Flags: "-A,--all-namespaces -a,--all -d,--date --deployed --failed --pending --superseded --uninstalled --uninstalling -f,--filter= -m,--max= --offset= -o,--output= -q,--short -r,--reverse -l,--selector= --no-headers --time-format=",
				Does: "network(cluster)", Out: "network", Source: helm,
			},
			{Name: "status history hist", Flags: "--revision= -o,--output= --show-desc --show-resources --max=", Args: "inert", Does: "network(cluster)", Out: "network", Source: helm},
			{Name: "get/notes get/metadata get/hooks", Flags: "--revision= -o,--output=", Args: "inert", Does: "network(cluster)", Out: "network", Source: helm},
			{Name: "get/values get/all get/manifest", Flags: "-a,--all --revision= -o,--output= --template=", Args: "inert", Does: "network(cluster) secrets(values of a release)", Out: "network", Source: helm},
			{
				Name: "template lint", Flags: "-f,--values=one(*://*)!opaque(values from the network) -f,--values=read --set= --set-string= --set-json= --set-literal= -g,--generate-name --name-template= --release-name --include-crds --skip-crds --skip-tests --no-hooks " +
					"--is-upgrade -a,--api-versions= --kube-version= -s,--show-only= --output-dir=tree --strict --quiet --with-subcharts --version=",
				Args: "inert? project", Does: "project network(charts)", Out: "content", Source: helm + "; a renderer after it is a program, and --validate asks the cluster",
			},
			{Name: "show/chart show/values show/readme show/all show/crds inspect/chart", Flags: "--version= --repo=url --devel --jsonpath=", Args: "inert", Does: "network(charts)", Out: "network", Source: helm},
			{Name: "search/repo search/hub", Flags: "-l,--versions --version= -r,--regexp --devel -o,--output= --max-col-width= --list-repo-url", Args: "inert*", Does: "network(charts)", Out: "network", Source: helm},
			{Name: "repo/list version env dependency/list dep/list plugin/list plugin/ls", Flags: "-o,--output= --short --template= --max-col-width=", Args: "project?", Source: helm},
			{Name: "repo/update repo/add repo/remove repo/index dependency/update dependency/build dep/update dep/build pull fetch", Args: "inert*", Does: "network(charts) installs(charts)", Style: "bare", Source: helm},
			{Name: "package", Flags: "-d,--destination=tree --version= --app-version= -u,--dependency-update", Args: "project+", Does: "tree(.)", Source: helm + "; signing is a gap"},
			{Name: "create", Args: "tree", Source: helm + "; a starter is a gap"},
			{Name: "verify", Args: "read", Source: helm},
			{Name: "uninstall delete del un", Args: "inert*", Flags: "--dry-run!does(network(cluster)) --keep-history --wait --timeout= --no-hooks --ignore-not-found --cascade= --description=", Does: "remotedelete(a release of a cluster)", Source: helm},
			{Name: "install upgrade rollback test", Args: "inert*", Does: "external(change of a cluster)", Style: "bare", Source: helm},
			{Name: "push registry/*", Args: "inert*", Does: "external(publish)", Style: "bare", Source: helm},
			{Name: "plugin/install plugin/update plugin/uninstall", Args: "inert*", Does: "installs(plugins)", Style: "bare", Source: helm},
		},
	},
	{Name: "kubeval kubeconform kube-linter kube-score datree", Flags: "-o,--output=one(json,text,pretty,junit,tap,sarif) -output= --strict -strict -summary -ignore-missing-schemas --ignore-missing-schemas -n= -verbose --format=", Args: "read*", Does: "network(schemas)", In: "data?", Source: "kubeconform -h 0.6, kubeval --help; schemas from elsewhere are gaps", Sub: []Row{
		{Name: "lint score", Flags: "--format= --config=read", Args: "read*", In: "data?", Source: "kube-linter help 0.7, kube-score help 1.19"},
		{Name: "version", Source: "kube-linter help 0.7"},
	}},
	{Name: "kubectx kubens", Flags: "-c,--current!args()", Args: "inert?", Does: "external(the cluster of later commands)", Source: "kubectx --help 0.9"},
	{Name: "stern", Flags: "-n,--namespace= -A,--all-namespaces -l,--selector= --context= -c,--container= -s,--since= --tail= -t,--timestamps -o,--output= -e,--exclude= -i,--include= --no-follow", Args: "inert?", Does: "network(cluster)", Out: "network", Source: "stern --help 1.32"},
	{Name: "k9s skaffold tilt telepresence flux argocd istioctl linkerd eksctl kops kubeadm kubelet kubeseal k3s cilium argo tkn helmfile devspace werf", Args: "inert*", Does: "opaque(changes a cluster or runs in it)", Style: "bare", Source: "their manuals"},
	{Name: "velero", Shared: "-n,--namespace= --kubecontext= ", Source: velero, Sub: []Row{
		{
			Name:  "backup/get backup/describe backup/logs restore/get restore/describe restore/logs schedule/get schedule/describe plugin/get backup-location/get snapshot-location/get repo/get get/* describe/*",
			Flags: "-o,--output= -l,--selector= --show-labels --label-columns= --details --volume-details --timeout=", Args: "inert*", Does: "network(cluster)", Out: "network", Source: velero,
		},
		{Name: "version", Flags: "--client-only", Does: "network(cluster)", Source: velero},
		{Name: "backup/delete restore/delete schedule/delete backup-location/delete delete/*", Args: "inert*", Does: "remotedelete(backups)", Style: "bare", Source: velero},
		{Name: "backup/create restore/create schedule/create schedule/pause backup/download install uninstall plugin/* backup-location/* create/*", Args: "inert*", Does: "external(change of a cluster)", Style: "bare", Source: velero},
	}},
}

const (
	helm   = "helm help 3.17"
	velero = "velero --help 1.15"
)
