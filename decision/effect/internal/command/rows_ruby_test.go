package command_test

import "testing"

func TestRubyToolRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"gem list", ""},
		{"gem install x", "installs:a gem"},
		{"gem push x.gem", "upload(x.gem) external:publish sends:package"},
		{"bundle exec rspec", "exec(rspec) project"},
		{"bundle exec rm x", "exec(rm x) project"},
		{"bundle install", "installs:gems"},
		{"bundle config set x y", "persistence"},
		{"rake test", "task(test) project"},
		{"rake db:drop", "task(db:drop) project"},
		{"rake -r /tmp/x test", "task(/tmp/x) task(test) project gap"},
		{"rake -e 'x'", "task(x) project gap"},
		{"rake -f /tmp/R test", "project(/tmp/R) task(test) project"},
		{"rspec spec/a_spec.rb:3", "project(spec/a_spec.rb:3) project"},
		{"rspec -r /tmp/x", "project(/tmp/x) project gap"},
		{"rspec -f /tmp/x", "project gap"},
		{"rubocop -A lib", "edit(lib) project"},
		{"rubocop -r /tmp/x", "project(/tmp/x) project gap"},
		{"rubocop", "project(.) project"},
		{"rails test", "project"},
		{"rails db:drop", "project discards:the database"},
		{"rails runner x", "gap"},
		{"rails routes", "project"},
		{"mix test", "project network:registry"},
		{"mix run x", "gap"},
		{"mix ecto.drop", "project discards:the database"},
		{"mix hex.publish", "project external:publish sends:package"},
		{"elixir x.exs", "script(x.exs)"},
	})
}
