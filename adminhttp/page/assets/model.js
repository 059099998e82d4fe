// A decision as the views read it, whether it came from /decisions, /events or
// /evaluate.

const past = { approve: 'approved', deny: 'denied', escalate: 'escalated' };

// decisionOf reads an item of the API.
export function decisionOf(item) {
	return {
		id: item.approval_id ?? item.id ?? '',
		outcome: past[item.decision] ?? item.decision ?? 'escalated',
		tool: item.tool ?? '',
		agent: item.agent_id ?? '',
		time: item.timestamp ?? new Date().toISOString(),
		ruleMatched: item.rule_matched ?? null,
		reasoning: item.reasoning ?? '',
		confidence: item.confidence,
		ms: item.evaluation_ms,
		evaluator: item.evaluator ?? null,
		via: item.via ?? '',
		injection: item.injection_risk === true,
		observed: item.observed !== undefined && item.observed !== false,
		cause: item.cause ?? '',
		policyRule: item.policy_rule ?? '',
		fingerprint: item.fingerprint ?? '',
		expires: item.expires_at ?? null,
		settled: item.outcome ?? null,
		rule: item.rule ?? null,
		links: item.links ?? [],
		limits: Array.isArray(item.limits) ? item.limits : [],
		effects: item.effects ?? [],
		opaque: item.opaque ?? [],
		precedents: item.precedents ?? [],
		signals: item.signals ?? {},
		timings: item.timings ?? {},
		notes: item.notes ?? [],
		answers: item.answers ?? null,
		params: item.params ?? null,
		dir: item.working_dir ?? '',
		approval: item.approval ?? '', // where the call waits for a person, if it is here
		journal: item.journal ?? [],
	};
}

// keyOf tells decisions apart: a call that is judged twice has one id.
export const keyOf = (d) => `${d.id} ${d.time}`;

// decider says who decided: in short, and of which kind.
export function decider(d) {
	const answered = d.links.find((l) => l.state === 'answered');
	if (d.rule?.name) return { kind: 'rule', name: d.rule.name };
	if (answered) return { kind: 'provider', name: answered.name };
	if (d.evaluator && d.ruleMatched) return { kind: 'provider', name: d.ruleMatched };
	if (d.ruleMatched) return { kind: 'rule', name: d.ruleMatched };
	return { kind: 'nobody', name: d.cause ? d.cause : 'nobody' };
}

// gist is what the call would do, in a few words.
export function gist(d) {
	const kinds = new Map();
	for (const effect of d.effects) {
		const target = shorten(effect.target || effect.zone || '');
		if (!kinds.has(effect.kind)) kinds.set(effect.kind, target);
	}
	const parts = [...kinds].slice(0, 3).map(([kind, target]) => `${kind.replaceAll('_', ' ')} ${target}`.trim());
	if (d.opaque.length > 0) parts.push('not seen whole');
	return parts.join(' · ');
}

function shorten(text) {
	return text.length > 48 ? `…${text.slice(-47)}` : text;
}

// Store keeps what the page knows, and tells the views when it changes.
export class Store extends EventTarget {
	static most = 500; // decisions kept

	status = null;
	config = null;
	approvals = null; // what waits here for a person; null: there is no place for it
	standings = null; // standing approvals; null: there is no place for them
	link = 'connecting';
	decisions = []; // newest first
	#known = new Map();

	// set changes one member.
	set(name, value) {
		this[name] = value;
		this.#tell(name);
	}

	#asked = 0; // looks at the API so far
	#shown = {}; // by member: the look whose answer is shown

	// ask begins a look at the API, and answer ends it. An answer that was overtaken
	// is dropped.
	ask() { return ++this.#asked; }

	answer(asked, name, value) {
		if (asked <= (this.#shown[name] ?? 0)) return;
		this.#shown[name] = asked;
		this.set(name, value);
	}

	// settle sets a member after a change: what was asked before it is older.
	settle(name, value) { this.answer(this.ask(), name, value); }

	// add takes decisions in, and returns those that were new. What was heard of one
	// since it was asked for stays.
	add(items, live = false, asked = this.ask()) {
		const fresh = [];
		for (const d of items) {
			const known = this.#known.get(keyOf(d));
			if (known?.asked > asked) continue;
			if (known) {
				Object.assign(known.d, d, { settled: d.settled ?? known.d.settled });
				known.asked = asked;
			} else {
				this.#known.set(keyOf(d), { d, asked });
				fresh.push(d);
			}
		}
		if (fresh.length > 0) {
			this.decisions = [...fresh, ...this.decisions].sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
			for (const old of this.decisions.splice(Store.most)) this.#known.delete(keyOf(old));
		}
		this.#tell('decisions', { fresh, live });
		return fresh;
	}

	#tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }
}

// isWaiting reports whether a person may still settle a call. In observe mode
// every call is left to a person, whatever was judged.
export function isWaiting(d, now) {
	const open = d.settled === null || d.settled.state === 'left' || d.settled.state === 'observed';
	return (d.outcome === 'escalated' || d.observed) && open && d.expires !== null && new Date(d.expires) > now;
}

// became says in words what became of a decision.
export function became(d) {
	if (d.settled === null) return '';
	const { state, status, resolved_by: by, detail } = d.settled;
	return [state, status && `as ${status}`, by && `by ${by}`, detail && `(${detail})`].filter(Boolean).join(' ');
}
