//go:build cgo

package all_test

// sample is a pattern and the kind of node that it stands for, which the
// strictness template needs beside it.
type sample struct{ kind, pattern string }

// patterns are tried at every strictness on the sample file of their language.
func patterns() map[string][]sample {
	return map[string][]sample{
		"typescript": {
			{"call_expression", "foo($A)"}, {"call_expression", "foo($A, $B)"}, {"call_expression", "foo()"},
			{"call_expression", "foo($$$)"}, {"call_expression", "foo($$$ARGS)"}, {"call_expression", "foo(1)"},
			{"call_expression", "foo(1,)"}, {"call_expression", "foo(1, 2)"}, {"call_expression", "foo('x')"},
			{"call_expression", "bar($$$A, 4)"}, {"call_expression", "bar($$$A, $B)"}, {"call_expression", "bar($A, $$$B, 4)"},
			{"call_expression", "bar($$$A, 3, $$$B)"}, {"call_expression", "fetch($$$)"}, {"call_expression", "$F($$$, $X)"},
			{"call_expression", "$O.$M($$$ARGS)"}, {"call_expression", "console.log($A, $$$REST)"},
			{"import_statement", "import $A from 'node:path'"}, {"import_statement", "import path from 'node:path'"},
			{"import_statement", "import { $$$NAMES } from $M"}, {"import_statement", "import { readFile, $$$ } from 'node:fs'"},
			{"lexical_declaration", "const $A = $B"}, {"lexical_declaration", "let $A = $B"}, {"lexical_declaration", "const $A: $T = $B"},
			{"function_declaration", "function $F($$$) { $$$ }"}, {"function_declaration", "function $F($$$P) { $$$B }"},
			{"function_declaration", "async function load($$$): $R { $$$ }"},
			{"arrow_function", "() => $X"}, {"arrow_function", "($P) => $P * $P"}, {"arrow_function", "async () => $X"},
			{"class_declaration", "class $C { $$$ }"}, {"class_declaration", "class $C extends $B { $$$M }"},
			{"class_declaration", "class $C { $F = $V }"}, {"new_expression", "new Foo()"}, {"new_expression", "new Foo"},
			{"new_expression", "new $C($$$)"}, {"if_statement", "if ($A) { $$$ }"}, {"if_statement", "if ($A) { $$$B } else { $$$C }"},
			{"binary_expression", "$A == $A"}, {"binary_expression", "$A === $B"}, {"array", "[$A, $A]"}, {"array", "[$$$]"},
			{"array", "[$A, $$$, $A]"}, {"assignment_expression", "$A = $A"}, {"identifier", "counter"}, {"number", "1"},
			{"try_statement", "try { $$$ } catch ($E) { $$$H }"}, {"template_string", "`hello ${$A} and ${$B}`"}, {"string", "\"x\""},
			{"member_expression", "$A.$B.$C"}, {"await_expression", "await $$A"}, {"return_statement", "return $A"},
			{"interface_declaration", "interface $I { $$$F }"}, {"statement_block", "{ $$$ONLY }"}, {"statement_block", "{ $S }"},
			{"switch_statement", "switch ($X) { $$$ }"}, {"call_expression", "foo(/* c */ 1)"}, {"call_expression", "$_($_)"},
		},
		"tsx": {
			{"call_expression", "fetch($$$)"}, {"call_expression", "useState($$$A)"}, {"call_expression", "useEffect($F)"},
			{"call_expression", "useEffect(() => { $$$ }, [])"}, {"call_expression", "useEffect(() => { $$$ }, $DEPS)"},
			{"lexical_declaration", "const [$A, $B] = useState($$$)"}, {"jsx_self_closing_element", "<Avatar $$$ATTRS />"},
			{"jsx_self_closing_element", "<Avatar src={$S} />"}, {"jsx_self_closing_element", "<$C />"}, {"jsx_element", "<$T $$$A>$$$C</$T>"},
			{"jsx_element", "<p>$$$</p>"}, {"jsx_element", "<li key={$K}>{$V}</li>"}, {"jsx_attribute", "<a b={$X} />"},
			{"arrow_function", "$I => $B"}, {"call_expression", "$L.map($F)"}, {"call_expression", "foo(1, 2)"},
			{"return_statement", "return null"}, {"function_declaration", "function $F({ $$$ }: Props) { $$$ }"}, {"call_expression", "$A($B)($$$)"},
		},
		"javascript": {
			{"call_expression", "require($M)"}, {"call_expression", "require('fs')"}, {"call_expression", "eval($CODE)"}, {"call_expression", "eval($$$)"},
			{"variable_declarator", "$A = require($B)"}, {"lexical_declaration", "const $A = require($B)"}, {"call_expression", "setTimeout($F, 10)"},
			{"call_expression", "setTimeout(() => $X, $N)"}, {"call_expression", "setTimeout(function () { $$$ }, $N)"},
			{"function_declaration", "function $F($$$) { $$$ }"}, {"generator_function_declaration", "function* $F() { $$$ }"},
			{"assignment_expression", "module.exports = { $$$ }"}, {"assignment_expression", "module.exports.$N = $V"}, {"call_expression", "$P.then($A)"},
			{"call_expression", "$P.then($A).catch($B)"}, {"ternary_expression", "$A ? $B : $C"}, {"for_statement", "for ($$$) { $$$ }"},
			{"for_statement", "for (var $I = 0; $C; $S) { $$$B }"}, {"while_statement", "while (true) { $$$ }"}, {"try_statement", "try { $$$ } catch { $$$ }"},
			{"try_statement", "try { $$$ } catch ($E) { }"}, {"if_statement", "if ($A) $B"}, {"if_statement", "if ($A) $B; else $C"},
			{"call_expression", "assert($A === $A)"}, {"call_expression", "assert($A)"}, {"call_expression", "console.log($$$)"}, {"call_expression", "console.log($A, b)"},
			{"new_expression", "new Promise(($A, $B) => { $$$ })"}, {"regex", "/ab+c/gi"}, {"augmented_assignment_expression", "$A ??= $B"},
			{"class_declaration", "class $A { $$$ }"}, {"call_expression", "$F()"}, {"object", "{ $$$ }"}, {"null", "null"},
		},
		"python": {
			{"call", "print($A)"}, {"call", "print($$$)"}, {"call", "print($A, $B)"}, {"call", "print()"}, {"call", "print(\"hello\")"}, {"call", "print(1, 2)"},
			{"call", "eval($X)"}, {"call", "subprocess.run($C, shell=True)"}, {"call", "subprocess.run($$$, shell=True, $$$)"}, {"call", "subprocess.run($$$A)"},
			{"call", "requests.get($$$, verify=False, $$$REST)"}, {"import_statement", "import $A"}, {"import_statement", "import os, sys"},
			{"import_from_statement", "from $M import $N"}, {"import_from_statement", "from . import $N"}, {"import_from_statement", "from os import *"},
			{"function_definition", "def $F($$$): $$$"}, {"function_definition", "def $F($$$) -> $R: $$$"}, {"function_definition", "async def $F($$$): $$$B"},
			{"class_definition", "class $C($$$): $$$"}, {"comparison_operator", "$A == None"}, {"comparison_operator", "$A == $A"}, {"comparison_operator", "$A is None"},
			{"assignment", "$A = $B"}, {"assignment", "$A: int = $B"}, {"if_statement", "if $A: $$$"}, {"for_statement", "for $I in $R: $$$"},
			{"list_comprehension", "[$X for $I in $R if $C]"}, {"lambda", "lambda $$$: $B"}, {"with_statement", "with open($$$) as $F: $$$"},
			{"assert_statement", "assert $A"}, {"assert_statement", "assert ($A, $B)"}, {"raise_statement", "raise $E from $C"}, {"call", "foo($A, $A)"},
			{"call", "os.system($A + $B)"}, {"attribute", "self.$A"}, {"string", "\"hello\""}, {"augmented_assignment", "$A += 1"}, {"call", "super().__init__()"},
		},
		"go": {
			{"call_expression", "fmt.Println($$$)"}, {"call_expression", "fmt.Println($A)"}, {"call_expression", "fmt.Println($A, $B)"}, {"call_expression", "panic($A)"},
			{"call_expression", "fmt.Printf($F, $$$ARGS)"}, {"call_expression", "fmt.Printf($_, $A, $A)"}, {"call_expression", "check()"}, {"call_expression", "check($A)"},
			{"if_statement", "if err != nil { return $A, err }"}, {"if_statement", "if err != nil { $$$ }"}, {"if_statement", "if $A := $B; $C { $$$ }"},
			{"short_var_declaration", "$A := $B"}, {"short_var_declaration", "$A, err := $B"}, {"short_var_declaration", "$A := context.$F()"},
			{"function_declaration", "func $F($$$) $R { $$$ }"}, {"function_declaration", "func check($$$) error { $$$B }"}, {"method_declaration", "func ($R $T) $M($$$) ($$$) { $$$ }"},
			{"defer_statement", "defer $F.Close()"}, {"go_statement", "go func() { $$$ }()"}, {"go_statement", "go $F($$$)"}, {"for_statement", "for { $$$ }"},
			{"for_statement", "for $A := 0; $B; $C { $$$ }"}, {"for_statement", "for $I, $V := range $X { $$$ }"}, {"assignment_statement", "$A = $A"}, {"assignment_statement", "$A, $B = $B, $A"},
			{"composite_literal", "[]int{$$$}"}, {"composite_literal", "map[string]int{$$$KV}"}, {"type_declaration", "type $N interface { $$$ }"}, {"type_declaration", "type $N struct { $$$ }"},
			{"var_declaration", "var $E = errors.New($M)"}, {"binary_expression", "$A == nil"}, {"binary_expression", "$A && $B"}, {"import_declaration", "import \"os\""}, {"import_declaration", "import ($$$)"},
			{"identifier", "limit"}, {"interpreted_string_literal", "\"a\""}, {"slice_expression", "$A[$B:$C]"}, {"return_statement", "return $A, $B"},
		},
		"rust": {
			{"call_expression", "foo($A)"}, {"call_expression", "foo($$$)"}, {"call_expression", "foo(1)"}, {"call_expression", "foo(1, 2)"}, {"call_expression", "foo($A, $A)"}, {"call_expression", "foo()"},
			{"call_expression", "$A.unwrap()"}, {"call_expression", "$A.clone().clone()"}, {"call_expression", "$A.expect($M)"}, {"call_expression", "Vec::new()"}, {"call_expression", "std::process::exit($C)"},
			{"macro_invocation", "println!($$$)"}, {"macro_invocation", "println!(\"hello\")"}, {"macro_invocation", "dbg!($A)"}, {"macro_invocation", "vec![$$$]"}, {"macro_invocation", "vec![1, 2, 3]"},
			{"let_declaration", "let $A = $B;"}, {"let_declaration", "let mut $A = $B;"}, {"let_declaration", "let $A: $T = $B;"}, {"function_item", "fn $F($$$) { $$$ }"}, {"function_item", "fn $F($$$) -> $R { $$$ }"},
			{"function_item", "pub fn $F($$$A) -> Self { $$$ }"}, {"struct_item", "struct $S { $$$ }"}, {"impl_item", "impl $T for $S { $$$ }"}, {"impl_item", "impl $T { $$$ }"}, {"unsafe_block", "unsafe { $$$ }"},
			{"if_expression", "if $A == $A { $$$ }"}, {"if_expression", "if let Some($X) = $O { $$$ }"}, {"match_expression", "match self { $$$ }"}, {"for_expression", "for $I in $R { $$$ }"},
			{"closure_expression", "|$X| $B"}, {"closure_expression", "move || { $$$ }"}, {"use_declaration", "use std::io::{$$$};"}, {"use_declaration", "use $P;"}, {"struct_expression", "Point { x: 1, $$$ }"},
			{"try_expression", "$A?"}, {"binary_expression", "$A + 1"}, {"reference_expression", "&mut $A"}, {"string_literal", "\"number\""}, {"loop_expression", "loop { $$$ }"},
		},
	}
}
