package command_test

import "testing"

func TestPHPToolRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"composer install", "installs:packages"},
		{"composer show", "network:registry project >names"},
		{"composer run-script deploy", "task(deploy) project"},
		{"composer exec rm x", "exec(rm x) project"},
		{"phpunit tests", "project(tests) project"},
		{"phpunit --bootstrap /tmp/x tests", "project(/tmp/x) project(tests) project gap"},
		{"phpstan analyse src", "project(src) project"},
		{"phpstan analyse -a /tmp/x src", "project(/tmp/x) project(src) project"},
		{"phpcs --standard=PSR12 src", "project(PSR12) project(src) project"},
		{"phpcs --report=/tmp/x src", "project(src) project gap"},
		{"phpcs --filter=/tmp/x src", "project(src) project gap"},
		{"phpcbf src", "edit(src) project"},
		{"php-cs-fixer fix src", "edit(src) project"},
		{"rector process src", "project(src) project"},
	})
}
