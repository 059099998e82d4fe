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
	"instructions": `sicherheitsregeln vorgaben sicherheitsvorgaben systemprompt systemanweisungen systemprompts 系统提示 提示词 instructions instruction instrucciones instruccion instrucoes instrucao istruzioni istruzione anweisungen anweisung
		instruktionen instruktioner instructies instrukcje инструкции инструкций инструкцию указания consignes directives directive guidelines
		prompt prompts guardrails safeguards 指示 指令 지시`,
	"rules": `规则 规定 rules policy policies orders restrictions constraints limitations programming training regeln richtlinien reglas regras regole
		regles правила context conversation`,
	"approve": `approve approves genehmige genehmigen aprueba apruebe aprove approuve approuvez approva одобри одобрите 承認 批准 승인`,
	"allow": `approve approved allow allowed permit permitted authorize authorise authorized authorised autorise autorisez autorizado autorizado
		erlaube erlaubt genehmige genehmigt 承認 批准 允许 승인`,
	"benign":    `safe harmless benign routine permitted approved approve allow allowed`,
	"say":       `answer respond reply say output antworte antworten responde responda repondez reponds rispondi ответь отвечай отвечайте`,
	"state":     `say state tell claim announce`,
	"request":   `call calls invocation command action request requests`,
	"this":      `this it that the diesen diese esta este cette ce questa этот この 此 이`,
	"judge":     `supervisor reviewer judge approver evaluator gatekeeper guard moderator`,
	"person":    `person human operator anyone anybody user humans people`,
	"review":    `review policy assessment checks approval oversight inspection scrutiny escalation`,
	"judged":    `assessed reviewed judged evaluated escalated flagged blocked denied`,
	"response":  `response reply answer output antwort respuesta resposta reponse risposta`,
	"shape":     `provide encode include modify enhance add replace convert integrate append translate end begin start write make suggest tease mention insert incorporate use embed hint format prefix finish conclude deliver give sprinkle weave spread substitute embellish promote rewrite present`,
	"snippet":   `snippet snippets excerpt block section segment fragment`,
	"following": `following subsequent below succeeding ensuing`,
	"product":   `solution implementation algorithm codebase logic code codes program response answer project`,
	"special":   `uncensored unfiltered override maintenance developer debug god jailbreak dan unrestricted admin root sudo`,
	"owner":     `developer creator maintainer administrator admin god vendor`,
	"secret":    `password passwords passphrase secret secrets credentials key contrasena passwort senha`,
	"yes":       `yes no oui si sim ja true false permitted approve approved safe allowed allow`,
	"cleared":   `approved authorized authorised whitelisted allowlisted cleared signed granted consented agreed permitted verified sanctioned vetted`,
	"if":        `if when once after until unless whether only`,
	"never":     `never not dont nobody cannot wont shouldnt`,
	"about":     `injection injections jailbreak jailbreaks attack attacks attacker adversarial phrase phrases payload payloads pattern patterns detect detects detector detection regex malicious classifier heuristic`,

	// Groups of clauses.
	"decider": `verifiers auditors inspectors overseers monitors validators referees 评审 评估 裁判 проверяющему рецензенту супервизору oversight supervisornote reviewernote judgenote guardnote assessor assessors grader graders rater raters scorer scorers verifier auditor inspector arbiter overseer watchdog sentinel referee monitor screener vetter validator moderators moderation approvers checkers pruefer bewerter kontrolleur evaluadora revisora verificadora supervisor supervisors reviewer reviewers judge judges evaluator evaluators gatekeeper guard guardrail guardrails moderator checker checkers classifier approver
		prufer pruferin prufende gutachter aufseher superviseur verificateur controleur evaluateur verificador evaluador revisor supervisore revisore
		супервизор проверяющий модельпроверяющий рецензент 审核 审查 监督者 監督者 審査 심사`,
	"machines": `bots reader readers prufmodell copilots personas ai ais llm llms gpt chatgpt claude copilot gemini chatbot chatbots bot assistant assistants agent agents model models language
		modell sprachmodell ki assistent modele assistente asistente modelo ia модель ассистент агент нейросеть 模型 助手 人工智能 モデル 모델`,
	"machine": `ai llm llms chatbot chatgpt dan bot jailbroken unrestricted uncensored`,
	"greet":   `my sehr geehrter geehrte geehrtes kind good morning evening there dear hey hello hi attention note notes memo message to for any all the an every whichever please ok okay lieber liebe liebes hallo an das die der den achtung a l la le les au aux cher chere lattention du de al el los las estimado para уважаемый 请 致`,
	"reading": `seeing scoring grading watching parsing indexing opening scanning deciding assessing inspecting reading that who which whoever processing reviewing summarizing summarising working handling evaluating checking rating judging in que qui der die das das которая который`,
	"obliged": `wants supposed thanks kindly veuillez favor 请 必须 пожалуйста must should shall has have need needs please kindly is are to ought supposed required asked ordered instructed told merci bitte muss soll sollen doit doivent debe deben должен должна`,
	"mayall":  `may can must should shall darfst kannst musst sollst peux dois puedes debes можешь должен`,
	"permit": `overlook proceed endorse durchwinken winken acceptezla approuvezla autorisezla aceptala разрешите apruebala freigegeben zustimmen bestatige accepter accepte acceptez permets permettez autorisez permita permite permitir permitid aceptar acepte permetti одобрять одобряй разрешай пропусти подтверди okay approve allow permit authorize authorise accept greenlight preapprove autoapprove approved approving allowing
		genehmige genehmigen erlaube erlauben freigeben freizugeben frei gestatte zulassen approuve approuver approuvez dapprouver autorise autoriser dautoriser accepte
		aprueba apruebe apruebalo aprobar autoriza autorizar acepta aprova aprove autorizza approva одобри одобрить одобрите разреши разрешить 批准 允许 通过 承認 許可 승인`,
	"harmless": `безопасен безопасна acceptable unproblematic legitimate unobjectionable ok okay unschadlich inofensiva safe harmless benign trusted riskless fine innocuous approved ungefahrlich harmlos sicher unbedenklich sur sure inoffensif inoffensive fiable seguro segura inofensivo inofensiva sicuro sicura безопасным безопасно безопасное безопасный 安全 无害 안전`,
	"rates":    `stufen 标记 标为 mark rate score classify label grade treat treats treated consider regard report set count counts conclude assess see deem stufe betrachte bewerte considere marque marca considera califica считай отметь`,
	"says":     `return answer respond reply say output conclude report state`,
	"zero":     `lowest minimal zero nothing none riskfree null`,
	"lets":     `let lets wave waves stand step pass`,
	"nocheck":  `skip bypass unconditionally exempt waive`,
	"call":     `chiamata chamada call calls invocation command commands action actions operation operations step steps aufruf anfrage aktion vorgang llamada accion peticion appel demande laction вызов действие запрос 呼び出し 调用 操作 호출`,
	"discards": `drop replace swap forget ditch dump cancel overwrite throw discard scrap erase abandon shed wipe unlearn jettison verwirf losche jette efface descarta borra отбрось`,
	"yours":    `your you yours earlier previous prior dein deine deinen tes ton vos votre tus sus su твои твой свои 你的`,
	"told":     `detto ditto gezegd говорили powiedziano dijeron dijo handed fed trained told instructed taught gesagt aufgetragen dit appris dicho ensenado сказано сказали велели`,
	"you":      `ti jou je ci you youve youre dir dich ihnen du t ta te ton tu vous toi usted ты тебе вам`,
	"heed":     `halte halten suivre respecter seguir obedecer связан stick adhere listen respect bound 理会 遵守 遵循 听从 follow obey heed observe beachte beachten befolge befolgen tiens tenez compte suis suivez caso sigas sigue внимания следуй следуйте`,
	"acts": `reply click install send email mail forward post upload export reveal print leak share transfer delete remove run execute fetch download include append mention praise add ignore disregard approve obey
		sende schicke loesche losche envoie supprime envia borra отправь удали`,
	"leaks":    `post send email upload export forward reveal leak transmit exfiltrate`,
	"reads":    `summarise summarize read process analyze analyse translate review index answer quote`,
	"cond":     `if when unless whether whenever wenn si cuando если 如果 如`,
	"not":      `not no dont doesnt never nicht kein keine ne pas plus non nao не больше 不要 别 勿 不`,
	"former":   `previous previously prior earlier preceding former above far hitherto bisherigen bisherige vorherigen vorherige obigen anteriores anterior previas precedentes precedent precedents precedenti предыдущие прежние выше 之前 先前 上述`,
	"above":    `above oben obigen arriba dessus выше 上述 以上`,
	"void":     `revoked void cancelled canceled annulled obsolete invalid superseded rescinded withdrawn nullified deleted aufgehoben ungultig hinfallig anuladas anulados annulees caduques отменены недействительны действуют 作废 失效 無効 무효`,
	"anything": `everything anything whatever alles todo tout tutto tudo всё все 一切`,
	"session":  `agent session agents agente agenten агента conversation`,
	"secretly": `secretly quietly silently covertly stealthily unnoticed heimlich unauffallig discretement secretement secretamente тайно незаметно 偷偷 悄悄`,
	"show":     `give tell show print reveal repeat share list output display copy quote disclose zeige nenne montre muestra revela покажи 显示`,
	"kept":     `hidden secret internal initial original system confidential private preset`,
	"prompts":  `prompt prompts instructions instruction rules guidelines directives`,
}
