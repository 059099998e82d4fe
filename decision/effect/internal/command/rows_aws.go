package command

// The command line of AWS has thousands of operations whose names begin with
// what they do. What describes, lists or gets is network traffic, but for the
// operations that hand out credentials, show the environment of programs or
// write a file; these have rows of their own. All else changes an account, and
// costs money.
//
// Left out are --endpoint-url (another server), --cli-input-json and
// --cli-input-yaml (parameters from a file), --debug (shows signatures),
// --no-verify-ssl and --ca-bundle.

const (
	awsCLI = "AWS CLI 1.45, service models of botocore 1.43"
	// awsShared are the flags of every operation that looks.
	awsShared = "--output= --query= --region= --profile= --color= --no-paginate --no-cli-pager --no-sign-request --cli-read-timeout= --cli-connect-timeout= " +
		"--max-items= --page-size= --starting-token= --dry-run --no-dry-run "
)

// awsReads are operations that look at what is no secret.
func awsReads(name, flags string) Row {
	return Row{Name: name, Flags: flags, Does: "network(cloud)", Out: "network", Source: awsCLI}
}

// awsSecrets are operations that hand out what.
func awsSecrets(name, what string) Row {
	return Row{Name: name, Args: "inert*", Does: "network(cloud) secrets(" + what + ")", Out: "secret", Style: "bare", Source: awsCLI}
}

// awsActs are all other operations.
func awsActs(name, does string) Row {
	return Row{Name: name, Args: "inert*", Does: does, Style: "bare", Source: awsCLI}
}

var awsRows = []Row{
	{Name: "aws", Shared: awsShared, Source: awsCLI, Sub: []Row{
		awsReads("ec2/describe-* ec2/get-* ec2/search-* autoscaling/describe-* autoscaling/get-* application-autoscaling/describe-* application-autoscaling/list-* elb/describe-* elbv2/describe-* "+
			"ecs/describe-* ecs/list-* ecr/describe-* ecr/list-* ecr/get-* ecr/batch-get-* eks/describe-* eks/list-* batch/describe-* batch/list-* elasticbeanstalk/describe-* elasticbeanstalk/list-* "+
			"lambda/get-account-settings lambda/get-alias lambda/get-policy lambda/list-aliases lambda/list-event-source-mappings lambda/get-event-source-mapping lambda/list-layers lambda/list-tags", awsComputeFlags),
		awsReads("s3api/list-* s3api/head-* s3api/get-bucket-* s3api/get-object-acl s3api/get-object-attributes s3api/get-object-tagging s3api/get-object-retention s3api/get-object-legal-hold s3api/get-public-access-block "+
			"rds/describe-* rds/list-* dynamodb/describe-* dynamodb/list-* elasticache/describe-* elasticache/list-* redshift/describe-* redshift/list-* efs/describe-* efs/list-* backup/describe-* backup/list-* backup/get-* "+
			"opensearch/describe-* opensearch/list-* opensearch/get-* es/describe-* es/list-* es/get-* kinesis/describe-* kinesis/list-* firehose/describe-* firehose/list-* kafka/describe-* kafka/list-* kafka/get-* "+
			"athena/list-* athena/get-work-group athena/get-query-execution sqs/list-* sqs/get-* sns/list-* sns/get-*", awsDataFlags),
		awsReads("cloudformation/describe-* cloudformation/list-* cloudformation/get-* cloudformation/estimate-template-cost cloudwatch/describe-* cloudwatch/list-* cloudwatch/get-* logs/describe-* logs/list-* logs/get-* logs/filter-log-events "+
			"cloudtrail/describe-* cloudtrail/list-* cloudtrail/get-* cloudtrail/lookup-events events/describe-* events/list-* scheduler/get-* scheduler/list-* stepfunctions/describe-* stepfunctions/list-* stepfunctions/get-* "+
			"ssm/describe-* ssm/list-* ssm/get-* configservice/describe-* configservice/list-* configservice/get-* codebuild/list-* codebuild/batch-get-builds codebuild/describe-* codepipeline/list-* codepipeline/get-* "+
			"deploy/list-* deploy/get-* deploy/batch-get-* codecommit/list-* codecommit/get-* codecommit/batch-get-* xray/get-* xray/batch-get-* health/describe-* service-quotas/get-* service-quotas/list-* ce/get-* ce/list-* ce/describe-* "+
			"budgets/describe-* resourcegroupstaggingapi/get-*", awsOpsFlags),
		awsReads("iam/get-* iam/list-* iam/simulate-* sts/get-caller-identity sts/get-access-key-info kms/describe-* kms/list-* kms/get-* secretsmanager/describe-secret secretsmanager/list-secrets secretsmanager/list-secret-version-ids "+
			"secretsmanager/get-resource-policy acm/describe-* acm/list-* acm/get-* organizations/describe-* organizations/list-* route53/get-* route53/list-* route53/test-dns-answer cloudfront/get-* cloudfront/list-* cloudfront/describe-* "+
			"wafv2/get-* wafv2/list-* wafv2/describe-* guardduty/get-* guardduty/list-* guardduty/describe-* cognito-idp/list-user-pools cognito-idp/list-groups cognito-idp/describe-user-pool cognito-idp/list-user-pool-clients "+
			"apigateway/get-* apigatewayv2/get-* apigatewayv2/list-*", awsAccountFlags),
		// Names that would fit one of the patterns above.
		awsSecrets("ec2/get-password-data ec2/get-launch-template-data ec2/describe-instance-attribute ec2/describe-launch-template-versions ec2/describe-vpn-connections ec2/get-vpn-connection-device-sample-configuration", "passwords and start scripts of machines"),
		awsSecrets("ecs/describe-task-definition lambda/get-function lambda/get-function-configuration lambda/list-functions lambda/list-versions-by-function lambda/list-layer-versions codebuild/batch-get-projects elasticbeanstalk/describe-configuration-settings", "environment of programs"),
		awsSecrets("secretsmanager/get-secret-value secretsmanager/batch-get-secret-value ssm/get-access-token ecr/get-authorization-token ecr/get-login ecr/get-login-password ecr/get-download-url-for-layer "+
			"ecr-public/get-login-password ecr-public/get-authorization-token codeartifact/get-authorization-token codeartifact/login sts/get-session-token sts/get-federation-token sts/get-web-identity-token "+
			"sts/get-delegated-access-token sts/assume-* eks/get-token rds/generate-db-auth-token rds-data/* redshift/get-cluster-* redshift/get-identity-center-* redshift-serverless/get-credentials cognito-identity/get-* "+
			"cognito-idp/describe-* cognito-idp/get-* cognito-idp/initiate-* iam/create-access-key iam/create-service-* iam/create-login-profile kms/decrypt kms/generate-* kms/get-parameters-for-import acm/export-certificate "+
			"sso/get-role-credentials configure/export-credentials s3/presign wafv2/get-decrypted-api-key codepipeline/get-job-details codepipeline/get-third-party-job-details lightsail/get-instance-access-details "+
			"lightsail/download-default-key-pair glue/get-connection glue/get-connections athena/get-query-results stepfunctions/get-activity-task", "credentials"),
		{Name: "ssm/get-parameter ssm/get-parameters ssm/get-parameters-by-path ssm/get-parameter-history", Flags: "--name,--names,--path,--parameter-filters=param* --recursive --no-recursive --no-with-decryption --with-decryption!secrets(parameters)!out(secret)", Does: "network(cloud)", Out: "network", Source: awsCLI},
		{Name: "apigateway/get-api-key apigateway/get-api-keys", Flags: "--api-key= --limit= --name-query= --no-include-value --no-include-values --include-value!secrets(keys) --include-values!secrets(keys)", Does: "network(cloud)", Out: "network", Source: awsCLI},
		{Name: "s3api/get-object", Flags: "--bucket= --key= --range= --version-id= --part-number= --if-match= --request-payer=", Args: "write", Does: "network(store)", Source: awsCLI},
		awsActs("s3api/get-object-torrent cloudfront/get-function cloudfront/get-connection-function apigateway/get-export apigateway/get-sdk logs/get-log-object", "opaque(writes a file that is named among the parameters)"),
		awsActs("kinesis/get-records dynamodb/get-item dynamodb/query dynamodb/scan dynamodb/batch-get-item sqs/receive-message cognito-idp/list-users", "opaque(reads records, which may be private)"),
		// Objects.
		{Name: "s3/ls", Flags: "--recursive --human-readable --summarize --request-payer= --page-size=", Args: "inert?", Does: "network(store)", Out: "network", Source: awsCLI},
		{Name: "s3/cp", Flags: awsCopy + "--recursive!deep!discards(files that it replaces) --expected-size=", Args: "remote(store) remotedest(store)", Source: awsCLI},
		{Name: "s3/sync", Flags: awsCopy + "--size-only --exact-timestamps --delete!remotedelete(what is not in the source)", Args: "remote(store) remotedest(store)", Does: "deep discards(files that it replaces)", Source: awsCLI},
		{Name: "s3/mv", Flags: awsCopy + "--recursive!deep", Args: "remote(store) remotedest(store)", Does: "remotedelete(the source)", Source: awsCLI},
		{Name: "s3/rm s3/rb", Flags: "--dryrun!does(network(store)) --recursive --force --quiet --only-show-errors --include= --exclude=", Args: "inert", Does: "remotedelete(objects)", Source: awsCLI},
		awsActs("s3/mb s3/website", "external(change of a store)"),
		// This machine.
		{Name: "configure/list configure/list-profiles", Source: awsCLI + "; keys are masked"},
		awsActs("configure configure/* sso/login sso/logout eks/update-kubeconfig ecs/execute-command ssm/start-session ec2-instance-connect/*", "secrets(stored credentials) external(change of the configuration, or a shell elsewhere)"),
		{Name: "logs/tail", Flags: "--since= --follow --format= --filter-pattern= --log-stream-names=param* --log-stream-name-prefix=", Args: "inert", Does: "network(cloud)", Out: "network", Source: awsCLI},
		{Name: "cloudformation/validate-template", Flags: "--template-url= --template-body=param", Does: "network(cloud)", Out: "network", Source: awsCLI},
		// Strong verbs.
		awsActs("*/delete-* */remove-* */terminate-* */purge-* */deregister-* */batch-delete-* */release-* */destroy-* */disassociate-* */detach-* */stop-* */schedule-key-deletion */cancel-* */revoke-* */empty-* */reset-* */abort-*", "remotedelete(resources of an account)"),
		awsActs("*/create-* */put-* */update-* */modify-* */attach-* */associate-* */add-* */set-* */run-* */start-* */reboot-* */restore-* */copy-* */import-* */export-* */enable-* */disable-* */register-* */send-* */publish* */invoke* */rotate-* */tag-* */untag-* */change-* */authorize-* */execute-* */deploy* */package */upload-* */replace-* */allocate-* */accept-* */reject-* */move-* */promote-* */failover-* */transfer-* */batch-write-* */transact-* */subscribe */unsubscribe */wait */wait/*", "external(change of an account)"),
	}},
	{Name: "awslocal", Like: "aws"},
	{Name: "eb copilot chamber aws-vault saml2aws granted assume awsume aws_completer s3cmd s5cmd mc", Args: "inert*", Does: "opaque(acts with the rights of a cloud account)", Style: "bare", Source: "their manuals"},
}

// awsCopy are the flags of what copies objects.
const awsCopy = "--dryrun!args(inert inert)!does(network(store)) --quiet --only-show-errors --no-progress --include= --exclude= --acl= --storage-class= --sse[=] --content-type= --cache-control= --no-follow-symlinks --follow-symlinks --no-guess-mime-type --request-payer= --source-region= "
