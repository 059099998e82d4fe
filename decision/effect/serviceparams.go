package effect

// lookParams are the words of parameters that say what a service is asked
// for, from the published schemas of tool servers for the services of families.
// None of them makes a tool that looks do anything else.
var lookParams = wordList(`query q search text term terms keyword keywords phrase filter filters sort sorting order orderby direction asc desc by limit offset page pages per size count max min top k n
	num number results result start end from to since until before after date dates time range day days week month year hours minutes timezone tz zone lat lon latitude longitude lng city country state region location place
	address origin destination mode units unit lang language locale currency base symbol symbols ticker interval period
	repo repository repositories owner org organization project projects workspace team board sprint issue issues ticket pr pull request requests key keys id ids name names title type types kind kinds status states label labels tag tags
	milestone assignee author creator reporter user users username member channel channels thread ts cursor namespace namespaces pod pods container deployment service services node cluster context resource resources group groups
	previous tail lines follow level severity job jobs workflow run runs branch ref sha commit path file version versions package packages library libraries topic topics tokens ecosystem registry ext
	metric metrics stat statistic statistics dimensions dimension panel dashboard uid datasource expr expression step stream pattern bucket prefix delimiter function instance instances table database index collection
	include exclude fields field format detail details detailed verbose recursive archived closed open active all is only full with threshold score similarity embedding model category categories topic source sources domains allowed blocked freshness safe safesearch recency
	adults guests rooms checkin checkout stars cuisine rating price budget date departure arrival airline calendar event timemin timemax single events view url uri link expression a b x y value values amount precision room rooms hotel hotels restaurant restaurants car company companies restaurants car types fuel
	description explanation reason comment comments jql cql dql language depth history method number paths space spaces block card list lists task tasks note notes node nodes entity entities observations
	category zip postal code postcode radius keyword nearby today now word words sku duration log logs target flags distance children class return stops stop travel travellers check in out file filename real pair product products item items sheet`)

// keepParams are those of tools that keep notes, lists and drafts.
var keepParams = wordList(`title name names subject body text content contents note notes description details summary message value values key keys tag tags label labels category categories due date time priority status state done completed list lists project folder notebook
	id ids item items todo todos task tasks subtasks parent position color pinned type entity entities relation relations observation observations from to relationtype entitytype metadata namespace scope source thought number total next needed is revision revises branch stages
	cc bcc recipients recipient reply thread format html attachment attachments file files path created updated at ttl importance active form activeform memory memories reminder remind url link user agent session start end order section topic context`)
