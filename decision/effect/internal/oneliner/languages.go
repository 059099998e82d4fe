package oneliner

import (
	"strings"
	"sync"
)

// language is what the reader has to know of a language.
type language struct {
	comments     []string
	prefixes     map[string]bool   // of texts
	interpolates map[string]string // by quote: what in a text is not text
	triple       bool              // texts in three quotes
	template     bool              // texts in backquotes; without it, they are commands
	rawSingle    bool              // escapes say little in single quotes
	oneLine      bool              // a text ends where its line ends
	joins        bool              // texts side by side are one
	unread       string            // signs after which the text may mean anything
	document     string            // what begins a here-document

	opens        bool            // open(path, mode) is a file
	pathType     string          // what makes a path that can write itself
	takesContent map[string]bool // functions of a path and a content; true: they append
	members      bool            // an object has its functions under texts
	mayWrite     map[string]bool // names that may write, run or load something
	modules      map[string]bool // what may be imported
	imports      map[string]bool // the words that do
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// languages are those that are read, by the names of package command.
var languages = sync.OnceValue(func() map[string]*language {
	return map[string]*language{
		"python": {
			comments: []string{"#"}, prefixes: set("r b u f br rb fr rf"), triple: true, oneLine: true, joins: true, unread: "`",
			opens: true, pathType: "Path",
			mayWrite: set(`write writelines write_text write_bytes touch rename renames replace_file shutil subprocess system popen Popen exec eval compile
			__import__ importlib import_module getattr setattr globals locals vars __builtins__ builtins __dict__ __class__ __subclasses__ runpy
			socket urllib requests http httpx base64 binascii codecs marshal pickle ctypes cffi truncate ftruncate symlink symlink_to link hardlink_to
			mkstemp mkdtemp NamedTemporaryFile TemporaryFile fdopen dup dup2 execv execve execvp execl spawnv spawnl posix_spawn fork
			copy copy2 copyfile copytree move extractall extract ZipFile TarFile sqlite3 connect dump to_csv to_json to_excel savetxt save savefig
			FileIO fileinput logging file breakpoint input pty tempfile multiprocessing threading concurrent pdb code`),
			imports: set("import from"),
			modules: set(`sys os re json pathlib io math string textwrap datetime time collections itertools functools typing ast tomllib platform
			statistics random difflib hashlib glob fnmatch pprint operator decimal fractions enum dataclasses shlex csv Path`),
		},
		"javascript": {
			comments: []string{"//", "/*"}, interpolates: map[string]string{"`": "${"}, template: true, oneLine: true, unread: "/#@",
			members: true,
			takesContent: map[string]bool{
				"writeFileSync": false, "writeFile": false, "appendFileSync": true, "appendFile": true,
				"writeTextFileSync": false, "writeTextFile": false,
			},
			mayWrite: set(`write writev writeSync createWriteStream open openSync cp cpSync copyFile copyFileSync rename renameSync symlink symlinkSync link
			linkSync truncate truncateSync ftruncate exec execSync execFile execFileSync spawn spawnSync fork eval Function constructor Worker vm
			child_process import importScripts binding dlopen pipe pipeTo fetch XMLHttpRequest WebSocket globalThis global atob Buffer Reflect Proxy
			runInThisContext runInNewContext Deno Bun mkdtemp with process_binding _load createRequire`),
			imports: set("require"),
			modules: set("fs node:fs fs/promises node:fs/promises path node:path os node:os util node:util url node:url assert node:assert"),
		},
		"ruby": {
			comments: []string{"#"}, interpolates: map[string]string{`"`: "#{"}, rawSingle: true, unread: "/%", document: "<<",
			takesContent: map[string]bool{"write": false, "binwrite": false},
			mayWrite: set(`write binwrite open new syswrite system exec spawn fork eval instance_eval class_eval module_eval send
			public_send __send__ method const_get load require require_relative FileUtils Tempfile Open3 IO popen rename symlink link truncate
			copy_stream Marshal Kernel binding define_method`),
		},
		"php": {
			comments: []string{"//", "#", "/*"}, interpolates: map[string]string{`"`: "$"}, rawSingle: true, document: "<<<",
			takesContent: map[string]bool{"file_put_contents": false},
			mayWrite: set(`fopen fwrite fputs fputcsv touch rename copy symlink link tempnam tmpfile exec shell_exec system passthru popen proc_open eval
			assert include include_once require require_once call_user_func call_user_func_array create_function base64_decode
			move_uploaded_file mkdir SplFileObject ZipArchive PharData curl_init fsockopen unserialize ReflectionFunction`),
		},
	}
})
