package hook

// MaxRepeats is for tests.
const MaxRepeats = maxRepeats
