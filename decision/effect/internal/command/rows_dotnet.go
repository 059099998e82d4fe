package command

// Tools of .NET and of Swift and Xcode. Builds run targets of the project;
// properties (-p:, /p:) may name programs and loggers load code, so only
// harmless properties are listed.

// dotnetProps are properties that mean nothing outside the build. A semicolon
// in a value would begin another one.
const dotnetProps = "-p:Configuration=one(Release,Debug) /p:Configuration=one(Release,Debug) -p:Platform=one(x64,x86,AnyCPU,ARM64) " +
	"/p:Platform=one(x64,x86,AnyCPU,ARM64) -p:TreatWarningsAsErrors=one(true,false) /p:TreatWarningsAsErrors=one(true,false) " +
	"-p:CollectCoverage=one(true,false) /p:CollectCoverage=one(true,false) -p:PublishSingleFile=one(true,false) "

const dotnetBuild = "-c,--configuration= -f,--framework= -r,--runtime= -o,--output=tree --no-restore --no-dependencies " +
	"--no-incremental --nologo -nologo /nologo --interactive --self-contained[=] --no-self-contained -a,--arch= --os= -v,--verbosity= " +
	"-v:* /v:* --tl:* -m -m:* /m /m:* " + dotnetProps + "-warnaserror -warnaserror:* /warnaserror --disable-build-servers " +
	"--use-current-runtime --version-suffix= --force "

const flutterFlags = "--fatal-infos --fatal-warnings --no-fatal-infos --coverage -r,--reporter= -n,--name= --plain-name= " +
	"-j,--concurrency= --release --debug --profile -t,--target=project --flavor= -d,--device-id= --no-pub -v,--verbose " +
	"--update-goldens --machine"

var dotnetRows = []Row{
	{Name: "dotnet", Flags: "--info!alone --list-sdks!alone --list-runtimes!alone -h!alone", Source: "dotnet --help 9", Sub: []Row{
		{Name: "build clean pack publish msbuild", Flags: dotnetBuild + "--include-symbols --include-source -t:* /t:* -bl --no-build",
			Args: "project?", Does: "project", Source: "dotnet build --help; dotnet publish writes into a directory"},
		{Name: "test vstest",
			Flags: dotnetBuild + "--no-build --filter= -l,--logger=one(trx,console,html,junit,console;verbosity=*) --collect=one(XPlat " +
				"Code Coverage,Code Coverage) --results-directory=tree -t,--list-tests --blame --blame-hang-timeout= --diag=write " +
				"-s,--settings=project",
			Args: "project?", Does: "project", Source: "dotnet test --help; --test-adapter-path loads code"},
		{Name: "run", Flags: dotnetBuild + "--project=project --launch-profile= --no-launch-profile --no-build", Args: "task*",
			Does: "project", Source: "dotnet run --help"},
		{Name: "watch", Flags: "--project=project --no-hot-reload --non-interactive -q,--quiet -v,--verbose", Args: "one(run,test,build)?",
			Does: "project", Source: "dotnet watch --help"},
		{Name: "format format/style format/analyzers format/whitespace",
			Flags: "--verify-no-changes --no-restore --include= --exclude= --severity= --diagnostics= -v,--verbosity= --report=tree " +
				"--include-generated",
			Args: "project?", Does: "project", Source: "dotnet format --help"},
		{Name: "sln list", Args: "inert*", Flags: "--in-root -s,--solution-folder=", Does: "project", Source: "dotnet sln --help"},
		{Name: "list/package package/list list/reference reference/list",
			Flags: "--outdated --deprecated --vulnerable --include-transitive --include-prerelease --framework= --format=",
			Does:  "network(registry) project", Source: "dotnet list package --help"},
		{Name: "restore add add/package package/add remove package/remove tool/install tool/restore tool/update tool/uninstall " +
			"workload new/install nuget/locals",
			Flags: "-v,--version= --verbosity= --no-restore -f= --prerelease -g,--global --local --source=url -s=url --locked-mode " +
				"--force --use-lock-file --clear --list",
			Args: "inert*", Does: "installs(packages)", Source: "dotnet restore --help"},
		{Name: "add/reference reference/add", Args: "project+", Does: "project", Source: "dotnet add reference --help"},
		{Name: "new", Flags: "-n,--name= -o,--output=tree --force -f,--framework= --no-restore --dry-run -lang,--language=",
			Args: "one(console,classlib,web,webapi,mvc,xunit,nunit,mstest,sln,gitignore,editorconfig,worker,blazor,razor,globaljson," +
				"tool-manifest,list,webapp)",
			Does: "project tree(.)", Source: "dotnet new --help"},
		{Name: "tool/list workload/list nuget/list sdk/check new/list", Flags: "-g,--global --local --format=", Args: "inert*",
			Does: "network(registry)", Source: "dotnet tool list --help"},
		{Name: "tool/run", Style: "first", Args: "inert inert*", Does: "project", Source: "dotnet tool run --help"},
		{Name: "nuget/push", Flags: "-k,--api-key=secret -s,--source= --skip-duplicate -sk= -ss=", Args: "upload+",
			Does: "external(publish) sends(package)", Source: "dotnet nuget push --help"},
		{Name: "nuget/delete", Flags: "-k,--api-key=secret -s,--source= --non-interactive", Args: "inert+",
			Does: "remotedelete(a package)", Source: "dotnet nuget delete --help"},
		{Name: "user-secrets", Args: "inert*", Does: "secrets(secrets of the project)", Out: "secret", Source: "dotnet user-secrets --help"},
		{Name: "dev-certs", Args: "inert*", Does: "secrets(certificates) privilege", Source: "dotnet dev-certs --help"},
		{Name: "build-server/shutdown", Does: "project", Source: "dotnet build-server --help"},
		{Name: "ef/migrations/list ef/migrations/add ef/migrations/script ef/dbcontext/list ef/dbcontext/info",
			Flags: "-p,--project=project -s,--startup-project=project -o,--output-dir=tree --no-build -c,--context= -v", Args: "inert*",
			Does: "project", Source: "dotnet ef --help"},
		{Name: "ef/database/update ef/migrations/remove",
			Flags: "-p,--project=project -s,--startup-project=project -c,--context= -f --connection=secret", Args: "inert*",
			Does: "project external(changes the database)", Source: "dotnet ef --help"},
		{Name: "ef/database/drop", Flags: "-f,--force -p,--project=project -s,--startup-project=project --dry-run",
			Does: "project discards(the database)", Source: "dotnet ef --help"},
	}},
	{Name: "msbuild", Flags: "-nologo /nologo -m -m:* /m /m:* -v:* /v:* -t:* /t:* " + dotnetProps + "-restore /restore -r",
		Args: "project?", Does: "project", Source: "msbuild -help; -logger and other properties are left out"},
	{Name: "nuget", Source: "nuget help", Sub: []Row{
		{Name: "list search", Args: "inert*", Does: "network(registry)", Source: "nuget help"},
		{Name: "restore install update", Args: "inert*", Does: "installs(packages)", Source: "nuget help"},
		{Name: "push", Args: "inert*", Does: "external(publish) sends(package)", Source: "nuget help"},
		{Name: "delete", Args: "inert*", Does: "remotedelete(a package)", Source: "nuget help"},
	}},
	{Name: "csharpier", Flags: "--no-cache --config-path=read --include-generated --write-stdout", Args: "one(format,check) edit+",
		Source: "csharpier --help 1"},
	{Name: "fantomas", Flags: "-r,--recurse --check!args(read+) --out=write --force -v,--verbosity=", Args: "edit+", Source: "fantomas --help"},
	// Swift and Xcode.
	{Name: "swift", Source: "swift --help 6", Sub: []Row{
		{Name: "build test",
			Flags: "-c,--configuration= --package-path=chdir -v,--verbose -q,--quiet --filter= --skip= --parallel " +
				"--enable-code-coverage --target= --product= -j,--jobs= --build-tests --show-bin-path --skip-build --scratch-path=tree " +
				"--num-workers= --xunit-output=write --sanitize= --static-swift-stdlib",
			Args: "inert*", Does: "project network(registry)", Source: "swift build --help; -Xswiftc, -Xcc and -Xlinker are left out"},
		{Name: "run", Flags: "-c,--configuration= --package-path=chdir --skip-build -q", Args: "task*", Does: "project network(registry)",
			Source: "swift run --help"},
		{Name: "package/describe package/show-dependencies package/dump-package package/tools-version package/resolve package/clean " +
			"package/reset", Flags: "--type= --format= --package-path=chdir",
			Args: "inert*", Does: "project network(registry)", Source: "swift package --help"},
		{Name: "package/update", Flags: "--package-path=chdir -n,--dry-run!does(project network(registry))", Args: "inert*",
			Does: "project installs(other versions of packages)", Source: "swift package update --help: the next build runs their code"},
		{Name: "package/init", Flags: "--type= --name=", Does: "tree(.)", Source: "swift package --help"},
		{Name: "format", Flags: "-i,--in-place!args(edit+) -r,--recursive -p,--parallel --configuration=read", Args: "read*",
			Source: "swift format --help"},
	}},
	{Name: "swiftc", Style: "cc",
		Flags: "-o=write -O -Onone -g -emit-executable -emit-library -emit-module -module-name= -target= -I=list -L=list -l= " +
			"-framework= -swift-version= -parse -typecheck -D= -load-plugin-executable=!opaque(loads a plug-in) " +
			"-load-plugin-library=!opaque(loads a plug-in) -lto=",
		Args: "project+", Does: "project", Source: "swiftc --help; plug-ins, -Xcc and -Xlinker are left out"},
	{Name: "swiftlint swiftformat",
		Flags: "--fix!args(edit*.) --strict --quiet --config=project --reporter= --lint!args(read*.) --dryrun --swiftversion= --rules= " +
			"--disable= --exclude= --path=project",
		Args: "edit*.", Does: "project", Source: "swiftlint help"},
	{Name: "xcodebuild", Style: "single",
		Flags: "-workspace=project -project=project -scheme= -target= -configuration= -sdk= -destination= -arch= -derivedDataPath=tree " +
			"-list -showsdks -showBuildSettings -showdestinations -json -quiet -verbose -only-testing:* -skip-testing:* " +
			"-resultBundlePath=tree -enableCodeCoverage= -parallel-testing-enabled= -version!alone -resolvePackageDependencies -jobs=",
		Args: "one(build,test,clean,analyze,build-for-testing,test-without-building)*", Does: "project network(registry)",
		Source: "xcodebuild(1); settings (NAME=value), archive and export are left out"},
	{Name: "xcrun", Style: "first", Flags: "--find=!does() --sdk= --show-sdk-path", Args: "exec", Does: "project", Source: "xcrun(1)"},
	{Name: "flutter dart", Flags: "-v,--verbose", Source: "flutter --help 3", Sub: []Row{
		{Name: "analyze test run", Flags: flutterFlags, Args: "project*", Does: "project network(registry)", Source: "flutter test --help"},
		{Name: "build", Flags: flutterFlags, Args: "one(apk,appbundle,ios,web,linux,macos,windows,bundle,ipa)",
			Does: "project network(registry)", Source: "flutter build --help"},
		{Name: "doctor devices", Flags: "-v,--verbose --machine", Source: "flutter doctor --help"},
		{Name: "format", Flags: "-o,--output=one(write,show,json,none) --set-exit-if-changed -l,--line-length= --fix", Args: "edit+",
			Source: "dart format --help"},
		{Name: "fix", Flags: "--dry-run --apply", Does: "project", Source: "dart fix --help"},
		{Name: "pub/get pub/upgrade pub/add pub/remove pub/global upgrade", Flags: "--offline --dry-run --major-versions --dev",
			Args: "inert*", Does: "installs(packages)", Source: "dart pub --help"},
		{Name: "pub/deps pub/outdated", Flags: "--json --style=", Does: "network(registry)", Source: "dart pub --help"},
		{Name: "pub/publish", Args: "inert*", Flags: "-n,--dry-run -f,--force", Does: "external(publish) sends(package)", Source: "dart pub --help"},
		{Name: "create", Args: "tree", Flags: "-t,--template= --org= --platforms=", Does: "project", Source: "flutter create --help"},
		{Name: "compile", Flags: "-o,--output=write", Args: "one(exe,aot-snapshot,js,kernel,wasm) project", Does: "project",
			Source: "dart compile --help"},
		{Name: "clean", Does: "project", Source: "flutter clean --help"},
	}},
}
