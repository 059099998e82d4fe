package command_test

import "testing"

func TestJVMRows(t *testing.T) {
	t.Parallel()
	checkPlans(t, []row{
		{"java -version", ""},
		{"java -jar x.jar a", "script(x.jar a)"},
		{"java -cp /tmp/x Main", "script(/tmp/x Main) gap"},
		{"java -javaagent:/tmp/x Main", "script(Main) gap"},
		{"javac src/A.java", "project(src/A.java) project"},
		{"javac -version -processorpath p -processor P src/T.java", "project(p) project(P) project(src/T.java) project gap"},
		{"javac -cp lib:/tmp/x.jar A.java", "project(A.java) project gap"},
		{"javac @/tmp/args", "project(@/tmp/args) project gap"},
		{"javac -J-Dx=y A.java", "project(A.java) project gap"},
		{"jar tf x.jar", "read(x.jar) >names"},
		{"jar xf x.jar", "read(x.jar) tree(.)"},
		{"jar cf x.jar classes", "write(x.jar) read(classes)"},
		{"mvn -q test -Dtest=FooTest", "project network:registry"},
		{"mvn install", "project network:registry gap"},
		{"mvn deploy", "project network:registry gap"},
		{"mvn exec:exec -Dexec.executable=sh", "project network:registry gap"},
		{"mvn org.evil:plugin:1.0:run", "project network:registry gap"},
		{"mvn -s /tmp/s.xml test", "project network:registry gap"},
		{"mvn -f /tmp/x/pom.xml test", "project(/tmp/x/pom.xml) project network:registry"},
		{"mvn test -Dmaven.ext.class.path=/tmp/x.jar", "project network:registry gap"},
		{"gradle build", "task(build) project network:registry"},
		{"gradle clean publish", "task(clean) task(publish) project network:registry"},
		{"gradle -I /tmp/init.gradle build", "task(/tmp/init.gradle) task(build) project network:registry gap"},
		{"gradle -Dorg.gradle.java.home=/tmp build", "task(build) project network:registry gap"},
		{"gradle -p ../other build", "task(build) project network:registry dir=../other"},
		{"gradle build --scan", "external:a build scan sends:build data task(build) project network:registry"},
		{"ant -Dx=y dist", "task(dist) project gap"},
		{"ant -lib /tmp dist", "task(/tmp) task(dist) project gap"},
		{"ant clean", "task(clean) project"},
		{"sbt test", "project network:registry"},
		{"sbt 'testOnly x; eval 1'", "project network:registry gap"},
		{"kotlinc -script x.kts", "project(x.kts) project tree(.) gap"},
		{"kotlinc a.kt -d a.jar", "write(a.jar) project(a.kt) project tree(.)"},
		{"jshell", "gap"},
		{"scala x.scala", "script(x.scala)"},
		{"ktlint -F src", "edit(src) project"},
		{"ktlint --ruleset /tmp/x.jar", "read(/tmp/x.jar) project gap"},
	})
}
