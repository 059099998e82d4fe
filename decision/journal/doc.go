// Package journal is the decision log: one JSON object a line, each chained to
// the one before it by a hash, so that whoever holds the head can tell whether
// a line was changed, removed or slipped in.
//
// # A record
//
// docs/journal.schema.json describes every line. A decision has no "type". It
// starts with timestamp, approval_id, agent_id, tool, decision (approved,
// denied or escalated), rule_matched, reasoning, confidence, evaluation_ms,
// injection_risk, evaluator and via, in this order, and goes on with cause,
// fingerprint, policy_rule, session_id, the evidence, and the call. Every other
// event has a "type" and never a "decision", so that counting lines by
// "decision" counts each decision once.
//
// Lines end with LF and are ASCII: everything else is escaped as \uXXXX, so
// that no text in a record can steer the terminal that shows it. Timestamps
// are UTC with microseconds and "+00:00".
//
// Secrets are masked before anything is written or hashed, in every text of a
// record. What is longer than its limit is cut, and the record's "cut" names
// the members that lost something.
//
// # The chain
//
// The last members of a record are, in this order,
//
//	,"alg":"sha256","seq":7,"prev":"<64 hex digits>","hash":"<64 hex digits>"}
//
// hash is the SHA-256 of the line's bytes up to, and without, the comma before
// "hash". With a key it is the HMAC-SHA-256 of them, and alg is "hmac-sha256".
// prev is the hash of the line before, or 64 zeros in the first; seq counts
// from 1. An auditor needs no more than this:
//
//	import hashlib, json
//	prev, seq = "0" * 64, 0
//	for line in open("journal.jsonl", "rb"):
//	    record = json.loads(line)
//	    signed = line[:line.rindex(b',"hash":"')]
//	    assert record["hash"] == hashlib.sha256(signed).hexdigest()
//	    assert (record["prev"], record["seq"]) == (prev, seq + 1)
//	    prev, seq = record["hash"], record["seq"]
//
// Without a key the chain shows accidents and careless hands: somebody who may
// write the file can compute all of it anew. With a key that he does not have,
// he cannot. Neither shows that the newest records were cut off: that takes a
// [Checkpoint], beside the file or, better, elsewhere.
//
// # Files
//
// Beside the journal at path there can be
//
//	path.checkpoint                   how far the journal was, see [Checkpoint]
//	path.1-20260304T120000Z           a file that was rotated away, see [Options]
//	path.torn-20260304T120000Z        an unfinished line that was set aside
//
// A file that carries on the chain of one that was rotated away begins with a
// record "rotated"; [VerifySet] follows the chain through all of them, and
// [Find], [Unsettled] and [Left] read all of them.
package journal
