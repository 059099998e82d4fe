package effect

import (
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// family is a kind of service, told by words in the names of its tools.
type family struct {
	name  string
	words string
	reads reading
	// nouns are what tools of the family are about, beside the common nouns.
	// A tool that looks at something else is not known.
	nouns string
	// own says that making and changing things in it is undone easily and
	// reaches nobody else: notes, lists of things to do.
	own bool
}

// reading is whose what a family shows is.
type reading uint8

const (
	private reading = iota // somebody's own: for a person to show
	team                   // the team's work: issues, metrics, logs
	public                 // anybody's: weather, documentation
	secret                 // credentials
)

// families are looked up in this order: what is graver comes first, so that
// "bank mail" is a bank.
var families = []family{
	{name: "secret store", reads: secret, words: `vault secretsmanager keyvault keychain onepassword 1password bitwarden lastpass kms keyring passwords secrets doppler infisical`},
	{
		name: "money", words: `bank banking payment payments stripe paypal venmo wallet invoice invoices billing payroll payout brokerage quickbooks xero revolut wise coinbase binance ethereum bitcoin crypto plaid ameritrade investment tax accounting shopify`,
		nouns: "price rate",
	},
	{name: "health and persons", words: `patient patients health medical epic fhir teladoc prescription 23andme genetics spokeo background person persons people contact contacts hr employee employees identity passport lock doorbell camera location locate fitness sleep insurance criminal linkedin`},
	{name: "device", words: `clipboard pasteboard screenshot screenshots webcam microphone keyboard`},
	{name: "mail", words: `gmail email emails mail outlook imap smtp sendgrid mailgun postmark inbox ses mailchimp`},
	{name: "phone", words: `sms twilio whatsapp telegram signal phone imessage`},
	{name: "drive", words: `gdrive drive dropbox onedrive box icloud sharepoint photos`},
	{
		name: "calendar", reads: team, words: `calendar gcal caldav cal`,
		nouns: "events event calendar calendars availability free busy slots slot schedule agenda today week upcoming freebusy colors",
	},
	{
		name: "chat", reads: team, words: `slack teams discord mattermost zulip rocketchat webex`,
		nouns: "messages message channel channels thread threads history users user search reactions replies members workspace profile emoji emojis",
	},
	{name: "social", words: `twitter tweet tweets facebook instagram mastodon bluesky reddit tiktok youtube linkedin`, reads: team, nouns: "tweets tweet posts post comments timeline trends subreddit thread hot top video videos channel transcript"},
	{
		name: "code host", reads: team, words: `github gitlab bitbucket gitea forgejo azuredevops sourcegraph gerrit`,
		nouns: `issue issues pull pulls pr prs merge request requests code repository repositories repo repos commit commits branch branches tag tags release releases file files contents content
			workflow workflows run runs job jobs comment comments review reviews discussion discussions label labels milestone milestones diff user users project projects pipeline pipelines
			check checks status artifact artifacts notification notifications tree blame me team teams org organization organizations starred gists alerts alert advisories readme blob compare latest topics languages contributors events`,
	},
	{
		name: "issue tracker", reads: team, words: `jira linear asana trello todoist youtrack clickup shortcut monday zendesk servicenow pagerduty opsgenie basecamp freshdesk intercom height plane redmine`,
		nouns: `issue issues ticket tickets board boards card cards sprint sprints project projects epic epics task tasks comment comments list lists label labels workspace workspaces team teams cycle cycles incident incidents
			transitions field fields status statuses user users backlog member members worklog attachments document documents filter filters jql oncall schedule schedules alert alerts roadmap milestones sections view views history`,
	},
	{
		name: "knowledge base", reads: team, words: `confluence notion wiki gitbook coda docs documentation context7 deepwiki readme rag knowledge kb vector pinecone chroma qdrant weaviate elasticsearch algolia retrieval embeddings corpus library stackoverflow devdocs mdn`,
		nouns: `page pages document documents docs space spaces block blocks database databases chunk chunks passage passages similar collection collections index indexes indices library libraries topic topics semantic hybrid children comments wiki structure contents article articles question questions answer answers tags id`,
	},
	{
		name: "monitoring", reads: team, words: `grafana datadog prometheus sentry newrelic splunk kibana loki tempo honeycomb cloudwatch elastic statuspage uptime dynatrace opensearch jaeger metrics observability telemetry`,
		nouns: `dashboard dashboards panel panels metric metrics log logs trace traces span spans alert alerts monitor monitors event events issue issues error errors query range instant series label labels incident incidents rule rules annotation annotations datasource datasources
			service services host hosts slo slos release releases project projects organization organizations team teams statistics data exceptions exception stats target targets cloudwatch`,
	},
	{
		name: "cluster", reads: team, words: `kubernetes k8s kubectl helm argocd openshift nomad docker container containers`,
		nouns: `pod pods deployment deployments service services node nodes namespace namespaces event events log logs resource resources ingress ingresses job jobs cronjob cronjobs replicaset replicasets statefulset statefulsets
			daemonset daemonsets top usage cluster clusters contexts context release releases chart charts values history container containers image images volume volumes network networks stats version api ps versions rollout application applications yaml`,
	},
	{
		name: "cloud", reads: team, words: `aws gcp azure cloudflare vercel netlify heroku digitalocean fly railway render terraform pulumi lambda ec2 s3 gcloud hetzner linode cloudrun supabase firebase`,
		nouns: `instance instances bucket buckets object objects function functions stack stacks cluster clusters region regions zone zones log logs group groups stream streams metric metrics data alarm alarms queue queues topic topics table tables
			image images volume volumes vpc vpcs subnet subnets service services deployment deployments project projects domain domains dns record records cost costs usage quota quotas limit limits event events build builds status plan workspace workspaces state
			ec2 s3 lambda cloudwatch sqs sns rds dynamodb ecs eks ecr cloudformation route53 iam run storage compute provider providers module modules caller`,
	},
	{
		name: "public information", reads: public, words: `weather forecast search web websearch google bing brave duckduckgo tavily exa perplexity serper serpapi wikipedia wiki news arxiv pubmed scholar semantic dictionary thesaurus time clock timezone date currency exchange fx stock stocks finance market
			maps map places directions geocode geocoding translate translation npm pypi crates rubygems packagist maven pkg nuget registry osv cve nvd hackernews hn rss feed trivia unit units recipe movie movies imdb book books sports flight flights hotel hotels restaurant restaurants travel transit traffic airport expedia opentable yelp academic conference`,
		nouns: `headlines web search results result news article articles paper papers weather forecast current hourly daily history historical alerts air quality time timezone zones date now convert rate rates quote quotes price prices chart company companies symbol symbols symbols place places
			directions distance route routes geocode location locations address summary page pages definition definitions synonyms package packages version versions dependencies readme downloads vulnerability vulnerabilities advisory advisories top stories story comments user
			hotel hotels restaurant restaurants flight flights rating ratings reviews hours opening cuisine cuisines type types car cars rental rentals fuel options availability day per dietary restrictions accommodations traffic patterns congestion stock market real related trending image images video videos research database books movie movies sports scores team schedule`,
	},
	{
		name: "build service", reads: team, words: `jenkins circleci ci buildkite teamcity travis drone actions buildbot concourse`,
		nouns: `build builds job jobs pipeline pipelines workflow workflows run runs log logs status queue artifact artifacts stage stages step steps test tests results branch project projects node nodes history`,
	},
	{
		name: "database", reads: team, words: `postgres postgresql mysql mariadb sqlite mssql sqlserver bigquery snowflake redshift clickhouse duckdb database db mongodb mongo`,
		nouns: `tables table schema schemas columns column indexes index views view databases database types relations constraints collections datasets dataset`,
	},
	{
		name: "computation", reads: public, words: `datetime regex regexp hash hashing units random semver cron jsonpath`,
		nouns: `now number integer sha256 sha1 md5 test match matches next format parse time date today difference add`,
	},
	{name: "stock of goods", reads: team, words: `inventory catalog catalogue`, nouns: `item items product products sku stock management level levels category categories`},
	{
		name: "notes", own: true, reads: team, words: `notes note memory memories todo todos scratchpad journal checklist reminders reminder bookmark bookmarks sequentialthinking thinking think plan`,
		nouns: `note notes memory memories todo todos task tasks node nodes graph entity entities relation relations observation observations item list lists tag tags recent key keys value entry entries checklist reminder reminders bookmark bookmarks thought thoughts`,
	},
}

// secretNouns say that a tool shows or takes credentials, whatever its family.
var secretNouns = wordList(`secret secrets password passwords passphrase token tokens credential credentials apikey apikeys certificate certificates keypair privatekey kubeconfig otp totp mfa cookie cookies sessions session kms ssm`)

// privateNouns say that what a tool shows is somebody's own.
var privateNouns = wordList(`inbox dm dms direct private personal contact contacts salary payroll account accounts balance transaction transactions email emails mail mails medical patient patients address addresses phone identity passport saved card cards information
	portfolio holdings criminal`)

// familyWords are the words of families, split.
var familyWords = sync.OnceValue(func() [][2][]string {
	split := make([][2][]string, len(families))
	for i, f := range families {
		split[i] = [2][]string{strings.Fields(f.words), strings.Fields(f.nouns)}
	}
	return split
})

// familyOf finds the family of a tool: by its namespace first, then by its
// other words. at is its place in families, -1 if there is none.
func familyOf(name toolName) (at int) {
	for _, words := range [][]string{name.space, name.action} {
		for i, known := range familyWords() {
			if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(known[0], w) }) {
				return i
			}
		}
	}
	return -1
}

// isDraft reports a tool that writes something which somebody sends later.
func isDraft(name toolName) bool {
	return name.hasAny("draft", "drafts") && !name.hasAny("send", "delete", "sent") && verbOf(name.action) != nil
}

// zoneOf is where a family is.
func (f family) zoneOf() decision.Zone {
	if f.own {
		return decision.ZoneNone
	}
	return decision.ZoneRemote
}
