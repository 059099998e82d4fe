package decision

// Status says how a decision came about where standing approvals, a refusal that
// holds, or an agent's supervisor decided: the approval status of Denkeeper's
// events. What a person says of a call that waits is the status of its
// [Outcome].
type Status string

// The statuses. Any other decision has none.
const (
	StatusNone                Status = ""
	StatusAutoApproved        Status = "auto_approved" // a standing approval; RuleMatched has its scope
	StatusAutoDenied          Status = "auto_denied"   // a person or the supervisor refused this call, or one like it, before
	StatusSupervisorApproved  Status = "supervisor_approved"
	StatusSupervisorDenied    Status = "supervisor_denied"
	StatusSupervisorEscalated Status = "supervisor_escalated"
	StatusSupervisorError     Status = "supervisor_error" // it failed, was late, or could not be understood
)
