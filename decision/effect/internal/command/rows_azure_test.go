package command_test

import "testing"

func TestAzure(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"az vm list -g rg -o table", "network:cloud >network"},
		{"az vm list --debug", "network:cloud >network gap"},
		{"az vm show -g rg -n vm1 --query name", "network:cloud >network"},
		{"az vm show -n @/etc/passwd", "upload(/etc/passwd) network:cloud >network"},
		{"az vm list x", "list(x) network:cloud >network gap"},
		{"az vm ?u", "gap"},
		{"az network vnet subnet list -g rg --vnet-name v", "network:cloud >network"},
		{"az account show", "network:cloud >network"},
		{"az account get-access-token", "network:cloud secrets:credentials"},
		{"az account set -s x", "external:change of a subscription"},
		{"az keyvault secret list --vault-name v", "network:cloud >network"},
		{"az keyvault secret show --vault-name v -n x", "network:cloud secrets:credentials"},
		{"az storage account keys list -n x", "network:cloud secrets:credentials"},
		{"az storage blob list -c x --account-name y --account-key z", "list(z) network:cloud >network gap"},
		{"az storage blob upload -f x -c y", "external:change of a subscription"},
		{"az storage blob delete -c x -n y", "remotedelete:resources of a subscription"},
		{"az webapp config appsettings list -n x", "network:cloud secrets:credentials"},
		{"az aks get-credentials -n x", "network:cloud secrets:credentials"},
		{"az aks list", "network:cloud >network"},
		{"az ad sp create-for-rbac", "network:cloud secrets:credentials"},
		{"az group delete -n rg --yes", "remotedelete:resources of a subscription"},
		{"az vm stop -g rg -n vm1", "remotedelete:resources of a subscription"},
		{"az vm start -g rg -n vm1", "external:change of a subscription"},
		{"az vm run-command invoke -n x", "network:cloud secrets:credentials"},
		{"az vm create --name list", "external:change of a subscription"},
		{"az rest --method get --url x", "external:change of a subscription"},
		{"az version --x", "network:cloud gap"},
		{"az webapp log tail -n x", "network:cloud >network"},
		{"az webapp log tail --x", "network:cloud >network gap"},
		{"az deployment group what-if -g rg -f x.bicep", "upload(x.bicep) network:cloud >network"},
		{"az bicep build -f x.bicep", "read(x.bicep) project network:modules"},
		{"az bicep build -f x.bicep --x", "read(x.bicep) project network:modules gap"},
		{"az extension add -n x", "external:change of a subscription"},
		{"az login", "network:cloud secrets:credentials"},
		{"az frobnicate", "gap"},
		{"azcopy rm x", "gap"},
	})
}
