package command

// az names what it does last: az vm list. What lists or shows in the groups
// below is network traffic; keys, tokens, settings of programs and all changes
// are for people. A parameter that begins with @ names a file.

const (
	azure       = "az --help 2.72"
	azureShared = "-o,--output= --query= --subscription= --only-show-errors --verbose -g,--resource-group=param* -n,--name=param* -l,--location= --ids=param* --tag= --top= --max-items= " +
		"--vnet-name= --server= --server-name= -s= --cluster-name= --account-name= --vault-name= --registry= --nsg-name= --namespace-name= --workspace-name= --include= --all --expand= -d,--show-details " +
		"--scope= --assignee= --include-inherited --include-groups --role= --filter= --display-name= --id= --zone-name= --record-type= --lb-name= --gateway-name= --route-table-name= --start-time= --end-time= --offset= " +
		"--status= --offer= --publisher= --sku= --size= --zone --repository= --orderby= --detail -c,--container-name= --prefix= --num-results= --auth-mode=one(login) --metrics= --metric= --resource= --interval= --aggregation=param* --namespace= "
)

func azureActs(name, does string) Row {
	return Row{Name: name, Args: "inert*", Does: does, Style: "bare", Source: azure}
}

var azureRows = []Row{
	{Name: "az", Shared: azureShared, Flags: "-v!alone -h!alone", Source: azure + "; --debug shows tokens", Sub: []Row{
		{
			Name: "account/list account/show account/list-locations group/list group/show group/exists resource/list resource/show vm/list vm/show vm/list-ip-addresses vm/list-sizes vm/list-skus vm/list-usage vm/get-instance-view vm/image/list vm/image/show vmss/list vmss/show vmss/list-instances disk/list disk/show " +
				"snapshot/list snapshot/show image/list image/show network/*/list network/*/show network/*/*/list network/*/*/show network/list-usages network/nic/list-effective-nsg aks/list aks/show aks/get-versions aks/get-upgrades aks/nodepool/list aks/nodepool/show acr/list acr/show acr/repository/list " +
				"acr/repository/show acr/repository/show-tags acr/repository/list-deleted acr/manifest/list-metadata storage/account/list storage/account/show storage/container/list storage/container/show storage/blob/list storage/blob/show storage/blob/exists keyvault/list keyvault/show keyvault/secret/list " +
				"keyvault/secret/list-versions keyvault/key/list keyvault/key/show keyvault/certificate/list webapp/list webapp/show webapp/list-runtimes functionapp/list functionapp/show appservice/plan/list appservice/plan/show sql/server/list sql/server/show sql/db/list sql/db/show postgres/*/list postgres/*/show " +
				"mysql/*/list mysql/*/show cosmosdb/list cosmosdb/show redis/list redis/show monitor/*/list monitor/*/show monitor/metrics/list monitor/activity-log/list monitor/metrics/list-definitions role/assignment/list role/definition/list policy/*/list policy/*/show deployment/*/list deployment/*/show " +
				"deployment/operation/*/list ad/user/show ad/sp/list ad/sp/show ad/app/list ad/app/show ad/group/list ad/signed-in-user/show eventhubs/*/list eventhubs/*/show servicebus/*/list servicebus/*/show containerapp/list containerapp/revision/list containerapp/logs/show provider/list provider/show " +
				"extension/list extension/list-available lock/list tag/list advisor/recommendation/list consumption/usage/list cognitiveservices/account/list dns/*/list repos/list repos/show repos/pr/list repos/pr/show pipelines/list pipelines/show pipelines/runs/list pipelines/runs/show boards/work-item/show boards/query devops/project/list devops/project/show",
			Args: "", Does: "network(cloud)", Out: "network", Source: azure,
		},
		{Name: "version find", Args: "inert?", Does: "network(cloud)", Source: azure},
		{Name: "webapp/log/tail functionapp/log/tail aks/check-acr deployment/*/validate deployment/*/what-if bicep/version", Flags: "-f,--template-file=upload -p,--parameters=param* -u,--template-uri= --provider= --acr=", Does: "network(cloud)", Out: "network", Source: azure},
		{Name: "bicep/build bicep/lint", Flags: "-f,--file=read --stdout --outfile=write --outdir=tree", Does: "project network(modules)", Source: azure},
		azureActs("account/get-access-token keyvault/secret/show keyvault/secret/download keyvault/secret/backup keyvault/key/download keyvault/certificate/download storage/account/keys/* storage/account/show-connection-string storage/*/generate-sas acr/credential/* acr/login acr/token/* cosmosdb/keys/* cosmosdb/list-* "+
			"redis/list-keys redis/regenerate-keys webapp/config/appsettings/* webapp/config/connection-string/* functionapp/config/appsettings/* functionapp/keys/* functionapp/function/keys/* webapp/deployment/list-* webapp/deployment/user/* ad/sp/create-for-rbac ad/sp/credential/* ad/app/credential/* "+
			"aks/get-credentials containerapp/secret/* containerapp/show eventhubs/*/*/keys/* eventhubs/*/keys/* servicebus/*/keys/* iot/*/connection-string/* iot/hub/show-connection-string search/*-key/* cognitiveservices/account/keys/* monitor/app-insights/api-key/* maps/account/keys/* login logout ad/user/list vm/user/* vm/run-command/*", "network(cloud) secrets(credentials)"),
		azureActs("*/delete */*/delete */*/*/delete */*/*/*/delete */purge */*/purge */stop */deallocate */*/stop */*/*/stop */remove */*/remove */*/*/remove */*/delete-batch acr/repository/untag account/clear", "remotedelete(resources of a subscription)"),
		azureActs("*/create */*/create */*/*/create */*/*/*/create */update */*/update */*/*/update */set */*/set */start */restart */*/start */*/restart */scale */*/scale */upgrade */redeploy */resize */*/add */*/*/add */*/upload */*/upload-batch */*/download */*/download-batch */*/sync */*/copy/* */*/import */*/export "+
			"*/deploy */*/deploy */up */*/run */invoke */*/invoke */ssh ssh/* */exec */*/restore */*/failover rest configure config/* extension/add extension/update extension/remove account/set upgrade interactive cloud/* repos/pr/* pipelines/* boards/work-item/* webapp/deployment/*/* acr/build acr/import */move", "external(change of a subscription)"),
	}},
	{Name: "azd func azcopy", Args: "inert*", Does: "opaque(acts with the rights of a cloud account)", Style: "bare", Source: "their manuals"},
}
