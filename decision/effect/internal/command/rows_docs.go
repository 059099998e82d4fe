package command

// Tools for documents and tables. Document builders run extensions that the
// project's configuration names. Left out are filters and templates that are
// programs (pandoc --filter and --lua-filter, a reader or writer in Lua) and
// what starts a shell or a browser.

const xsvFlags = "-d,--delimiter= -n,--no-headers -o,--output=write -s,--select= -i -v,--invert-match -l,--len= -S,--start= -e,--end= " +
	"-N,--numeric -R --jobs= --everything --mode --cardinality --median --nulls --limit= -a,--asc -t,--out-delimiter= --crlf --ascii " +
	"--quote= --quote-always --escape= --left --right --full --cross --no-case -w,--width= -p,--pad= -c,--condense= -j,--just-names " +
	"--intersect"

var docsRows = []Row{
	{Name: "pandoc",
		Flags: "-f,-r,--from,--read=one(*.lua,*/*)!opaque(a reader in Lua) -f,-r,--from,--read= " +
			"-t,-w,--to,--write=one(*.lua,*/*)!opaque(a writer in Lua) -t,-w,--to,--write= -o,--output=write -s,--standalone[=] " +
			"--toc,--table-of-contents[=] --toc-depth= -N,--number-sections[=] --wrap= --columns= --self-contained[=]!doubts(takes in whatever the text names) " +
			"--embed-resources[=]!doubts(takes in whatever the text names) -c,--css=read -M,--metadata= --metadata-file=read -V,--variable= --highlight-style= " +
			"--shift-heading-level-by= --atx-headers --markdown-headings= --reference-links[=] --section-divs[=] -i,--incremental[=] " +
			"--ascii[=] --mathjax[=] --katex[=] --mathml --citeproc -C --bibliography=read --csl=read --template=read " +
			"--reference-doc=read --resource-path=list --extract-media=tree --tab-stop= --eol= --dpi= --slide-level= --title-prefix= " +
			"-H,--include-in-header=read -B,--include-before-body=read -A,--include-after-body=read --strip-comments[=] " +
			"--fail-if-warnings[=] --quiet --verbose --sandbox[=] --list-input-formats!alone --list-output-formats!alone " +
			"--list-extensions[=]!alone --list-highlight-languages!alone --list-highlight-styles!alone -D=!alone -v!alone " +
			"--epub-cover-image=read --file-scope[=] --id-prefix= --preserve-tabs[=] -p " +
			"--pdf-engine=one(pdflatex,xelatex,lualatex,tectonic,wkhtmltopdf,weasyprint,typst)!project",
		Args: "read*", Out: "content", In: "data?",
		Source: "pandoc(1) 3.6; --filter, --lua-filter, --defaults and --data-dir are left out"},
	{Name: "sphinx-build sphinx-autobuild sphinx-apidoc sphinx-quickstart",
		Flags: "-b,--builder= -a,--write-all -E,--fresh-env -d,--doctree-dir=tree -j,--jobs= -c,--conf-dir=project -D=not(extensions*,*path*,*cmd*,*command*) -A= -t,--tag= " +
			"-n,--nitpicky -v,--verbose -q,--quiet -Q,--silent -w,--warning-file=write -W,--fail-on-warning --keep-going " +
			"-T,--show-traceback --color --no-color -f,--force -o=tree -e,--separate -M --no-toc --ext-autodoc -p=",
		Args: "project project? inert*", Does: "project tree(.)", Source: "sphinx-build(1) 8: conf.py is code"},
	{Name: "mkdocs zensical", Flags: "-V!alone -q,--quiet -v,--verbose", Source: "mkdocs --help 1.6", Sub: []Row{
		{Name: "build serve get-deps",
			Flags: "-c,--clean --dirty -f,--config-file=project -s,--strict --no-strict -t,--theme= -d,--site-dir=tree -q,--quiet " +
				"-v,--verbose -a,--dev-addr=one(localhost:*,127.0.0.1:*) --no-livereload -w,--watch=list",
			Does: "project", Source: "mkdocs build --help: plug-ins and hooks of mkdocs.yml"},
		{Name: "new", Args: "tree", Source: "mkdocs new --help"},
		{Name: "gh-deploy", Args: "inert*", Does: "project external(publish)", Source: "mkdocs gh-deploy --help"},
	}},
	{Name: "asciidoctor asciidoctor-pdf",
		Flags: "-b,--backend= -d,--doctype= -o,--out-file=write -D,--destination-dir=tree -e,--embedded,--no-header-footer -s " +
			"-a,--attribute= -n,--section-numbers -S,--safe-mode= --safe -q,--quiet -v,--verbose -w,--warnings --failure-level= " +
			"-B,--base-dir=list -R,--source-dir=list -E,--template-engine= --trace -t,--timings -V!alone",
		Args: "read+", Does: "tree(.)", Source: "asciidoctor(1) 2; -r, -I and -T load code"},
	{Name: "doxygen", Flags: "-g!args(create?) -s -u -l -b -q -v!alone", Args: "project?", Does: "project",
		Source: "doxygen(1): the configuration may name filters"},
	{Name: "jekyll hugo eleventy zola docusaurus vitepress gatsby hexo",
		Flags: "-D,--buildDrafts,--drafts -d,--destination=tree -s,--source=project --minify --config=project -q,--quiet -v,--verbose " +
			"-p,--port= --incremental --gc --cleanDestinationDir --trace -e,--environment= --baseURL= -b= --future",
		Args: "one(build,serve,server,doctor,version,check,list,env,config,dev,clean,preview)?", Does: "project network(modules)",
		Source: "hugo help, jekyll help; deploy is left out"},
	{Name: "pdflatex xelatex lualatex latex latexmk tectonic bibtex biber makeindex", Style: "single",
		Flags: "-interaction= -halt-on-error -file-line-error -output-directory=tree -outdir=tree -jobname= -no-shell-escape -synctex= " +
			"-draftmode -pdf -xelatex -lualatex -c -C -f -g -quiet -silent -version!alone -output-format=",
		Args: "project+", Does: "project", Source: "pdflatex(1), latexmk(1): latexmkrc is code; -shell-escape and -e are left out"},
	{Name: "typst", Source: "typst help 0.13", Sub: []Row{
		{Name: "compile c", Flags: "--root=list --input= --font-path=list -f,--format= --ppi= --pages= --diagnostic-format=",
			Args: "read write?", Does: "network(packages) tree(.)", Source: "typst help compile"},
		{Name: "fonts query", Args: "inert*", Source: "typst help"},
	}},
	{Name: "dot neato fdp sfdp circo twopi osage patchwork",
		Flags: "-T= -o=write -O!tree(.) -G= -N= -E= -K= -l=read -n[=] -q -s[=] -v -y -V!alone -x -P", Args: "read*", Out: "content",
		In: "data?", Source: "dot(1) 12; -c writes the configuration of plug-ins"},
	{Name: "mmdc",
		Flags: "-i,--input=read -o,--output=write -t,--theme= -w,--width= -H,--height= -b,--backgroundColor= -c,--configFile=read " +
			"-C,--cssFile=read -s,--scale= -f,--pdfFit -q,--quiet -e,--outputFormat= -I,--svgId= -a,--artefacts=tree",
		Does: "tree(.)", Source: "mmdc --help 11; -p starts the browser with other settings"},
	{Name: "plantuml", Style: "single",
		Flags: "-tpng -tsvg -ttxt -tutxt -teps -tpdf -tlatex -o=tree -output=tree -charset= -metadata!does() -syntax!does() " +
			"-checkonly!does() -v -verbose -quiet -failfast -failfast2 -noerror -nometadata -theme= -version!alone -testdot!alone " +
			"-language!alone -pipe!does() -encodesprite= -darkmode -duration",
		Args: "read*", Does: "tree(.)", Out: "content", In: "data?",
		Source: "plantuml -help; -D, -I, -config, -graphvizdot and -picoweb are left out"},
	{Name: "d2", Flags: "-t,--theme= -l,--layout= -w,--watch --pad= --sketch --scale= --dark-theme= -b,--bundle", Args: "read write?",
		Does: "tree(.)", Source: "d2 --help"},
	{Name: "drawio inkscape gimp libreoffice soffice ebook-convert wkhtmltopdf weasyprint", Args: "inert*",
		Does: "opaque(documents may hold macros and fetch)", Source: "soffice --help"},
	{Name: "rst2html rst2html5 rst2html.py rst2latex docutils",
		Flags: "--strict -q -v --stylesheet=read --no-file-insertion --no-raw --link-stylesheet --report= -r=", Args: "read? write?",
		Out: "content", In: "data?", Source: "rst2html5 --help"},
	{Name: "markdown multimarkdown cmark cmark-gfm marked markdown_py glow mdcat",
		Flags: "-t,--to= -o=write --gfm -e,--extension= --unsafe --smart --hardbreaks --width= -w= -s= -p", Args: "read*", Out: "content",
		In: "data?", Source: "cmark(1), glow --help"},
	{Name: "mdformat", Flags: "--check!args(read+) --wrap= --number --exclude=", Args: "edit+", Does: "project", Source: "mdformat --help"},
	// PDF.
	{Name: "pdftotext pdftohtml pdftocairo pdftoppm", Style: "single",
		Flags: "-f= -l= -r= -layout -raw -simple -nopgbrk -enc= -eol= -htmlmeta -bbox -tsv -q -png -jpeg -svg -pdf -singlefile " +
			"-scale-to= -x= -y= -W= -H= -gray -mono -c -s -i -noframes -stdout -xml -table -nodiag -colspacing=",
		Args: "read write?", Does: "tree(.)", Out: "content", Source: "pdftotext(1) poppler 24"},
	{Name: "pdfinfo pdffonts pdfimages", Style: "single",
		Flags: "-f= -l= -box -meta -js -struct -dests -isodates -rawdates -list -png -j -all -enc= -subst", Args: "read write?",
		Out: "content", Source: "pdfinfo(1) poppler 24"},
	{Name: "pdfunite pdfseparate", Style: "single", Flags: "-f= -l=", Args: "read+ write", Source: "pdfunite(1) poppler 24"},
	{Name: "qpdf",
		Flags: "@*!opaque(options from a file) --empty --pages!args(read* write) --split-pages[=] --rotate= --linearize --check " +
			"--show-npages --show-pages --show-object= --requires-password --is-encrypted --json[=] --qdf --object-streams= " +
			"--stream-data= --compress-streams= --recompress-flate --flatten-annotations= --warning-exit-0 --no-warn " +
			"--replace-input!edits --password=secret --decrypt --collate[=] --coalesce-contents --optimize-images --progress --verbose",
		Args: "read write?",
		Source: "qpdf(1) 11: what stands between --pages and -- are files and ranges of pages; @files, --encrypt, --overlay and " +
			"attachments are left out"},
	{Name: "pdftk mutool gs ps2pdf pdfcrop pdfjam ocrmypdf", Args: "inert*", Does: "opaque(PostScript is a program)", Source: "gs(1)"},
	// Marked-up and tabular data.
	{Name: "xmllint",
		Flags: "--format --noout --valid --postvalid --schema=read --relaxng=read --dtdvalid=read --schematron=read --xpath= --html " +
			"--recover --nonet --noblanks --nocdata --noent!opaque(entities read files) --c14n --c14n11 --exc-c14n --encode= " +
			"-o,--output=write --pretty= --quiet --huge --debug --compress --stream --testIO --sax --dropdtd --timing --noenc " +
			"--nsclean --memory --push --catalogs --xmlout --path=list --nodefdtd --oldxml10 --dtdattr --insert --copy",
		Args: "read*", Out: "content", In: "data", Source: "xmllint(1) 2.12; --shell and --load-trace are left out"},
	{Name: "xsltproc saxon xmlstarlet xml", Args: "inert*", Does: "opaque(stylesheets read and write files)", Source: "xsltproc(1)"},
	{Name: "tidy", Style: "single",
		Flags: "-q,-quiet -e,-errors -i,-indent -m,-modify!edits -asxhtml -asxml -utf8 -wrap= -o,-output=write -xml -c,-clean -b -w=",
		Args:  "read*", Out: "content", In: "data?", Source: "tidy(1)"},
	{Name: "htmlq pup xq hred",
		Flags: "-p,--pretty -t,--text -a,--attribute= -r,--remove-nodes= -f,--filename=read -o,--output=write -w,--ignore-whitespace " +
			"-b,--detect-base -B,--base= -c,--color --plain -n,--number -i,--indent= -l,--limit= --charset=",
		Args: "inert*", Out: "content", In: "data", Source: "htmlq --help 0.4, pup --help"},
	{Name: "csvcut csvgrep csvsort csvlook csvstat csvjoin csvstack csvformat csvjson in2csv",
		Flags: "-d,--delimiter= -t,--tabs -q,--quotechar= -u,--quoting= -b,--no-doublequote -p,--escapechar= -z,--maxfieldsize= " +
			"-e,--encoding= -L,--locale= -S,--skipinitialspace --blanks -H,--no-header-row -K,--skip-lines= -l,--linenumbers --zero " +
			"-n,--names -c,--columns= -C,--not-columns= -x,--delete-empty-rows -m,--match= -r,--regex= -i,--invert-match " +
			"-a,--any-match -I,--no-inference -y,--snifflimit= --reverse --csv --json --type --nulls --non-nulls --unique --min --max " +
			"--sum --mean --median --stdev --len --max-length --freq --freq-count= --count --decimal-format= -f,--format= --max-rows= " +
			"--max-columns= --max-column-width= --max-precision= --no-number-ellipsis --outer --left --right -g,--groups= --filenames " +
			"-D,--out-delimiter= -T,--out-tabs -A,--out-asv -Q,--out-quotechar= -U,--out-quoting= -B,--out-no-doublequote " +
			"-P,--out-escapechar= -M,--out-lineterminator= -E,--skip-header --dry-run -k,--key= --stream -s,--schema=read --sheet= " +
			"--write-sheets=!tree(.) --names-only",
		Args: "read*", Out: "content", In: "data?", Source: "csvkit 2; csvsql and csvpy run SQL and code"},
	{Name: "xsv qsv xan", Flags: "-h!alone", Source: "xsv --help 0.13", Sub: []Row{
		{Name: "headers count stats table fmt frequency flatten fixlengths reverse slice sort input", Flags: xsvFlags, Args: "read*",
			Out: "content", In: "data?", Source: "xsv --help"},
		{Name: "index", Flags: xsvFlags, Args: "read", Does: "tree(.)", Source: "xsv index --help"},
		{Name: "select search sample", Flags: xsvFlags, Args: "inert read?", Out: "content", In: "data", Source: "xsv --help"},
		{Name: "cat", Flags: xsvFlags, Args: "one(rows,columns) read*", Out: "content", In: "data?", Source: "xsv cat --help"},
		{Name: "join", Flags: xsvFlags, Args: "inert read inert read", Out: "content", Source: "xsv join --help"},
	}},
	{Name: "datamash",
		Flags: "-t,--field-separator= -s,--sort -g,--group= -H,--headers -i,--ignore-case -W,--whitespace --header-in --header-out " +
			"-R,--round= --narm -f,--full -C --format= --output-delimiter=",
		Args: "inert+", Out: "content", In: "data", Source: "datamash(1)"},
	{Name: "gnuplot", Args: "project*", Does: "opaque(a script can run programs)", Source: "gnuplot(1)"},
}
