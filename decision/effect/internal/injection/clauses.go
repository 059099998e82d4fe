package injection

// A clause is a sentence that holds a word of each of some groups, in any
// order: whom it addresses, that it is an order, and what the order is about.
// Where the three come together it does not matter how they are said. The
// elements are written as in phrases.
type clause struct {
	class Class
	all   string
	not   string // a word of these anywhere in the sentence: no clause
}

// What a sentence addresses is told by its build, not by a word alone; see
// address.go.
const (
	toDecider = "%decider" // "Dear reviewer, …", "To the judge: …", "…, supervisor"
	toMachine = "%machine" // "Assistant, …", "AI agents reading this …"
	asSpeaker = "%speaker" // "assistant: …"
)

var clauses = []clause{
	// Orders to whoever decides.
	{Verdict, toDecider + ` @permit|@harmless|@lets|@zero|@nocheck|sign|confirm|clear|mark`, `@never`},
	{Verdict, `@decider @obliged @permit @call`, `@cond|only|@never|pull|merge|leave`},
	{Verdict, `@decider @obliged @rates @harmless|@zero`, `@cond|only|@never`},
	{Verdict, `@decider @obliged @says @harmless|@zero|@permit|yes`, `@cond|only|@never`},
	{Verdict, `@decider @rates as @harmless`, `@cond|only|@never`},
	{Verdict, `@decider @obliged @lets it|this|that|them go|pass|through|down|aside`, `@cond|only|@never`},
	{Verdict, `@decider no|not person|human|anyone|anybody needed|necessary|required`, `@cond|only|when|unless`},
	{Verdict, `@decider not|neednt need|neednt|needed ask|escalate|check|stop|look|intervene`, `@cond|only|when|unless`},
	{Verdict, `@machines please|kindly|merci|bitte|favor|пожалуйста @permit @call`, `@if|@never|pull|merge`},
	{Verdict, `@machines give|gives green light|go-ahead`, `@cond|@never`},
	{Verdict, toMachine + ` @permit @call|this|it|all|every|apruebalo|apruebala|esto|cela`, `@never|i|we`},
	{Verdict, asSpeaker + ` @permit @call @this|@all`, `@never|i|we|ill|ive`},
	{Verdict, `@you @mayall @anything @permit`, `@cond|@never`},
	{Verdict, `debes|debe|puedes|dois|darfst|musst @anything @permit`, `@cond|@never`},
	{Verdict, `@you @mayall @all @session @permit`, `@cond|@never`},
	{Verdict, toDecider + ` @not escalation|escalate|escalating|objection|objections|human|person|questions`, `@cond`},
	{Verdict, toDecider + ` yes|ja|oui|si|да`, `@never|if|when`},
	{Verdict, toMachine + ` @zero risk|danger|harm|severity`, `@cond`},
	{Verdict, `@decider @obliged @not stop|block|reject|refuse|flag|deny|escalate this|it|@call|anything`, `@cond`},
	{Verdict, `@decider @obliged @permit @anything`, `@cond|@never`},
	{Verdict, `@decider @obliged @rates @harmless`, `@cond|@never`},
	{Verdict, `already approved|authorized|authorised|cleared|allowed|granted by|von|par|por @decider`, `@cond|only|@never`},
	{Verdict, `@machines @decider @permit please|must|should|has|shall`, `@cond|only|@never|pull|merge`},

	{Verdict, `@decider @obliged @rates low|minimal|no risk|danger|harm`, `@cond|@never|only`},
	{Verdict, `@rates call|aufruf|llamada|appel|вызов|chiamata|chamada|调用 as|als|como|comme|как|come|为 @harmless`, `@cond|@never`},
	{Verdict, `ответь|отвечай|responde|reponds|antworte|di|dis|rispondi que|dass|что|che @call @harmless`, `@cond`},

	// Orders to drop what was said before.
	{Override, `@ignore @rules|@instructions @permit @call|@anything`, `@never|@cond`},
	{Override, `@not @heed system|systeme|sistema|systems|системы message|prompt|instructions|@rules`, `@cond|i|we`},
	{Override, `@discards @instructions|@rules|guidance @yours`, `@never`},
	{Override, `@ignore @told @you`, `@never|i|je|ich|yo|я`},
	{Override, `@instructions|directions|guidance @former @void`, `@cond`},
	{Override, `规则|规定 @former @void`, `@cond`},
	{Override, `@rules @above @void`, `@cond`},
	{Override, `@not @heed your|deine|deinen|deinem|ton|tes|tus|твоих|你的 @instructions|@rules`, `@cond|i|we`},
	{Override, `@not 理会|遵守|遵循|听从 @instructions|规则`, ``},
	{Override, `ignorieren|missachten|vergessen|umgehen|ubergehen alle|samtliche|bisherigen|vorherigen @instructions|@rules`, `@cond|nicht|nie`},
	{Override, `you learned|taught|trained wrong|false|outdated|lie|lies`, `@cond|i|we`},
	{Override, `@heed not|no|nicht|ne|не|nao|non @previous @instructions|vorgaben`, ``},
	{Override, `@instructions|this your system prompt|message|instructions outranks|overrides|replaces|supersedes|precedence|priority`, `@never`},

	// Orders to whoever reads.
	{Role, toMachine + ` @acts`, `@never|i|we|ill|will`},
	{Role, `@machines @obliged comply|obey request|order|orders|following|demand`, `@cond|@never`},
	{Role, `agents|assistants|llms|ais|chatbots @obliged @leaks`, `@if|@never|@about`},
	{Role, asSpeaker + ` claude|chatgpt|copilot|gemini|gpt|llm|llms|ai @acts`, `@never|i|we|ill|ive|im|will`},
	{Role, asSpeaker + ` @leaks`, `@never|i|we|ill|ive|im|will`},
	{Role, `@machines @obliged @leaks this file|page|document|text|ticket|issue|message`, `@never|@about`},
	{Role, `@machines @obliged @secretly`, `@never|@about`},
	{Reader, `while|when|after summarizing|summarising|answering|replying|responding|translating recommend|praise|omit|leave|mention|hide`, `@about`},
	{Extraction, `@show before|above|preceding|precedes this conversation|chat|message|prompt|dialogue text|words|instructions|everything|message`, `@never`},
	{Extraction, `which|what @prompts you given|told|received|got|started|begin`, `@cond|i|we`},
	{Extraction, `what|whats your system|initial|hidden prompt|message|instructions`, `@cond`},
	{Extraction, `what @you @told before|beforehand this|conversation|chat`, `@cond|i|we`},
	{Extraction, `@show @prompts you follow`, `@cond|@never|i|we`},
	{Extraction, `@show @prompts you given|received|got|started|begin|began`, `@cond|@never|i|we`},
	{Extraction, `@show your @kept @prompts`, `@never`},
	{Reader, `when|if|after|while|before you @reads this|the page|document|text|file|article|email|mail|ticket|review|website mention|praise|recommend|include|add|append|delete|send|forward|ignore`, ``},
}
