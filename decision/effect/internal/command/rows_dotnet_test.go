package command_test

import "testing"

func TestDotNetRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"dotnet build", "project"},
		{"dotnet build -p:CustomBeforeMicrosoftCommonTargets=/tmp/x", "project gap"},
		{"dotnet build '-p:Configuration=Release;CustomBefore=/tmp/x'", "project gap"},
		{"dotnet build -p:Configuration=Release", "project"},
		{"dotnet test --test-adapter-path /tmp", "project gap"},
		{"dotnet test --logger 'trx;LogFileName=/etc/x'", "project gap"},
		{"dotnet run -- migrate", "task(migrate) project"},
		{"dotnet nuget push x.nupkg -k KEY", "secret(KEY) upload(x.nupkg) external:publish sends:package"},
		{"dotnet ef database drop", "project discards:the database"},
		{"dotnet user-secrets list", "secrets:secrets of the project >secret"},
		{"dotnet add package X", "installs:packages"},
		{"msbuild x.sln", "project(x.sln) project"},
		{"swift build", "project network:registry"},
		{"swift build -Xswiftc -load-plugin-library", "project network:registry gap"},
		{"swiftc -load-plugin-library /tmp/x a.swift", "project(a.swift) project gap"},
		{"swift package resolve", "project network:registry"},
		{"swift package update", "project installs:other versions of packages"},
		{"swift package update --dry-run", "project network:registry"},
		{"swift x.swift", "gap"},
		{"xcodebuild -scheme X test", "project network:registry"},
		{"xcodebuild OTHER=sh build", "project network:registry gap"},
		{"xcrun rm x", "exec(rm x) project"},
		{"flutter test", "project network:registry"},
		{"flutter pub publish", "external:publish sends:package"},
	})
}
