package scenario

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// scalarText returns the text of a scalar as the file has it; false for what is
// no scalar, or empty. Numbers keep their text, so that one rule for numbers
// serves files and assignments.
func scalarText(n ast.Node) (text string, quoted, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		t := n.Token.Type
		return n.Value, t == token.SingleQuoteType || t == token.DoubleQuoteType, true
	case *ast.LiteralNode:
		return n.Value.Value, true, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, false, true
	}
	return "", false, false
}

// kindOf names what a node is, to someone who should have written another kind.
func kindOf(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "no value"
	}
	text, _, _ := scalarText(n)
	return quote(text)
}

// start returns where a node begins in the file.
func start(n ast.Node) place {
	switch n := n.(type) {
	case *ast.MappingNode:
		if !n.IsFlowStyle && len(n.Values) > 0 {
			return start(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return start(n.Key)
	}
	p := n.GetToken().Position
	return place{p.Line, max(p.Column, 1)}
}
