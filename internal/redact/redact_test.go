package redact_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/redact"
)

// planted are made-up secrets, each built from pieces so that scanners of this
// repository do not report them.
var planted = map[string]string{
	"aws access key":        "AKIA" + "QWERTYUIOPASDF42",
	"aws temporary key":     "ASIA" + "QWERTYUIOPASDF42",
	"github personal":       "ghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R",
	"github oauth":          "gho_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R",
	"github user":           "ghu_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R",
	"github server":         "ghs_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R",
	"github refresh":        "ghr_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R",
	"github fine-grained":   "github_pat_" + "11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789",
	"gitlab":                "glpat-" + "aBcDeFgHiJkLmNoPqRsT",
	"slack bot":             "xoxb-" + "123456789012-abcdefABCDEF",
	"slack user":            "xoxp-" + "123456789012-abcdefABCDEF",
	"slack webhook":         "hooks.slack.com/services/" + "T00000000/B00000000/aBcDeFgHiJkLmNoPqRsTuVwX",
	"stripe live":           "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
	"stripe restricted":     "rk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
	"openai":                "sk-" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
	"openai project":        "sk-proj-" + "aBcDeFgHiJ-kLmNoPqRsT_uVwXyZ0123456789",
	"anthropic":             "sk-ant-api03-" + "aBcDeFgHiJ-kLmNoPqRsT_uVwXyZ0123456789AA",
	"lower-case key":        "sk-" + "abcdefghijklmnopqrstuvwx",
	"google api":            "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
	"google oauth":          "ya29." + "a0AfH6SMBx1y2z3-aBcDeFgHiJ",
	"npm":                   "npm_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789",
	"pypi":                  "pypi-AgE" + "IcHlwaS5vcmcCJDAwMDAwMDAwLTAwMDA",
	"sendgrid":              "SG." + "aBcDeFgHiJkLmNoPqRsTuV.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcdefg",
	"hugging face":          "hf_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567",
	"vault":                 "hvs." + "CAESIJ0aBcDeFgHiJkLmNoPq",
	"jwt":                   "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
	"private key":           "-----BEGIN RSA PRIVATE KEY-----\n" + "MIIEpAIBAAKCAQEA7bq3\nzz\n-----END RSA PRIVATE KEY-----",
	"openssh key":           "-----BEGIN OPENSSH PRIVATE KEY-----\n" + "b3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----",
	"pgp key":               "-----BEGIN PGP PRIVATE KEY BLOCK-----\n" + "lQdGBF\n-----END PGP PRIVATE KEY BLOCK-----",
	"age":                   "AGE-SECRET-KEY-1" + "QQPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQQPZRY9X8GF2TVDW0",
	"long value of a token": "token=" + strings.Repeat("aB3$", 300),
}

func TestTextMasksPlantedSecretsWhereverTheyStand(t *testing.T) {
	t.Parallel()
	for name, secret := range planted {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, frame := range []string{
				"%", "use % now", "'%'", "x=%", "x: %", "a,%,b", "(%)", `{\"v\":\"%\"}`, `line\n%\nline`, "first\n%\nlast", "q%3D%&z=1", "%\xff",
			} {
				text := strings.Replace(frame, "%", secret, 1)
				if strings.HasPrefix(frame, "q%3D") {
					text = "q%3D" + secret + "&z=1"
				}
				got := redact.Text(text)
				assert.NotContains(t, got, secret, "in %q", frame)
				assert.Contains(t, got, redact.Mask, "in %q", frame)
				assert.True(t, utf8.ValidString(got))
				assert.Equal(t, got, redact.Text(got), "masking again must change nothing, in %q", frame)
			}
		})
	}
}

func TestTextMasksKeysOfEveryPrefix(t *testing.T) {
	t.Parallel()
	const body = "7QX2M9KD4TZ8WB3RJ6VN5HC1YF0PLGSAEU7KQ2XM9DTZ4WB8"
	prefixes := redact.Prefixes()
	require.Greater(t, len(prefixes), 50)
	for _, prefix := range prefixes {
		for _, frame := range []string{"%", "use % now", `{"v":"%"}`, "x=%,"} {
			got := redact.Text(strings.Replace(frame, "%", prefix+body, 1))
			assert.NotContains(t, got, body[:8], "%s in %q", prefix, frame)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ in, want string }{
		"reference: key":           {"pk-ABCDEFGHIJKLMNOPQRST ok", "[secret] ok"},
		"reference: assignment":    {"DB_PASSWORD: hunter22 next", "[secret] next"},
		"reference: bearer":        {"authorization: bearer QWERTYUIOPASDFGH.12", "authorization: [secret]"},
		"keys side by side":        {"AKIAQWERTYUIOPASDF42" + "sk-" + "aBcDeFgHiJkLmNoP", "[secret][secret]"},
		"key after an escape":      {`x\u003dsk-` + "aBcDeFgHiJkLmNoP", `x\u003d[secret]`},
		"a mask is no name":        {"[secret]: hunter22 x", "[secret]: hunter22 x"},
		"key glued to a word":      {"N5o6Pghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R", "N5o6P[secret]"},
		"environment":              {"export PASSWORD=hunter && run", "export [secret] && run"},
		"environment, numbered":    {"API_TOKEN_2=ab12cd34", "[secret]"},
		"json":                     {`{"password": "correct horse", "user": "ann"}`, `{"password": "[secret]", "user": "ann"}`},
		"json within json":         {`{"body":"{\"client_secret\":\"a b c\",\"n\":1}"}`, `{"body":"{\"client_secret\":\"[secret]\",\"n\":1}"}`},
		"python":                   {`api_key = 'abc'; go()`, `api_key = '[secret]'; go()`},
		"subscript":                {`os.environ["DB_PASSWORD"] = "hunter2"`, `os.environ["DB_PASSWORD"] = "[secret]"`},
		"camel case":               {`accessToken: "abc"`, `accessToken: "[secret]"`},
		"yaml, a plain word":       {"db:\n  password: correcthorse\n  port: 1", "db:\n  [secret]\n  port: 1"},
		"query":                    {"GET /v1?access_token=abc123&page=2", "GET /v1?[secret]&page=2"},
		"flag with equals":         {"login --password=hunter2 --user ann", "login [secret] --user ann"},
		"flag with blank":          {"login --password hunter2 --user ann", "login --password [secret] --user ann"},
		"xml":                      {"<password>hunter</password>", "<password>[secret]</password>"},
		"numeric password":         {"password=12345678", "[secret]"},
		"unclosed quote":           {`secret="abc def`, `secret="[secret]`},
		"password after a mask":    {"password=[secret]hunter22", "[secret]"},
		"mask within quotes":       {`password: "[secret] hunter22"`, `password: "[secret]"`},
		"escape before the name":   {`a\npassword=hunter2\nb`, `a\n[secret]\nb`},
		"aws secret key":           {"aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzzKEY", "[secret]"},
		"random value of a key":    {"signing: key=Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg9", "signing: [secret]"},
		"url password":             {"postgres://ann:hunter2@db.example/x", "postgres://ann:[secret]@db.example/x"},
		"url password, no user":    {"redis://:hunter2@db.example", "redis://:[secret]@db.example"},
		"url password with slash":  {"amqp://ann:pa/ss@db.example", "amqp://ann:[secret]@db.example"},
		"url within a query":       {"http://x.example/?u=http://a:b@y.example", "http://x.example/?u=http://a:[secret]@y.example"},
		"url token":                {"https://a1B2c3D4e5F6g7H8i9J0k1L2@git.example/x", "https://[secret]@git.example/x"},
		"basic":                    {"curl -H 'Authorization: Basic YW5uOmh1bnRlcg=='", "curl -H 'Authorization: [secret]'"},
		"basic without a header":   {"sent basic YW5uOmh1bnRlcg== to it", "sent [secret] to it"},
		"github's scheme":          {`"Authorization": "token 0123456789abcdef"`, `"Authorization": "[secret]"`},
		"cookie":                   {"Cookie: sid=abc123def; theme=dark\nHost: x", "Cookie: [secret]\nHost: x"},
		"set-cookie":               {"Set-Cookie: sid=abc123def; Path=/", "Set-Cookie: [secret]"},
		"key without its end":      {"-----BEGIN PRIVATE KEY-----\nMIIE", "[secret]"},
		"key, then text":           {"-----BEGIN EC PRIVATE KEY-----\nMIIE\n-----END EC PRIVATE KEY-----\nrest", "[secret]\nrest"},
		"invalid utf-8":            {"a\xffb password=hunter2", "a\uFFFDb [secret]"},
		"non-ascii around a value": {"пароль: é password=hunter2 é", "пароль: é [secret] é"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := redact.Text(tt.in)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, got, redact.Text(got), "masking again must change nothing")
		})
	}
}

func TestTextLeavesOrdinaryTextAlone(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"prose":             "The token: a small unit of text. A secret: nobody knows. Passwords: 8-12 characters, and don't share them.",
		"prose with quotes": "he said the password; I forgot my keys: sorry. Basic authentication: see below, or bearer authentication-mechanisms",
		"sha-1":             "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
		"sha-256":           "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"uuid":              "id=123e4567-e89b-12d3-a456-426614174000 key: 123e4567-e89b-12d3-a456-426614174000",
		"path":              "/home/ann/project/internal/token/password_test.go:42:7",
		"secret's path":     "secret=/run/secrets/db_password token_file: ./tokens/all.txt",
		"base64 of a word":  "aGVsbG8gd29ybGQ= and dGVzdA==",
		"counts":            "max_tokens: 4096, token_count=12, prompt_tokens=100 tokens: 512 maxTokens=4096",
		"go code":           "token := lexer.Next()\nif token == other { return tokens[0] }\nfunc (t *Token) Secret() string",
		"python code":       "password = os.environ[NAME]; token = self.token\ndef f(token: str, secret: bool = False): pass",
		"typescript code":   "interface A { token: string; password?: string }\nconst t = { token: props.token }",
		"rust code":         "fn f(token: &str, secret: Option<String>) -> Token::Kind",
		"references":        "PASSWORD=$DB_PASSWORD token=${TOKEN2} secret={{ .Secret }} API_KEY=$(pass show k) password=<password> token=****",
		"image and port":    "secret-service:8080 vault-token:v1.2.3 registry.example/token:latest",
		"flags":             "docker login --password-stdin registry.example; x --token-file a.txt --token --verbose",
		"css":               "sk-navigation-container-wrapper pk-button task-list-of-the-whole-day",
		"url":               "https://docs.example/a/b?c=d&e=f#g mailto:ann@host.example http://host:8080/a@b ssh://git@host.example/x",
		"public key":        "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
		"json schema":       `{"token": {"type": "string"}, "password": null, "secret": true, "key": "value"}`,
		"sql":               "SELECT key, author, passenger FROM cookies WHERE keyboard = 'us' AND author: 'bo1'",
		"tokenizer":         "tokenizer=gpt2base1 secretary: Ann22 passwordless=true12 monkey=abc123",
		"go modules sum":    "github.com/a/b v1.2.3 h1:9fHAtK0uDfpveeqqo1hkEZJcFvYXAiCN3UutL8F9xHw=",
		"empty":             "",
		"unicode":           "naïve – “quotes” 日本語 🙂",
		"short jwt-like":    "eyJ.a.b and eyJhIjoxfQ",
		"key list":          "keys: [a, b]\nkey: value\nauthor: Ann\nbasic: true",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, text, redact.Text(text))
		})
	}
}

// TestTextTakesLinearTime holds texts that begin a secret again and again; a
// quadratic scan of them would take minutes.
func TestTextTakesLinearTime(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	for _, piece := range []string{
		"sk-", "key:", "key=", "key:\"", "password=", "password:a.", "authorization=", "authorization: basic ", "cookie:", "eyJ", "eyJ.",
		"://", "://a:", "://a:b/", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "bearer ", "basic a", "token", "<key>", "--token ", "xoxb-", "a",
	} {
		text := strings.Repeat(piece, size/len(piece))
		require.True(t, utf8.ValidString(redact.Text(text)), piece)
	}
}

// FuzzText plants a secret into any text and looks for it afterwards.
func FuzzText(f *testing.F) {
	for name, secret := range planted {
		f.Add(name+" ", " and "+secret)
	}
	f.Add("password: \"", "\" x=[secret]")
	f.Add("https://a:", "@b --token")
	f.Add("token=[secret]", "[secret]=token: [secret]")
	f.Add("", "token:secretoken://\xff:hunter2@")
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "ghp_" + "1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R"
		masked := redact.Text(before + " " + secret + " " + after)
		require.NotContains(t, masked, secret)
		require.True(t, utf8.ValidString(masked))
		require.Equal(t, masked, redact.Text(masked), "masking again must change nothing")
	})
}

func BenchmarkText(b *testing.B) {
	for name, text := range map[string]string{
		"clean command": "go test -race ./internal/... && git commit -m 'mend the parser'",
		"clean 10 kB":   strings.Repeat("The quick brown fox jumps over the lazy dog; see docs/parser.md for why. ", 140),
		"with secrets":  "curl -H 'Authorization: Bearer " + planted["openai"] + "' https://ann:hunter2@api.example/v1",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				redact.Text(text)
			}
		})
	}
}
