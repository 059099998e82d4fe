// Package memory keeps decisions so that they can be looked up, what people
// decided, their standing approvals, and the calls that wait for them: the store
// of one process. Stores that outlive it are in packages below this one, and
// every store passes the suite in memory/storetest.
package memory
