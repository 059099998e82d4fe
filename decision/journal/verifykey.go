package journal

// keyCheck follows the algorithms of a journal's records against the key that
// was given, or not.
type keyCheck struct {
	chain   chain
	seen    bool    // there was a record with a key
	first   *Damage // where, as a verdict on all of them
	matched bool    // some such record matches the key
	unkeyed *Damage // the first record without a key, until one with a key vouches for it
}

func (k *keyCheck) given() bool { return len(k.chain.key) > 0 }

// algorithm says what is wrong with a record's algorithm where it stands.
func (k *keyCheck) algorithm(at Damage, s seal) (kind DamageKind, detail string) {
	switch {
	case s.alg == algPlain && k.seen:
		return DamageUnkeyed, "the record has no key, though one before it has"
	case s.alg == algPlain && k.given() && k.unkeyed == nil:
		at.Kind, at.Detail = DamageUnkeyed, "no record is chained with the key"
		k.unkeyed = &at
	case s.alg == algKeyed && !k.seen:
		at.Kind, at.Detail = DamageWrongKey, "no record matches the key: it is another one, or all of them were edited"
		k.seen, k.first, k.unkeyed = true, &at, nil
		if !k.given() {
			return DamageKeyNeeded, "from here on records are chained with a key: give it to check their content"
		}
	}
	return "", ""
}

// matches reports whether the record matches its hash. One that cannot be
// checked for want of the key counts as matching.
func (k *keyCheck) matches(s seal, signed []byte) bool {
	if s.alg == algKeyed && !k.given() {
		return true
	}
	ok := k.chain.sum(s.alg, signed) == s.hash
	k.matched = k.matched || ok && s.alg == algKeyed
	return ok
}

// verdict is what there is to say about the key at the end; with all, it
// stands for every other damage.
func (k *keyCheck) verdict() (d *Damage, all bool) {
	if k.seen && k.given() && !k.matched {
		return k.first, true
	}
	return k.unkeyed, false
}
