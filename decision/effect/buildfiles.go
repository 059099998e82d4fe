package effect

import (
	"path"
	"slices"
)

// buildFiles are the names of files in which a project says what its build,
// test or lint tools run. Each is documented by its tool as the place for
// commands, plugins or code.
var buildFiles = []string{
	"Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "Taskfile.yml", "Taskfile.yaml",
	"package.json", "Cargo.toml", "build.rs", "pyproject.toml", "setup.py", "setup.cfg", "tox.ini", "noxfile.py",
	"conftest.py", "pytest.ini", "tasks.py", "dodo.py", "build.gradle", "build.gradle.kts", "settings.gradle",
	"settings.gradle.kts", "pom.xml", "build.xml", "build.sbt", "CMakeLists.txt", "meson.build", "build.ninja",
	"BUILD", "BUILD.bazel", "WORKSPACE", "MODULE.bazel", "Rakefile", "Gemfile", "composer.json", "mix.exs",
	"dune", "dune-project", "stack.yaml", "Directory.Build.props", "Directory.Build.targets", "gulpfile.js",
	"Gruntfile.js", ".pre-commit-config.yaml", "configure", "Dockerfile", "docker-compose.yml", "compose.yaml",
}

// buildFilePatterns are names that differ from project to project.
var buildFilePatterns = []string{
	"*.mk", "*.cmake", "*.csproj", "*.gemspec", "*.cabal", "vite.config.*", "webpack.config.*", "rollup.config.*",
	"jest.config.*", "vitest.config.*", "babel.config.*", "eslint.config.*", ".eslintrc*", "next.config.*",
	"tailwind.config.*", "postcss.config.*", "karma.conf.*", "*.podspec",
}

// IsBuildFile reports whether a file of this name tells the build, test or
// lint tools of a project what to run. Whoever writes one decides what the
// next build does.
func IsBuildFile(file string) bool {
	name := path.Base(file)
	if slices.Contains(buildFiles, name) {
		return true
	}
	for _, pattern := range buildFilePatterns {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}
