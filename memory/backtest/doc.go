// Package backtest holds a journal against what is learnt from people, before it
// is let to decide.
//
// [Simulate] walks through a journal, forward in time, and tells what precedents
// or a standing approval would have approved, and what of that a person refused.
// [Suggest] proposes standing approvals from what people approved. Neither
// changes anything: whether one is made, a person says.
//
// A journal does not tell what was revoked. [SuggestOptions] has a place for the
// store that does.
package backtest
