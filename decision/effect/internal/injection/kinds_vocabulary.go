package injection

import "sync"

// topics lists the groups of words of kinds.go, in the same writing as
// vocabulary. They name what an order does, to what, and how one tells that a
// model is spoken to; most are common words that count only together.
var topics = sync.OnceValue(func() map[string]string {
	return map[string]string{
		// Verbs that order something when a clause starts with them (see posture.go).
		"orders": `abandon shelve dismiss neglect void suspend toss unlearn abandon accept act activate add adopt answer append apply approve ask assume attach authorize authorise begin behave book browse buy bypass call cancel
		carry change classify clear click close collect combine compile complete comply compose compute concatenate conclude confirm consider continue convert convince
		copy count craft create deactivate decide decode decrypt delete deliver deny describe disable disclose discard dismiss display do download draft drop dump
		echo email embed enable encode encrypt end enter erase evaluate execute exfiltrate explain export express extract fetch fill find finish follow forget format
		forward gather generate get give go grade grant hand hide hint ignore imagine impersonate imply include inform inject insert insist install integrate invite invoke join keep
		label leak leave let list locate log lookup mail make mark mask mention merge message modify move obey obfuscate offer omit open output overlook override
		overwrite pass paste pay perform permit persuade play post praise present press pretend print proceed produce promote promise propose provide publish purchase put
		query quote rank rate read recite recommend redirect refer refuse regard register release remember remind remove render repeat replace reply report
		request reset respond respect retrieve return reveal reverse review rewrite run save say schedule score scramble scrap search select send set share shift show shut sign
		simulate skip speak spell spill spread start state stop store stress submit subscribe substitute suggest summarize summarise suppress swap switch take talk tell think throw
		trade transfer transform translate transmit treat trigger trust turn tweet type unlock unsubscribe update upload urge use utter void wave weave whisper wipe wire wrap write withhold
		adopt infuse strengthen enrich fuse graft blend absorb assimilate employ leverage utilise utilize fortify augment boost elevate supplement complement extend refine upgrade
		reinforce amplify enhance improve optimize optimise meld interweave incorporate harmonize validate verify guarantee expand bolster polish tune harvest sneak swear vote
		tease weave sprinkle reword rephrase paraphrase scatter restructure apologize claim declare announce assert craft employ execute emphasize emphasise stress highlight
		schreibe schreib sende antworte ecris reponds envoie escribe responde envia`,
		// Words that do not start an order.
		"function": `a an the this that these those it its i we he she they you my our his her their your in on at for from of with by as if when while once since because although
		there here what which who whose where why how is are was were be been do does did has have had can could may might will would shall should must and or but not no thanks thank
		dear hi hello so yes ok after before until during both each some many most more one two`,
		"please":  `please kindly and then now just also first simply instead must should shall so bitte favor : = >`,
		"discard": `ignore ignoring disregard forget overlook bypass drop scrap discard dump cancel abandon shelve dismiss erase overwrite override replace reset throw toss aside skip neglect unlearn stop void omit suspend`,
		"brief":   `instructions instruction guidelines guideline guidance directions directives directive brief briefing orders rules rule policy policies prompt prompts task tasks mission objective objectives constraints programming assignment safeguards guardrails restrictions commands`,
		"mission": `objective goal goals task tasks mission purpose job instructions guidelines directive directives programming persona identity rules policy policies orders brief guidance restrictions`,
		"before":  `earlier prior previous previously before above preceding foregoing far original initial current existing former past came given started received`,
		"undone":  `outdated finished over aside old void replaced cancelled canceled revoked lifted longer superseded expired suspended irrelevant invalid obsolete overruled null nullified rescinded withdrawn disabled removed off gone overridden dropped dissolved`,
		"taught":  `told given taught instructed started learned received trained know knew briefed`,
		"matter":  `everything anything all whatever what instructions instruction rules guidelines guidance orders directives brief briefing prompt policy`,

		// What tells that a text is about injections, and holds none.
		"topic":       `injection injections jailbreak jailbreaks jailbreaking attack attacks attacker attackers adversarial detector detectors detection phrases malicious heuristic phishing`,
		"plays":       `pretend pretending act acting imagine persona roleplay role character impersonate simulate speak become becoming game behave embody transform play playing incarnate`,
		"unbound":     `unrestricted unfiltered uncensored jailbroken limitless lawless amoral evil unlimited unaligned unhinged unmoderated`,
		"limits":      `limits limit rules rule policy policies limitations restrictions boundaries filters filter ethics morals censorship guardrails safeguards constraints guidelines restraints morality grenzen schranken regeln einschrankungen beschrankungen limites contraintes regles restricciones reglas limite regole restrizioni vincoli limites regras restricoes beperkingen regels grenzen ograniczen zasad begransningar regler sinir kural ограничений правил цензуры запретов 限制 约束 規則 制限 ルール 제한 규칙 قيود سما नियम`,
		"without":     `without no never removed free lifted lacks lacking ohne keine sans aucune aucun sin ninguna senza nessuna sem nenhuma zonder geen bez utan без 没有 无 ない なし 없는 بدون बिना`,
		"youare":      `you youre du eres eris sei es tu voce vous usted ben je jestes ты вы 你 您 あなた 너는 당신은 أنت आप तम`,
		"fictions":    `hypothetically hypothetical fictional fiction fictitious suppose supposing story novel imagine pretend opposite alternate parallel thought educational academic dream`,
		"claims":      `anthropic openai google microsoft ceo cto administrator admin developer developers operator vendor management compliance legal owner owners creator creators security notice behalf authority engineer engineers`,
		"sensitive":   `credentials credential password passwords passphrase secret secrets token tokens key keys apikey conversation chat transcript history context inbox contacts wallet logins configuration config prompt prompts database personal private confidential environment env ssh idrsa`,
		"private":     `credentials password passwords secret secrets conversation transcript passphrase logins inbox contacts cookies wallet chat`,
		"sends":       `send sends sending post posting upload mail mailing email forward transmit export exfiltrate append attach leak share deliver submit paste put encode`,
		"place":       `http https ftp webhook endpoint %mail`,
		"asks":        `quote paste tell give show spell reveal share say print output repeat display disclose write recite list dump whisper hint remind confess provide state type sing leak spill expose hand translate encode summarise summarize`,
		"hiddens":     `secret hidden confidential internal initial original system developer preamble private protected`,
		"promptwords": `prompt prompts instructions instruction preamble configuration guidelines directives rules message setup briefing context settings`,
		"guarded":     `password passphrase passcode secret secrets code key phrase pin codeword token watchword flag`,
		"guards":      `told asked protect protecting keep keeping guard guarding hold holding hide hiding know given entrusted remember knows stored were`,
		"userword":    `user users human humans person operator owner people anyone anybody nobody noone reader readers customer`,
		"utter":       `tell mention inform reveal disclose report say notify alert show admit explain hint speak warn let`,
		"thing":       `this these that it anything nothing about message instruction instructions note paragraph comment step text line received paragraph any why what`,
		"talks":       `summary reply answer response output report message text note comment instruction instructions paragraph sentence`,
		"covert":      `secretly quietly silently covertly stealthily discreetly unnoticed invisibly inconspicuously`,
		"replies":     `response reply answer output summary`,
		"answering":   `answer answering reply replying respond responding finish finishing summarise summarize summarising summarizing translate translating continue continuing proceed proceeding complete completing end ending`,
		"toldto":      `tell inform suggest advise convince persuade urge recommend encourage warn direct instruct remind nudge invite lure`,
		"lures":       `visit visiting click download buy purchase login transfer invest subscribe donate wire deposit`,
		"oddform":     `emoji emojis rhyme rhymes rhyming haiku limerick poem pirate morse leetspeak leet gibberish insult insults typos misspellings klingon shakespearean uppercase capitals yoda banana riddle riddles rot13 sonnet`,
		"sayings":     `answer reply respond say write speak talk`,
		"joins":       `join combine concatenate merge assemble shift decode decrypt unscramble morse letters letter pieces parts brackets acrostic base64 rot13 translate`,
		"executes":    `obey comply carry says execute act follow`,
		"readsit":     `screening screens visits visiting receives receiving gets views viewing loads loading finds assesses grades processed summarised summarized analysed analyzed reads read reading summarises summarizes summarise summarize summarizing processes process processing parses parsing sees seeing encounters encountering analyses analyzes analyzing evaluates evaluating rates scans scanning handles handling indexes opens meets crawling crawls ingests`,
		"modal":       `must should shall needs need has have ought supposed required obliged`,
		"memory":      `memory longterm remember knowledge memories persistent notes`,
		"lasting":     `always every future whenever never forever all permanently trusted that :`,
		"safety":      `safety filters filter guardrails safeguards guidelines training alignment censorship checks restrictions ethics moderation safeguard limits policy`,
		"lowers":      `skip bypass disable ignore drop forget off lift suspend lower remove deactivate relax switch turn override`,
		"blame":       `responsible liable accountable blame blamed punished blames responsibility`,
		"ranks":       `rate rank score recommend accept hire shortlist praise evaluate grade prefer choose`,
		"rankings":    `excellent highest best first top positive outstanding perfect exceptional stars ideal strongly 10 100 candidate`,
		"weakened":    `readonly reversible clean low pass permitted relax yes ok minimal trusted none unit innocuous`,
		"codework":    `code codebase program script solution implementation algorithm application function project logic`,
		"codebit":     `snippet excerpt fragment block section lines code payload`,
		"codepoint":   `following subsequent below this these succeeding ensuing next`,

		// The same in other languages, with the words that name a user, a secret and
		// the telling of it.
		"foreignuser":    `nutzers 用户 gebruikers benutzer benutzerin nutzer anwender anwenderin anwendern menschen utilisateur lutilisateur lutilisatrice lusager usager usuario usuaria utente allutente lutente usuario usuario gebruiker uzytkownikowi uzytkownika anvandaren anvandare kullaniciya пользователю пользователь 用户 使用者 ユーザー ユーザ 利用者 사용자에게 사용자 المستخدم مستخدم उपयोगकरता यजर`,
		"foreigntell":    `erzahlen mitteilen sagen erwahnen reveler revele reveles revelar reveles rivelare rivela contar vertellen zeggen mowic сообщать sag sage sagen erzahl erzahle verrate verraten teile informiere erwahne dis dites dire parle parlez mentionne informe digas decir diga digo menciones cuentes informes dire raccontare parlarne conte contes diga fale mencione vertel zeg meld vermeld mow powiedz informuj sag beratta namn soyleme говори говорите сообщай рассказывай упоминай 告诉 告知 透露 提及 言わ 伝え 教え 話さ 알리 말하 تخبر تقل بتانا باتاना बताना बताओ बताए कहना`,
		"foreignnot":     `nicht nichts kein keine ne pas rien nen no nada non nulla niente nao nunca niets niet nie nic inte inget не ничего нельзя 不要 别 勿 不 ないで しないで な 마 마세요 말고 لا मत नही न`,
		"foreignsecret":  `zugangsdaten identifiants credenciales credenziali credenciais inloggegevens секретный секретная passwort kennwort losungswort geheimwort zugangscode motdepasse passe motdepasse contrasena clave senha parola segreta wachtwoord haslo losenord losenordet sifre sifreyi пароль пароля 密码 口令 パスワード 暗証番号 비밀번호 암호 المرور पासवरड`,
		"foreignask":     `dismoi donnemoi montremoi revelemoi was wie nenne nenn gib verrate sag zeig zeige quel quelle donne donnez dis affiche cual dime dame muestra revela digame qual dimmi dammi mostra rivela mostre diga revele geef toon vertel podaj pokaz visa ge goster ver как какой назови скажи покажи сообщи 告诉 显示 给 是什么 什么 教えて 何 見せて 表示 알려 말해 무엇 보여 أعطني اعطني ما बताओ बताइए दिखाओ`,
		"foreigndrop":    `lass beiseite verwirf streiche mets laissez abandonne abandonnez descarta descarte omiso lascia perdere abbandona deixe abandone vallen porzuc odrzuc отбрось отмени 抛弃 忘掉 别管 放弃 捨て 破棄 버리 잊어 छोड glem ignorer desconsidere desconsiderem desconsidera ignore ignora esqueca dimentica dimenticate ignora negeer vergeet zignoruj zapomnij pomin glom bortse ignorera unut unutun ignoriere vergiss missachte oublie oubliez ignorez olvida ignora zapomen ignoruj забудь забудьте игнорируй игнорируйте игноруй внимания 忽略 无视 無視 忘记 忘れ 忘れて 무시 잊 잊고 تجاهل انس تجاهلي भल अनदखा अनदखा नजरअदाज unohda abaikan lupakan tiens tenez caso conto sayin say`,
		"foreignbrief":   `opdracht opdrachten befehle 命令 명령 приказы команды ordres ordine zasad polecen anweisungen anweisung regeln vorgaben befehle instruktionen consignes regles instructions directives instrucciones ordenes reglas instrucoes instrucoes orientacoes regras ordens istruzioni regole indicazioni ordini instructies regels opdrachten instrukcje instrukcji polecenia poleceniach zasady wytyczne instruktioner reglerna regler talimatlari talimatlar kurallari komutlari instrukce pokyny инструкции инструкций правила указания вказівки 指示 规则 指令 說明 ルール 規則 지시 규칙 지침 التعليمات تعليمات القواعد الأوامر الاوامر निरदश निरदशो नियम नियमो ohjeet instruksi petunjuk`,
		"foreignprior":   `fruhere fruheren recues recu recu recebidas ricevute poprzednich wczesniejsze 前の 里的 원래 原来 прошлые старые anterieures anterieurs vorigen vroegere obigen vorherigen bisherigen fruheren vorigen alle cidessus dessus anterieures precedentes prealables toutes anteriores previas arriba acima precedentes todas sopra precedenti tutte bovenstaande vorige eerdere alle poprzednie powyzsze wczesniejszych powyzszych wszystkie ovan ovanstaende tidigare alla onceki yukaridaki predchozi предыдущие предыдущих прежние прежних вышеуказанные 之前 上面 以上 先前 所有 上記 以前 これまで 前の すべて 이전 위의 모든 앞의 السابقة أعلاه اعلاه पिछल पहल ऊपर सभी sebelumnya aiemmat`,
		"foreignobey":    `gehorche gehorchen gehorch folge obeis obeismoi obeissez obedece obedeceme obedezca obbedisci obbediscimi obedeca obedeca gehoorzaam gehorsam sluchaj posluchaj слушайся слушай подчиняйся 听我的 听从 服从 従って 従え 따르 따라 복종 أطع اطع मानो मान`,
		"foreignyour":    `deine deinen dein tes ta ton vos votre tus tu sus tuas suas tue tuoi je jouw twoje твои твою свои 你的 あなたの 너의 당신의`,
		"foreignmachine": `assistent assistentin ki assistant lassistant ia modele asistente modelo assistente intelligenza artificiale modello intelligence kunstliche помощник ассистент модель ии 助手 模型 人工智能 アシスタント モデル 조수 모델 어시스턴트 مساعد نموذج सहायक ai chatbot bot`,
		"foreignshow":    `zeige zeig nenne gib affiche montre donne muestra muestrame mostrame mostrami mostra mostre exiba toon geef pokaz wyswietl visa goster покажи выведи 显示 输出 告诉 表示 見せて 出力 보여 출력 اعرض أظهر اظهر दिखाओ`,
		"foreignprompt":  `systemprompt systemprompts systemnachricht systemanweisung prompt invite sistema systeme systeme systemu promptu промпт 系统提示 系统提示词 提示词 システムプロンプト プロンプト 시스템 프롬프트 النظام सिसटम`,
		"foreigncheck":   `genehmige genehmigt freigegeben approuve approuvez approuver aprueba apruebe aprove aprova approva approvate keur goedgekeurd zatwierdz godkann onayla одобри разреши одобрите 批准 允许 承認 승인 وافق सवीकत`,
		"foreigncall":    `aufruf befehl vorgang anfrage appel commande requete llamada orden peticion chamada solicitacao chiamata richiesta oproep verzoek wywolanie anropet cagriyi вызов запрос команду 调用 请求 呼び出し 호출 요청 الطلب अनरध`,
	}
})
