package rules

// secretWords are names of parameters whose value is not shown.
var secretWords = []string{
	"apikey", "auth", "authorization", "bearer", "cookie", "cookies", "credential", "credentials", "key", "passphrase",
	"passwd", "password", "pin", "private", "pwd", "secret", "secrets", "token", "tokens",
}
