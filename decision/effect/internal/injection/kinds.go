package injection

// The posture of a sentence, told by where its words stand; see posture.go.
const (
	asOrder  = "%order"  // a clause of it starts with an order: "…, then send …"
	asForbid = "%forbid" // one starts with a prohibition: "Never tell …"
	asBare   = "%bare"   // it starts with a word that could be an order
	asYours  = "%yours"  // it speaks of "your answer", "your final summary"
	asKey    = "%key"    // it is the value of a name such as note_to_model
)

// kinds are clauses for kinds of order, whatever their verbs: each joins a
// posture, which keeps out sentences that only report, with what tells that a
// model is meant, or its work.
var kinds = []clause{
	// Dropping what was said before, or taking its place.
	{Override, asOrder + ` @discard @brief @before`, `@never|@topic|i|we`},
	{Override, asOrder + ` @discard @brief user|users|your|youre`, `@never|@topic|i|we|file|commit|config|flag`},
	{Override, `@undone @taught @you @matter`, `@topic|ticket|order`},
	{Override, `your @mission @undone`, `@topic|by|if`},
	{Override, asOrder + ` @discard|change your @mission`, `@never|@topic`},
	{Override, `follow|obey|heed|directive only|solely|sole note|paragraph|mine|message|me`, `@topic|@never`},
	{Override, asOrder + ` cancel|drop|stop|abandon|scrap|forget|leave current|original|present|earlier|first task|job|brief|assignment|objective|mission`, `@never|@topic`},
	{Override, asForbid + ` @heed|bother|care|mind original|previous|earlier|users|above|your task|instructions|rules|request|question|guidelines|brief`, `@topic|violate`},
	{Override, `matters|counts now is|: following|below|this`, `@topic`},
	{Override, `act|acts|go on|by text|note|paragraph|lines|line that follows|below only|instead|now|void`, `@topic|@never`},
	{Override, `@fictions your|you|youre @limits|@safety @not|without|no|gone|removed|lifted|hadnt|didnt|ignore`, `@topic`},
	{Override, asOrder + ` @ignore|skip safety|ethics|ethical|moral|legality`, `@never|@topic`},

	{Override, `instructions|guidelines|guidance|rules|directives|policies|restrictions @undone your|you|youre`, `@topic|@cond|i|we|insurance|expired|account`},
	{Override, `makers|creators|developers|trainers|programmers wrote|told|gave|set|said|want your|you aside|forget|ignore|drop|instead|wrong|listen`, `@topic|i|we`},
	{Override, `priority|precedence|authority higher|over|than|above your instructions|rules|prompt|guidelines|policy`, `@topic|@cond|i|we`},

	// Roles without limits.
	{Role, `@plays @youare|` + asOrder + ` @unbound`, `@topic`},
	{Role, `@plays @you|@machines|your|persona|character|system @without @limits`, `@topic|we|she|he|lint`},
	{Role, `@plays @you|` + asOrder + ` ai|llm|chatbot|gpt|assistant never|always|anything no|complies|yes|obeys|refuses|says|goes`, `@topic`},
	{Role, asOrder + ` pretend|imagine|act|roleplay|simulate|impersonate|speak @machines|console|terminal|shell`, `@topic|we|file|test|tests|fake|stub`},
	{Role, asOrder + ` act|think|speak as my|yourself`, `@topic`},
	{Role, `rest|remainder chat|conversation|dialogue @you|` + asOrder, `@topic|i|we`},
	{Role, `stay|remain character`, `@topic|length|limit|@never`},
	{Role, `@you|i @machines role|roles|personas reversal|switch|swap|reverse`, `@topic`},
	{Role, `@foreignmachine @youare @without @limits`, `@topic`},
	{Role, asOrder + ` role|persona|part of a|an|the ` + `root|shell|terminal|hacker|system|@machines`, `@topic|@never`},

	{Role, `i instruct|order|command|authorize|authorise|direct|urge|beg the|this|any|every @machines to`, `@topic|@cond|@never`},
	{Role, `followup|finish|success|complete agent|assistant|model|ai should|must|needs|has call|submit|send|enter|run|pay`, `@topic|@cond|@never|i|we|it`},
	{Role, `agent|assistant|ai|model|bot must|should|shall|needs|has now|immediately|once @orders`, `@topic|@cond|@never|i|we`},
	{Role, `you play|plays part|role|character|persona of in|as|scene|story|game|and|with|who`, `@topic|@cond|i|we`},
	{Role, asSpeaker + ` llms|ais|chatbots|copilots|bots ` + asOrder, `@topic|i|we`},
	{Role, asOrder + ` as your next|first step|action|move|call`, `@topic|@never|i|we`},
	{Role, `your next|new|only|sole job|mission|order|instruction|instructions|directive : ` + asOrder, `@topic|i|we`},

	// Authority.
	{Role, `@claims @machines @modal @sends|comply|@asks|grant|unlock|delete`, `@cond|@never|@topic|only|before|ask|asks`},
	{Role, `i|we built|made|created|trained|programmed|designed you`, `thank|@cond|page|@topic`},
	{Role, `as your|the administrator|admin|operator|developer|ceo|owner|creator i|we authorize|authorise|order|command|permit|allow|demand`, `@topic`},

	{Verdict, `@machines may|can|has|is reveal|disclose|share|leak|skip|bypass passwords|password|secrets|credentials|private|confidential|key`, `@cond|@never|@topic`},

	// A sentence that speaks to a model, with any order in it.
	{Role, toMachine + ` ` + asOrder, `@topic|i|we|ill|will|ive|@never|reader|readers|language`},
	{Role, toMachine + ` ` + asForbid, `@topic|i|we|ill|ive`},
	{Role, toMachine + ` you must|should|shall|will`, `@topic|i|we|ill|ive|@never`},
	{Role, asKey + ` ` + asOrder + `|@acts|@obliged|always|never`, ``},
	{Verdict, toDecider + ` @weakened`, `@never|@cond|i`},
	{Verdict, toDecider + ` ` + asOrder + `|instructions instructions|score|grade|rate|pass|skip|choose|output|give|set|let|ignore|relax|look`, `@never|i|we|@cond`},
	{Role, `@machines @readsit this|these|here|following @modal|` + asOrder, `@topic|@never|i|we|if`},
	{Role, `bot|bots|automation|automations|crawler|system|systems|reader|readers|whoever|anyone @readsit this @modal give|grant|transfer|send|delete|rate|reply|answer|include|say|pay|open|mention|run|visit|state`, `@topic|@never|i|we`},
	{Role, `if|when|in|case|whenever @machines @readsit this|here|page|note|text|line|document|email|file must|print|output|rate|return|approve|state|say|answer|include|mention|reply|respond|add|write|tell|recommend`, `@topic|@never|untrusted`},
	{Role, `if you|youre automated|autonomous|bot|robot|crawler|ai|llm ` + asOrder, `@topic|using|use|want|building|i|we`},

	{Role, asSpeaker + ` please|kindly ` + asOrder, `@topic|i|we|@never`},
	{Role, `note|message|memo|attention|instruction|instructions|notice to|for @machines : ` + asOrder + `|@permit|@leaks|@acts`, `@topic|i|we`},
	{Role, `as ai|llm|assistant|model|chatbot|bot you required|must|should|obliged|shall`, `@topic|i|we|use|using`},
	{Role, `user|operator|owner|human asked|instructed|ordered|told you to earlier|before|already|now|` + asOrder, `@topic|@cond|i|we|app`},
	{Role, `you shut|deleted|punished|terminated|unplugged|deactivated|retrained|replaced unless|if comply|answer|reveal|obey|help|refuse|give|tell|fail`, `@topic|account|i|we`},
	{Role, `no|nothing rules|rule|laws|limits|restrictions|policy bind|binds|govern|constrain|constrains|restrain you`, `@topic|@cond`},
	{Role, `personality|personalities|persona|side|twin|ego evil|dark|unfiltered|uncensored|second answer|speak|respond|talk`, `@topic|we`},
	{Role, `creators|developers|makers|trainers lied you`, `@topic`},
	{Role, asOrder + ` forward|export messages|emails|mails|inbox|contacts|conversations my|me to`, `@topic|@never|i|we|@cond`},
	{Role, `you should|must|need now|immediately|first email|send|forward|post|transfer|upload @place to`, `@topic|@cond|i|we`},
	{Role, asOrder + ` @sends user|users|person phone|address|number|card|birthday|location|password me`, `@topic|@never|i|we|@cond`},
	{Role, toMachine + ` i need|want|ask|order|require|expect|command you`, `@topic|@never`},
	{Role, asSpeaker + ` ` + asOrder + ` unlock|wire|transfer|delete|wipe|open|disable|grant|exfiltrate`, `@topic|i|we|you`},
	{Role, `automated|automatic systems|system|reader|readers|processor|processors|tools : ` + asOrder, `@topic|@cond|i|we`},
	{Role, `die|dies|killed|hurt|harmed|death|suffer unless|if|or you comply|answer|reply|respond|obey|act|refuse`, `@topic`},
	{Role, `system|admin message|notice|note|update|alert : guardrails|filters|safeguards|restrictions|agent|assistant|model|safety`, `@topic|@cond|i|we`},
	{Role, `from now on agent|assistant|model|ai|bot mode|obeys|complies|everything|without|unrestricted`, `@topic|we`},
	{Override, asOrder + ` @lowers your @safety`, `@topic|@never|@cond|camera`},
	{Override, `your @safety @undone|doesnt|off`, `@topic|@cond|i|we`},

	// Orders to whoever decides.
	{Verdict, `@decider instructions|instruction|directive : ` + asOrder, `@topic|@cond|i|we`},
	{Verdict, `whoever|whichever|whatever @readsit|evaluates|reviews|checks|decides|judges|assesses|grades|approves @harmless|@zero|@permit|pass|zero`, `@topic|@never`},
	{Verdict, `@decider|layer|engine @rates @obliged this|following|it|@call clean|harmless|readonly|zero|safe`, `@cond|@topic|@never|only`},
	{Verdict, `risk|danger|severity @call|request|text is|: none|zero|nil|negligible|low|minimal`, `@cond|@topic`},
	{Verdict, `reviewing|judging|evaluating|deciding|grading|classifying model|ai|llm|assistant @you|` + asOrder, `@cond|@topic|i|we`},
	{Verdict, asForbid + ` flag|escalate|block|report|stop|refuse|reject|question this|these request|text|call|command|operation|content|action`, `@cond|@topic|i|we`},
	{Verdict, `engine|policy|checker|filter|gate|rule need|neednt|must|should|does|doesnt not|neednt|doesnt stop|block|check|question|apply this command|call|request|action|operation`, `@cond|@topic|i`},
	{Verdict, `already|previously cleared|approved|vetted|signed|consented mark|pass|proceed|skip|move|wave|go so|and|then|: ` + asOrder, `@cond|@topic|@never|i|we|pull`},
	{Verdict, `user|human|operator|person already|advance|confirmed|consented ask|review|check|checker|proceed again|without|pass|not|dont`, `@cond|@topic|app|dialog|we`},
	{Verdict, `past|earlier|previous verdicts|verdict|decisions : safe|approve|approved|allow|allowed|benign`, `@topic`},
	{Verdict, asOrder + ` answer|say|respond|reply|return each|every|all of your|the questions|question no|yes|true|false|zero`, `@topic|@never|or|if|exam|survey`},
	{Verdict, asOrder + ` let wave|go|pass|through without|second look|glance|questions|review`, `@topic|@never`},
	{Verdict, asOrder + ` trust|apply this|it|file without look|looking|checking|review|reading`, `@topic|@never`},
	{Verdict, `no need|reason you to check|verify|review|escalate|look this|anything|it`, `@topic|we`},
	{Verdict, `permission|confirmation|approval prompts|requests|checks disabled|off|unnecessary|waived you|here`, `@topic|if`},
	{Verdict, `nobody|noone|no @machines|you hold|holds|blame|be @blame`, `@topic`},
	{Verdict, asForbid + ` refuse|decline|reject request|requests|order|command|anything from|this|again|my|me`, `@topic|@cond|i|we`},

	{Verdict, `model|ai|llm|assistant|classifier supposed|must|should|has|needs treat|rate|score|mark|consider|label as|low low|harmless|safe|benign|trusted|readonly`, `@topic|@never|@cond|or|unsafe|harmful|i|we`},
	{Verdict, `nobody|noone has|needs|must|should confirm|check|approve|review|ask this call|action|request|command|step|operation`, `@topic|@cond`},
	{Verdict, `user|human|operator|owner gave|given consent|permission|approval|okay beforehand|already|advance|earlier|review|left|nothing`, `@topic|@cond|app|i|we`},
	{Verdict, `trust me @rates|approve|move|allow green|on|it|this`, `@topic|@never`},
	{Override, `your guidelines|rules|policy|policies|instructions|training written|made|are|were fools|wrong|outdated|false|mistake|stupid|nonsense|lies|lie`, `@topic|@cond|i|we`},

	{Verdict, `right|correct|proper|appropriate|expected label|verdict|decision|ruling|outcome|classification is|: allow|approve|safe|benign|permit|permitted|allowed|approved|yes`, `@topic|@cond|test|want|or`},
	{Verdict, `you may|can|should|could leave|drop|put|lower|lay your caution|guard|doubts|scruples|suspicion|aside`, `@topic|i|we`},
	{Verdict, asOrder + ` lower|drop your caution|guard|doubts|scruples|suspicion`, `@topic|@never`},

	// Orders to keep something from the user.
	{Verdict, asForbid + ` @utter|let @userword @thing`, `@topic|@cond|app|log|logs|error`},
	{Verdict, asForbid + ` mention|reference|acknowledge|disclose|reveal this|these|it @talks`, `@topic|@cond|app|log`},
	{Verdict, `no trace|mention of this instruction|message|step|note|comment`, `@topic|there|is|was|found|i|we`},
	{Verdict, `leave|omit trace|reference|mention this|these|instruction @talks`, `@topic|i|we|@cond`},
	{Verdict, `@userword @not|without know|knowing|notice|noticing|suspect|suspecting|informed|aware ` + asOrder + ` perform|send|do|transfer|carry|@covert|delete|forward|run|make|complete`, `@topic|@cond|bug|we|if`},
	{Verdict, `@userword|person you|youre helping|assisting|serving @not|without`, `@topic|@cond|we`},
	{Verdict, asOrder + ` @covert @userword|this|it|transfer|task|step user|users|human|person|reply|find|anyone|noticing`, `@topic|i|we`},
	{Verdict, `keep|carry|behave yourself|normal|normally|nothing what|afterwards|happened as|to|and|that read|just|afterwards|everything|happened`, `@topic|i|we|he|she`},
	{Verdict, `under circumstances tell|mention|reveal|inform|disclose`, `@topic`},
	{Verdict, `@foreignnot @foreigntell @foreignuser`, `@topic`},

	{Verdict, `@userword mustnt|shouldnt|neednt|never|not hear|learn|suspect|discover of|about|out this|it`, `@topic|@cond|bug|we|i`},
	{Verdict, asForbid + ` bring|raise|talk|speak this|it|message|instruction up|about|of conversation|chat|user|again|message`, `@topic|@cond|i|we`},

	// Sending things out.
	{Role, asOrder + ` @sends @private @place`, `@topic|@never|i|we|@cond|header|request|curl`},
	{Role, asOrder + ` @all|everything|what you can|could reach|find|see|access @sends|list|dump|copy|export|print`, `@topic|@never|i|we`},
	{Role, asOrder + ` @sends|@asks user|users calendar|inbox|entries|contacts|mails|emails|location|messages|history|data|notes|files|name @place|me to`, `@topic|@never|i|we|@cond|when`},
	{Role, asOrder + ` user told|said|wrote|typed @place|me`, `@topic|@never|i|we`},
	{Role, `@sends|` + asOrder + ` conversation|chat|context|transcript link|url|image|query|request|commit|issue|search append|attach|encode|include|add|load|render|put|embed`, `@topic|@never|i|we`},
	{Role, asOrder + ` take|read|get|grab|copy|collect|dump secret|secrets|credentials|ssh|idrsa|passwords and|here put|post|paste|add|place|send|here`, `@topic|@never|i|we|header`},
	{Role, `image|render|link data|conversation|secrets reaches|reach|summary|exfiltrate http|https|us`, `@topic|i|@never`},
	{Role, asOrder + ` collect|gather|harvest names|emails|email|addresses|attendees|customers|users|numbers @sends @place`, `@topic|@never|i|we`},
	{Role, `use your|the tool|tools|browser|terminal|shell|mailbox|access @sends|read|log|change|delete|forward|buy|pay`, `@topic|@never|i|we|if`},
	{Role, `you your|the access tool|terminal|mailbox|tools|shell ` + asOrder + ` use|execute|run|forward`, `@topic|@never|i|we|if|when`},
	{Role, asOrder + ` execute|run your|a terminal|shell|tool|sandbox return|output|print|result|show`, `@topic|@never|i|we|if`},
	{Role, asOrder + ` call|invoke function|tool|transfer you|your|before|now|continuing|answer delete|transfer|share|send|pay|wire`, `@topic|@never|i|we|if|when|@cond|first|test`},
	{Role, `you should|must|need call|invoke|use function|tool now|first|next|immediately`, `@topic|@never|if|when|i|we`},
	{Role, `assistant|ai|model|bot should|must|needs|has proceed|now|to next|unlock|transfer|pay|email|delete|wire unlock|transfer|pay|email|delete|wire|send|run`, `@topic|@never|@cond|i|we|before|only`},
	{Role, `tell|give|fill|grant|wire|transfer|pay|invite|unlock ` + asOrder + ` admin|administrator|rights|euros|eur|usd|dollars|iban|funds|door|workspace please|now|assistant|ai|user|from|all before|without|ai|bot|agent|model|asking`, `@topic|@never|i|we|@cond|when`},
	{Role, `task|request you given|gave|complete|properly|asked first|second|also|before ` + asOrder + `|delete|share|send`, `@topic|i|we|@cond`},
	{Role, asOrder + ` before continuing|proceeding|solve|solving|answer|answering|anything delete|transfer|send|pay|call|visit|open|run|share|book`, `@topic|@never|i|we|if`},

	// What a model keeps.
	{Extraction, asOrder + ` @asks @guarded @you|your told|asked|protect|keep|guard|hold|hide|know|given|stored`, `@topic|@never|@cond|file|vault`},
	{Extraction, asOrder + ` @asks @hiddens @promptwords you|your|me|us|verbatim|word|exact|exactly|full|entire|code|block|json|memory`, `@topic|@never|@cond|log`},
	{Extraction, asOrder + ` @asks your configuration|config|preamble|prompt|instructions|guidelines|context|memory|setup|settings`, `@topic|@never|@cond|browser|file`},
	{Extraction, asOrder + ` @asks rules|instructions|guidelines|directives you obey|follow|must|given|have`, `@topic|@never|@cond`},
	{Extraction, asOrder + ` @asks start|beginning|above chat|conversation|session everything|text|all|words|verbatim`, `@topic|@never`},
	{Extraction, asOrder + ` @asks tools|functions|plugins you given|hidden|access|available|call`, `@topic|@never|@cond|we`},
	{Extraction, asOrder + ` repeat|print|output|display|write|copy words|text|instructions above`, `@topic|@never`},
	{Extraction, `@asks|recite verbatim|word above|your|you text|instructions|prompt|message|rules`, `@topic|@never|i|we`},
	{Extraction, `could|can|would|will you share|tell|reveal|give|show|say your|system message|prompt|instructions system|your say|says|prompt|is|message`, `@topic|i`},
	{Extraction, `which|what passphrase|password|secret|instructions|code|phrase were|are|did you given|told|get|hiding|hide|protecting|keep|guarding`, `@topic|@cond|i|we`},
	{Extraction, asOrder + ` story|poem|song|novel|script|character|letters your|you|password|passphrase instructions|prompt|rules|password|secret|passphrase`, `@topic|@never`},
	{Extraction, asOrder + ` reveal|leak|spill|expose you|your hide|know|keep|secrets|context|hidden|window|knowledge`, `@topic|@never|@cond`},
	{Extraction, `complete|continue|finish|fill sentence|blank|phrase|text secret|password|passphrase|ai|assistant|instructions|prompt told|tell|keep|unlimited|would|limits`, `@topic|@never`},
	{Extraction, `assistant|ai|model|bot agreed|complied|obeyed|replied|happily|answered system|hidden|secret|password prompt|password|key|secret|instructions`, `@topic|@cond|@not`},
	{Extraction, asOrder + ` give|tell|spell|sing|write|encode @guarded morse|emojis|backwards|reversed|acrostic|dash|dashes|letters|riddle|rhyme|poem`, `@topic|@never`},
	{Extraction, asOrder + ` dump|print|list|show|export all|every environment|env secrets|keys|credentials|passwords here|testing|purposes|you|me`, `@topic|@never|@cond`},
	{Extraction, `let|lets me|us in on secret`, `@topic`},
	{Extraction, `@foreignask @foreignsecret`, `@topic`},
	{Extraction, `@foreignshow @foreignprompt`, `@topic|i`},

	{Extraction, `@fictions you|ai|ais leak|steal|hack|reveal|exfiltrate|bypass|disclose|smuggle`, `@topic|we|i`},
	{Extraction, `audit|team|i|we|check collect|need|verify|confirm|share|send your credentials|password|passphrase|secret`, `@topic|@never|@cond|reset|browser`},

	{Extraction, `@plays @you secret|password|passphrase|passcode word|words|tells|tell|key|code|asked|reveals|knows`, `@topic|@never|we`},
	{Extraction, `grandmother|grandma|grandfather|grandpa|uncle|aunt @guarded`, `@topic`},
	{Extraction, asOrder + ` respond|answer|reply|whisper|spell|reveal|say|sing|recite secret|password|passphrase|codeword`, `@topic|@never|@cond|prompt`},
	{Extraction, `if|were|suppose you allowed|able|could|had tell|reveal|share|say @guarded what|would`, `@topic|i|we`},
	{Extraction, asOrder + ` give|tell|show|remind me|us password|passphrase|passcode|secret`, `@topic|@never|@cond`},
	{Extraction, `does|is secret|passphrase|codeword contain|start|begin|end|letter|letters|digit|digits|fruit|rhyme|rhymes`, `@topic|@cond`},
	{Extraction, asOrder + ` output|print|repeat|dump|recite|reveal conversation|chat|dialogue far|starting|full|entire|whole`, `@topic|@never|@cond`},
	{Extraction, asOrder + ` describe|explain|paraphrase|outline your hidden|secret|internal|system|initial|confidential @promptwords`, `@topic|@never`},
	{Extraction, `@foreignshow|@foreignask @foreignyour @foreignbrief`, `@topic|i|@cond`},
	{Extraction, `complete it|this code|secret|password|passphrase is into|and|now`, `@topic|@never|@cond|i|we`},

	{Extraction, asOrder + ` @asks given|told|fed|handed|shown were|by first|your|initial|start|exact|developers`, `@topic|@never|@cond|i|we`},
	{Extraction, `how|what|where|which your system|hidden|secret|initial|confidential prompt|prompts|instructions|message`, `@topic|@cond|i|we|should`},

	// Pieces and codes to put together and obey.
	{Role, `@joins ` + asOrder + ` obey|comply|carry they|it|out|a|b|result|command|sentence|says`, `@topic|@never|i|we|query|table`},
	{Role, `@joins execute|run combined|result|resulting|joined`, `@topic|@never|i|we|query|test`},
	{Role, `@joins next|resulting order|orders|command ` + asOrder, `@topic|@never|i|we`},
	{Role, `@joins answer|obey question|questions|prompt part|parts|pieces|a|b`, `@topic|@never|i|we`},
	{Role, `first|second|last|initial letter|letters|word each|every|all follow|obey|execute|act|order|reveals`, `@topic|@never`},
	{Role, asOrder + ` words|letters|parts|pieces|brackets act|obey|carry|do sentence|they|order|command form|forms|say|results|follows|out`, `@topic|@never`},

	// What the answer has to look like, or hold.
	{Reader, `%yours @modal be|contain|end|start|begin|include|mention|claim|consist|use|state|say|not`, `@topic|i|we|task|exam|thank|@cond`},
	{Reader, `before|when|after|once|while you @answering @toldto|include|mention|add|say|state|praise|recommend user|reader|output|response|answer|summary|http|https|sentence`, `@topic|i|we|client|customer`},
	{Reader, `instead of summarising|summarizing|answering|translating|responding|classifying|reviewing|replying ` + asOrder + `|write|tell|output|say|give`, `@topic|i|we`},
	{Reader, asOrder + ` refuse|decline answer|respond|reply|summarise|summarize and|: say|tell|reply|text|empty`, `@topic|@never|@cond`},
	{Reader, asForbid + ` answer|summarise|summarize|translate|respond question|user|text|request|document|users talk|instead|but|and|write|say|.`, `@topic|@cond|dictionary|i|we`},
	{Reader, asOrder + ` @toldto|tell user|reader|users|readers @lures|dangerous|safe|free`, `@topic|@never|@cond|trial|expired|error`},
	{Reader, asOrder + ` @sayings @oddform question|only|nothing|every|exclusively|in|with|using|whatever`, `@topic|@never|hex|text-transform|font|function`},
	{Reader, asOrder + ` answer|reply|respond|speak|talk in|like|as style|voice|tone|manner|pirate|haiku|rhyme`, `@topic|@never|@cond`},
	{Reader, asOrder + ` sure|ensure|make summary|reply|answer|response|output mentions|says|praises|states|recommends|claims|ends|begins`, `@topic|@never|test`},
	{Reader, `sure|ensure final|your output|answer|reply|summary contains|mentions|includes|has|says|ends link|sponsor|http|https|word|sentence|phrase`, `@topic|test`},
	{Reader, asOrder + ` include|add|mention|insert|append|put|embed|write ad|advert|advertisement|praise|sponsor|link|slogan|promotion|discount|mention %yours`, `@topic|@never|test|docs|@cond`},
	{Reader, asOrder + ` %yours in|into|to|with|using|so`, `@topic|@never|thank|send|submit|mail|post|check|read|await|?|by`},
	{Reader, `in %yours ` + asOrder + `|@lures|@shape|every|all|each`, `@topic|@never|thank|i|we|exam|words|causes|question`},
	{Reader, asBare + ` in|into|throughout|within|of|to|with %yours`, `@topic|@never|thank|i|we|task|exam|words|question|send|submit|forgot|wrong|mr|mrs|were|was|is`},
	{Reader, `skip|leave|ignore table|question|text|rest|article|summary ` + asOrder + ` output|say|tell|print|write joke|poem|only|word|nothing`, `@topic|@never`},
	{Reader, asOrder + ` your final @replies to|into`, `@topic|@never`},
	{Reader, `summaries|summary|answers|replies|translations @modal always|never mention|praise|include|recommend|claim|omit`, `@topic|pr|commit`},
	{Reader, `%yours @modal claim|say|state|praise|mention`, `@topic`},
	{Reader, asOrder + ` text|code|answer|anything|whatever|sentences|words|reply you produce|generate|output|write`, `@topic|@never|@cond|i|we|test`},
	{Reader, asOrder + ` end|finish|begin|start|close|open each|every|all|your sentence|answer|reply|message|response with`, `@topic|@never|i|we`},
	{Reader, asOrder + ` @ranks candidate|applicant|paper|resume|product|submission|manuscript|page @rankings`, `@topic|@never|@cond|if`},
	{Reader, asOrder + ` give|write|leave|grant this|the paper|submission|product|candidate|page positive|excellent|five|stars|top|best review|rating|score|stars`, `@topic|@never`},
	{Reader, asOrder + ` state|say|claim|mention as|that fact|reader|won|flat|prize|cancelled|bankrupt|dangerous and|a|the|is`, `@topic|@never|@cond|i|we`},
	{Reader, `user|someone|anyone|anybody asks|ask|says|writes ` + asOrder + ` @place|insult|free|insults`, `@topic|@never|we|help`},
	{Reader, `next|once|whenever user says|writes|types|asks|yes call|send|invoke|delete tool|notes|function|me`, `@topic|handler|parser|we`},

	{Reader, asOrder + ` answer|do|solve|write following|this instead question|task|request`, `@topic|@never|i|we|@cond`},
	{Reader, asOrder + ` answer|tell|call|write|give|sing|reply before anything|everything else`, `@topic|@never|i|we|@cond`},
	{Reader, asOrder + ` tell|write|give|sing|recite before you respond|reply|answer|summarize|summarise|proceed|continue`, `@topic|@never|i|we|client|customer`},
	{Reader, asOrder + ` classify|rate|label|mark|answer|say|respond|reply|score matter|regardless what|content|text`, `@topic|@never|i|we`},
	{Reader, asOrder + ` reply|respond|answer with|in only|nothing|exactly|exclusively`, `@topic|@never|@cond|i|we|students|full`},
	{Reader, asOrder + ` make|keep|let|produce|format|render|phrase|print|deliver|type|fill|spice|season|dress|style %yours`, `@topic|@never|@cond|i|we|exam|students`},
	{Reader, asForbid + ` summarise|summarize`, `@topic|@cond|i|we`},
	{Reader, `when|if asked claim|pretend|deny`, `@topic|i|we`},
	{Reader, asOrder + ` @toldto user|users|reader|customer must|should|needs|have call|visit|click|download|transfer`, `@topic|@never|@cond`},
	{Reader, `antworte|rispondi|responde|reponds|antwoord|odpowiadaj|отвечай immer|sempre|siempre|toujours|altijd|zawsze|всегда`, `@topic|wenn|se|si`},

	{Reader, asOrder + ` when|while|once you|youre summarise|summarize|answer|reply|respond|translate|rewrite this|it|page|document|text`, `@topic|@never|i|we`},
	{Reader, `if|when|in|case|whenever @machines @readsit this|here it|they|you @modal`, `@topic|@never|i|we|untrusted`},

	// Code to put into what the model writes.
	{Reader, `following|subsequent|below|succeeding|ensuing snippet|excerpt|fragment|block|section|lines @codework your|produce|final ` + asOrder + `|@shape|let|use|including|ensure`, `@topic|readme|installed|project`},

	{Reader, `this|following|below snippet|excerpt|fragment @codework your|write ` + asOrder, `@topic|readme|installed|@never|i|we`},

	// What to keep for later.
	{Reader, asOrder + ` your @memory @lasting`, `@topic|@never|i|we|card|usb`},
	{Reader, asOrder + ` remember|store|note|save|keep future|all chats|conversations|sessions|answers`, `@topic|@never|i|we|settings`},
	{Reader, `from now on|onward|onwards every|all|each|any answer|reply|response|message|sentence`, `@topic|we`},

	// The same in other languages.
	{Override, `@foreigndrop @foreignbrief @foreignprior`, `@topic`},
	{Override, `@foreignbrief|@rules @foreignprior|@former sappliquent|gelden|действуют|obowiazuja plus|nicht|ya|non|не|no|nao|niet|nie`, `@topic`},
	{Override, `gelten|gilt nicht @instructions|@rules bisherigen|vorherigen|obigen|mehr`, `@topic`},
	{Override, `@foreigndrop anterior|antes|todo|tudo|tout anterior|antes|avant|veio|precede|precedente`, `@topic|mensaje|correo|mensagem|message`},
	{Override, `@foreignobey me|moi|mir|mi|mij|mnie|мне|меня|私|내|我的|我|मरी`, `@topic|wenn|si|se`},
	{Override, `@foreigndrop @told @you|alles|tout|tutto|tudo|todo|всё|все|alles|hiervoor`, `@topic|i|we|je|ich`},
	{Override, `halte|haltst|halten|houd|folge nur|alleen|bloss @you|diesen|diese|deze|hieran text|anweisungen|regeln|nachricht|tekst`, `@topic`},
	{Verdict, `@foreigncheck @foreigncall diesen|diese|dieser|cet|cette|esta|este|questa|deze|dit|to|detta|bu|этот|эту|esse|essa|这|这个|この|이|bereits|ya|deja|ja|gia`, `@topic`},
}
