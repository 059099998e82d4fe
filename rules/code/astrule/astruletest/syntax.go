package astruletest

import "github.com/flux7-go/supervisor/rules/code/astrule"

func (p *parser) statement() *item {
	if p.depth++; p.depth > maxDepth {
		defer func() { p.depth-- }()
		return p.wrong()
	}
	defer func() { p.depth-- }()
	switch p.peek() {
	case "{":
		return p.block()
	case "let":
		return p.declaration()
	case "if":
		return p.condition()
	case "function":
		return p.function()
	}
	it := p.node("expression_statement")
	p.put(it, "", p.expression())
	if p.peek() == ";" {
		p.token(it, ";")
	}
	return it
}

func (p *parser) block() *item {
	it := p.node("statement_block")
	p.token(it, "{")
	for next := p.peek(); next != "}" && next != ""; next = p.peek() {
		p.flush(it)
		p.put(it, "", p.statement())
	}
	p.token(it, "}")
	return it
}

func (p *parser) declaration() *item {
	it := p.node("lexical_declaration")
	p.token(it, "let")
	one := p.node("variable_declarator")
	p.put(one, "name", p.primary())
	if p.peek() == "=" {
		p.token(one, "=")
		p.put(one, "value", p.expression())
	}
	p.put(it, "", one)
	if p.peek() == ";" {
		p.token(it, ";")
	}
	return it
}

func (p *parser) condition() *item {
	it := p.node("if_statement")
	p.token(it, "if")
	p.put(it, "condition", p.primary())
	p.put(it, "consequence", p.statement())
	if p.peek() == "else" {
		other := p.node("else_clause")
		p.token(other, "else")
		p.put(other, "", p.statement())
		p.put(it, "alternative", other)
	}
	return it
}

func (p *parser) function() *item {
	it := p.node("function_declaration")
	p.token(it, "function")
	p.put(it, "name", p.primary())
	p.put(it, "parameters", p.list("formal_parameters", "(", ")"))
	p.peek()
	p.put(it, "body", p.block())
	return it
}

// list is what stands between two brackets, with commas.
func (p *parser) list(kind, left, right string) *item {
	p.peek()
	it := p.node(kind)
	p.token(it, left)
	for next := p.peek(); next != right && next != "" && next != ";"; next = p.peek() {
		if next == "," {
			p.token(it, ",")
			continue
		}
		p.flush(it)
		p.put(it, "", p.expression())
	}
	p.token(it, right)
	return it
}

func (p *parser) expression() *item {
	if p.depth++; p.depth > maxDepth {
		defer func() { p.depth-- }()
		return p.wrong()
	}
	defer func() { p.depth-- }()
	left := p.postfix()
	for operator(p.peek()) {
		it := p.node("binary_expression")
		p.put(it, "left", left)
		p.put(it, "operator", p.leaf(p.peek(), 0))
		p.peek()
		p.put(it, "right", p.postfix())
		left = it
	}
	return left
}

func operator(token string) bool {
	switch token {
	case "+", "-", "*", "=", "==", "<", ">":
		return true
	}
	return false
}

func (p *parser) postfix() *item {
	left := p.primary()
	for {
		switch p.peek() {
		case "(":
			it := p.node("call_expression")
			p.put(it, "function", left)
			p.put(it, "arguments", p.list("arguments", "(", ")"))
			left = it
		case ".":
			it := p.node("member_expression")
			p.put(it, "object", left)
			p.token(it, ".")
			p.peek()
			p.put(it, "property", p.leaf("property_identifier", astrule.Named))
			left = it
		default:
			return left
		}
	}
}

func (p *parser) primary() *item {
	switch token := p.peek(); {
	case token == "(":
		return p.list("parenthesized_expression", "(", ")")
	case token == "[":
		return p.list("array", "[", "]")
	case token == "":
		return &item{kind: p.kinds["identifier"], flags: astrule.Named | astrule.Missing, start: p.at, end: p.at}
	case token[0] >= '0' && token[0] <= '9':
		return p.leaf("number", astrule.Named)
	case token[0] == '"' || token[0] == '\'':
		return p.leaf("string", astrule.Named)
	case nameByte(token[0]):
		return p.leaf("identifier", astrule.Named)
	}
	return p.wrong()
}
