package command

// opsRows are the rows of services, clouds and databases, a list of rows a
// theme.
func opsRows() [][]Row {
	return [][]Row{
		dockerRows, kubernetesRows, infraRows, awsRows, gcloudRows(), azureRows, sqlRows, brokerRows, secretRows, hostingRows, backupRows, systemRows, packageRows, interfaceRows, diskRows, userRows, macosRows, windowsRows,
	}
}
