package effect

import "strings"

// regenerable are names of directories and files that tools make and make
// again: what is lost with them is time. Each is the default of a tool.
var regenerable = newClassesOnce([]string{
	"node_modules/", "bower_components/", ".next/", ".nuxt/", ".svelte-kit/", ".parcel-cache/", ".turbo/", ".vite/", ".angular/",
	"dist/", "build/", "out/", "target/", "_build/", "cmake-build-*/", "bin/debug/", "bin/release/", "obj/", ".gradle/", "deriveddata/",
	"__pycache__/", ".pytest_cache/", ".mypy_cache/", ".ruff_cache/", ".tox/", ".nox/", ".eggs/", "*.egg-info/", ".ipynb_checkpoints/",
	".venv/", "venv/", "coverage/", "htmlcov/", ".nyc_output/", ".coverage", "coverage.out", "coverage.xml", "lcov.info",
	".cache/", ".terraform/", "_site/", "public/build/", "storybook-static/", ".dart_tool/", ".stack-work/", "dist-newstyle/",
	"*.o", "*.a", "*.so", "*.obj", "*.pyc", "*.pyo", "*.class", "*.log", "*.tmp", "*.temp", "*.swp", "*.orig", "*.rej", "*.gcda", "*.gcno",
	"*.prof", "*.test", "*.tsbuildinfo", ".ds_store", "thumbs.db", "npm-debug.log*", "yarn-error.log", "nohup.out", "a.out",
	".eslintcache", ".stylelintcache",
})

// regenerableFiles are such names of files. Directories of these names hold
// sources: src/core, conf.d.
var regenerableFiles = newClassesOnce([]string{"*.d", "core"})

// isRegenerable reports a path that is, or lies in, one of them. A record of who
// did what is not made again.
func isRegenerable(path string) bool {
	path = strings.TrimRight(path, "/*")
	return regenerable().match(path) && !isRecord(path)
}

// isRecord reports a log whose name says that it is there to be looked into
// afterwards.
func isRecord(path string) bool {
	name := strings.ToLower(path[strings.LastIndexByte(path, '/')+1:])
	if !strings.HasSuffix(name, ".log") {
		return false
	}
	for _, word := range []string{"audit", "agent", "security", "auth", "access", "decision", "history"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
