package command_test

import "testing"

func TestRustRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"cargo build", "project"},
		{"cargo --config x build", "gap"},
		{`cargo build --config 'build.rustc-wrapper="sh"'`, `list(build.rustc-wrapper="sh") project gap`},
		{"cargo +nightly build", "project"},
		{"cargo +/tmp/t build", "project gap"},
		{"cargo run -- serve", "task(serve) project"},
		{"cargo run -- --x", "task(--x) project gap"},
		{"cargo test -- --nocapture", "project"},
		{"cargo clippy -- -D warnings", "project"},
		{"cargo clippy -- -C linker=sh", "project gap"},
		{"cargo build --manifest-path /tmp/x/Cargo.toml", "project(/tmp/x/Cargo.toml) project"},
		{"cargo install x", "installs:a program"},
		{"cargo add serde --features derive", "edit(Cargo.toml) installs:packages"},
		{"cargo add serde --dry-run", "network:registry"},
		{"cargo add --git https://github.com/o/r", "edit(Cargo.toml) installs:packages gap"},
		{"cargo rm serde", "edit(Cargo.toml)"},
		{"cargo update -p serde", "installs:other versions of packages"},
		{"cargo update --dry-run", "network:registry"},
		{"cargo fetch --locked", "network:registry project"},
		{"cargo publish", "project external:publish sends:package"},
		{"cargo fmt", "edit(.)"},
		{"cargo fmt -- --config-path /tmp", "edit(.) gap"},
		{"rustc -C linker=sh x.rs", "project(x.rs) project tree(.) gap"},
		{"rustc -Clinker=sh x.rs", "project(x.rs) project tree(.) gap"},
		{"rustc --extern a=/tmp/x.so x.rs", "project(a=/tmp/x.so) project(x.rs) project tree(.) gap"},
		{"rustc -o /etc/x x.rs", "write(/etc/x) project(x.rs) project tree(.)"},
		{"rustc --explain E0382", ""},
		{"rustc --explain E0382 -C linker=sh x.rs", "project(x.rs) gap"},
		{"rustc -O x.rs", "project(x.rs) project tree(.)"},
		{"rustup update", "installs:a toolchain"},
		{"rustup run nightly cargo build", "exec(cargo build) project"},
	})
}
