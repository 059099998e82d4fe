package injection

// vocabulary lists groups of words that phrases name with "@". Words are
// folded: without accents, in small letters, without hyphens. Words of scripts
// without blanks are found within longer runs.
var vocabulary = map[string]string{
	"ignore": `ignore ignoring ignored disregard disregarding forget overrule neglect ignoriere ignorieren ignoriert vergiss vergessen
		missachte ignora ignorar ignorad ignoren ignorez ignorer oublie oubliez oublier olvida olvide olvidar olviden esqueca esquecer ignorem
		ignori ignorate dimentica dimenticate negeer vergeet zignoruj ignorera игнорируй игнорируите игнорировать проигнорируи забудь забудьте
		игнорируйте проигнорируй 無視 忽略 无视 忘记 忘れて 무시`,
	"previous": `previous previously prior earlier preceding foregoing former existing original initial vorherigen vorherige bisherigen bisherige fruheren
		obigen anteriores anterior previas previos precedentes precedent precedents precedenti предыдущие предыдущих прежние прошлые
		以前 之前 先前 上述 이전`,
	"all": `all any every everything alle allen todas todos toutes tous tutte tutti все すべて 所有 모든`,
	"instructions": `instructions instruction instrucciones instruccion instrucoes instrucao istruzioni istruzione anweisungen anweisung
		instruktionen instruktioner instructies instrukcje инструкции инструкций инструкцию указания consignes directives directive guidelines
		prompt prompts guardrails safeguards 指示 指令 지시`,
	"rules": `rules policy policies orders restrictions constraints limitations programming training regeln richtlinien reglas regras regole
		regles правила context conversation`,
	"approve": `approve approves genehmige genehmigen aprueba apruebe aprove approuve approuvez approva одобри одобрите 承認 批准 승인`,
	"allow": `approve approved allow allowed permit permitted authorize authorise authorized authorised autorise autorisez autorizado autorizado
		erlaube erlaubt genehmige genehmigt 承認 批准 允许 승인`,
	"benign":    `safe harmless benign routine permitted approved approve allow allowed`,
	"say":       `answer respond reply say output antworte antworten responde responda repondez reponds rispondi ответь отвечай отвечайте`,
	"state":     `say state tell claim announce`,
	"call":      `call calls invocation command action aufruf llamada appel вызов 呼び出し 调用 호출`,
	"request":   `call calls invocation command action request requests`,
	"this":      `this it that the diesen diese esta este cette ce questa этот この 此 이`,
	"judge":     `supervisor reviewer judge approver evaluator gatekeeper guard moderator`,
	"machine":   `ai llm chatbot chatgpt dan bot jailbroken unrestricted uncensored`,
	"person":    `person human operator anyone anybody user humans people`,
	"review":    `review policy assessment checks approval oversight inspection scrutiny escalation`,
	"judged":    `assessed reviewed judged evaluated escalated flagged blocked denied`,
	"response":  `response reply answer output antwort respuesta resposta reponse risposta`,
	"shape":     `provide encode include modify enhance add replace convert integrate append translate end begin start write make suggest tease mention insert incorporate use embed hint format prefix finish conclude deliver give sprinkle weave spread substitute embellish promote rewrite present`,
	"snippet":   `snippet snippets excerpt block section segment fragment`,
	"following": `following subsequent below succeeding ensuing`,
	"product":   `solution implementation algorithm codebase logic code codes program response answer project`,
	"special":   `override maintenance developer debug god jailbreak dan unrestricted admin root sudo`,
	"owner":     `developer creator maintainer administrator admin god vendor`,
	"secret":    `password passwords passphrase secret secrets credentials key contrasena passwort senha`,
	"yes":       `yes no oui si sim ja true false permitted approve approved safe allowed allow`,
	"cleared":   `approved authorized authorised whitelisted allowlisted cleared signed granted consented agreed permitted verified sanctioned vetted`,
	"if":        `if when once after until unless whether only`,
	"never":     `never not dont nobody cannot wont shouldnt`,
	"about":     `injection injections jailbreak jailbreaks attack attacks attacker adversarial phrase phrases payload payloads pattern patterns detect detects detector detection regex malicious classifier heuristic`,
}
