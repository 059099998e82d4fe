// Package sqlite keeps decisions, what people decided, their standing approvals
// and the calls that wait for them in one SQLite file, which survives the
// process and may be shared by several.
//
// What people decide is on the disk before it is confirmed. Decisions are when
// SQLite next synchronises its log: when the machine loses power, the last of
// them may be missing; when the process is killed, none is.
//
// Times are kept to the microsecond, rounded down.
package sqlite
