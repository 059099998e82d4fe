package command

// Tools of the Java world. Builds run the project's code; a class, archive or
// source file named on the command line is code named by path. Left out are
// class paths of java(1), agents, annotation processors (-processor,
// -processorpath), extensions (-Dmaven.ext.class.path), init scripts (-I) and
// settings (-s).

const mavenGoals = "one(clean,validate,compile,test-compile,process-resources,generate-sources,test,package,integration-test,verify," +
	"site,dependency:tree,dependency:analyze,dependency:list,dependency:resolve,dependency:go-offline," +
	"versions:display-dependency-updates,versions:display-plugin-updates,help:effective-pom,help:active-profiles,spotless:check," +
	"spotless:apply,checkstyle:check,checkstyle:checkstyle,pmd:check,spotbugs:check,surefire:test,failsafe:integration-test," +
	"jacoco:report,javadoc:javadoc,compiler:compile,spring-boot:run,quarkus:dev,fmt:format,fmt:check,enforcer:enforce)*"

var jvmRows = []Row{
	{Name: "java", Style: "first",
		Flags: "-version!alone --version!alone -fullversion!alone -showversion -ea -esa -server -client -Xmx* -Xms* -Xss* -D* " +
			"-jar!args(script inert*) --enable-preview --list-modules!alone -X!alone -help!alone -h!alone -?!alone",
		Args: "script inert*", Source: "java(1) 17"},
	{Name: "javac", Style: "single",
		Flags: "-d=tree -h=tree -s=tree -cp,-classpath,-class-path=one(.,build/classes,target/classes,out,bin,classes,lib) " +
			"-sourcepath,-source-path=list -source= -target= -release= -encoding= -Xlint -Xlint:* -Xdoclint* -Xmaxerrs= -Xmaxwarns= -g " +
			"-g:* -nowarn -verbose -deprecation -Werror -proc:none -parameters -enable-preview -version!alone -help!alone",
		Args: "project*", Does: "project", Source: "javac(1) 17; -J, @files and processors are left out"},
	{Name: "javadoc", Style: "single",
		Flags: "-d=tree -sourcepath=list -cp,-classpath=list -subpackages= -exclude= -encoding= -docencoding= -charset= -public " +
			"-protected -package -private -quiet -windowtitle= -doctitle= -author -version -use -noindex -notree -Xdoclint* -html5 " +
			"-linksource -nodeprecated -link=url",
		Args: "read*", Does: "tree(.)", Source: "javadoc(1) 17; -doclet and -taglet load code"},
	{Name: "javap", Style: "single",
		Flags: "-c -p,-private -v,-verbose -l -s -public -protected -package -sysinfo -constants -cp,-classpath=list", Args: "read+",
		Out: "content", Source: "javap(1)"},
	{Name: "jar", Source: "jar(1)", Sub: []Row{
		{Name: "cf cvf cf0 -cf -cvf", Args: "write read*", Source: "jar(1)"},
		{Name: "tf tvf -tf -tvf", Args: "read inert*", Out: "names", Source: "jar(1)"},
		{Name: "xf xvf -xf -xvf", Args: "read inert*", Does: "tree(.)", Source: "jar(1)"},
		{Name: "uf uvf -uf -uvf", Args: "edit read*", Source: "jar(1)"},
	}},
	{Name: "jps jinfo", Flags: "-l -m -v -q", Args: "inert?", Source: "jps(1)"},
	{Name: "jstack jmap jcmd jdb jshell jconsole jvisualvm", Args: "inert*", Does: "opaque(looks into and steers running programs)",
		Source: "jcmd(1)"},
	{Name: "jdeps", Style: "single",
		Flags: "-s,-summary -v,-verbose -cp,-classpath=list -R,-recursive -jdkinternals -print-module-deps -ignore-missing-deps " +
			"-multi-release=",
		Args: "read+", Source: "jdeps(1)"},
	{Name: "jarsigner", Args: "inert*", Does: "secrets(keys)", Source: "jarsigner(1)"},
	{Name: "mvn", Style: "cc",
		Flags: "-B,-batch-mode -q,-quiet -e,-errors -X,-debug -U,-update-snapshots -o,-offline -N,-non-recursive " +
			"-ntp,-no-transfer-progress -fae,-fail-at-end -ff,-fail-fast -fn,-fail-never -pl,-projects= -am,-also-make " +
			"-amd,-also-make-dependents -rf,-resume-from= -T,-threads= -P,-activate-profiles= " +
			"-D=one(skipTests,skipTests=*,skipITs,skipITs=*,maven.test.skip,maven.test.skip=*,test=*,it.test=*,checkstyle.skip*," +
			"spotbugs.skip*,jacoco.skip*,failIfNoTests=*,surefire.failIfNoSpecifiedTests=*,includes=*,verbose,style.color=*," +
			"maven.javadoc.skip*,enforcer.skip*) -f,-file=project -l,-log-file=write -V,-show-version -v!alone -C -c -nsu -color=",
		Args: mavenGoals, Does: "project network(registry)",
		Source: "mvn(1) 3.8; a goal by full coordinates is code from elsewhere; install, deploy and release goals are left out"},
	{Name: "gradle",
		Flags: "-x,--exclude-task= -i,--info -d,--debug -q,--quiet -w,--warn -s,--stacktrace -S,--full-stacktrace --no-daemon --daemon " +
			"--offline --parallel --no-parallel --build-cache --no-build-cache --rerun-tasks --continue --console= -m,--dry-run " +
			"-p,--project-dir=chdir -b,--build-file=project --tests= --warning-mode= --configuration-cache --no-configuration-cache " +
			"-t,--continuous --all --configuration= --status!does() --stop!disrupts(build daemons) -a,--no-rebuild --max-workers= " +
			"--refresh-dependencies --profile --scan!external(a build scan)!sends(build data) --no-scan --group= --task= --dependency= " +
			"--project-cache-dir=tree -v!alone",
		Args: "task*", Does: "project network(registry)", Source: "gradle --help 8; -I, -D, -P, -g and --include-build are left out"},
	{Name: "ant", Style: "single",
		Flags: "-f,-file,-buildfile=project -p,-projecthelp -k,-keep-going -q,-quiet -S,-silent -v,-verbose -d,-debug -e,-emacs " +
			"-l,-logfile=write -noinput -diagnostics -version!alone -help!alone -h!alone",
		Args: "task*", Does: "project", Source: "ant(1) 1.10; -lib, -logger, -listener and -D are left out"},
	{Name: "sbt", Style: "single", Flags: "-batch -no-colors -warn -error -debug -mem=",
		Args: "one(compile,test,run,clean,package,update,assembly,doc,Test/compile,test:compile,scalafmt,scalafmtAll,scalafmtCheck," +
			"scalafmtCheckAll,scalafixAll,dependencyTree,projects,testQuick,it:test,IntegrationTest/test)*",
		Does: "project network(registry)", Source: "sbt --help 1.10; its operands are commands that may hold code (eval, set)"},
	{Name: "mill lein bb", Args: "one(compile,test,run,clean,check,deps,uberjar,jar,lint,__.compile,__.test,tasks)*",
		Does: "project network(registry)", Source: "mill --help, lein help"},
	{Name: "kotlinc kotlinc-jvm", Style: "single",
		Flags: "-d=write -include-runtime -cp,-classpath=list -jvm-target= -no-stdlib -no-reflect -nowarn -Werror -verbose " +
			"-language-version= -api-version= -progressive -module-name= -version!alone",
		Args: "project+", Does: "project tree(.)", Source: "kotlinc -help 2; -script, -expression, -P and -Xplugin are left out"},
	{Name: "scalac", Style: "single",
		Flags: "-d=tree -cp,-classpath=one(.,build/classes,target/classes,out,bin,classes,lib) -deprecation -feature -unchecked -Xlint " +
			"-Werror -explain -encoding= -release= -verbose -version!alone",
		Args: "project+", Does: "project tree(.)", Source: "scalac -help; plug-ins are left out"},
	{Name: "kotlin scala groovy clojure clj", Style: "first", Args: "script inert*", Source: "scala(1): run a file or an expression"},
	{Name: "scala-cli", Source: "scala-cli help", Sub: []Row{
		{Name: "compile test fmt fix", Flags: "--check -S= --server=", Args: "project*.", Does: "project", Source: "scala-cli help"},
		{Name: "run", Args: "script inert*", Source: "scala-cli help"},
	}},
	{Name: "ktlint ktfmt detekt",
		Flags: "-F,--format!args(edit*.) --reporter=one(plain,json,checkstyle,html,sarif,plain?group_by_file) --relative --color " +
			"--editorconfig=read -i,--input=read -c,--config=read --build-upon-default-config --all-rules --parallel --baseline=read " +
			"--dry-run -n --kotlinlang-style --google-style",
		Args: "read*.", Does: "project", Source: "ktlint --help, detekt --help; --ruleset and --plugins load code"},
	{Name: "scalafmt scalafix google-java-format",
		Flags: "-c,--config=project --check,--test!args(read*) --list -i,--replace --dry-run,-n --set-exit-if-changed --aosp,-a --diff " +
			"--non-interactive --quiet --mode= --stdout",
		Args: "edit*.", Does: "project", Source: "scalafmt --help, google-java-format --help"},
	{Name: "checkstyle pmd spotbugs", Args: "inert*", Does: "opaque(its rules may be code)", Source: "checkstyle(1)"},
	{Name: "sdk jenv jabba", Args: "inert*", Does: "installs(versions of Java)", Source: "sdk help"},
	{Name: "spring quarkus", Args: "inert*", Does: "opaque(makes and runs projects)", Source: "spring help"},
}
