package house

import (
	"go/ast"
	"go/types"
)

// used is the object that an identifier refers to, nil for all other nodes.
func used(info *types.Info, n ast.Node) types.Object {
	if id, ok := n.(*ast.Ident); ok {
		return info.Uses[id]
	}
	return nil
}

// objectName is "time.Now", "(*sync.WaitGroup).Go", "sync.Map" or "recover";
// empty for local names and fields.
func objectName(obj types.Object) string {
	switch {
	case obj == nil:
		return ""
	case obj.Parent() == types.Universe:
		return obj.Name()
	case obj.Pkg() == nil:
		return ""
	}
	if fn, ok := obj.(*types.Func); ok {
		return fn.Origin().FullName()
	}
	if obj.Parent() == obj.Pkg().Scope() {
		return obj.Pkg().Path() + "." + obj.Name()
	}
	return ""
}

// admits tells whether a value of type t may have an underlying type that
// passes; for a type parameter, whether its constraint lets such a type in.
func admits(t types.Type, passes func(types.Type) bool) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		for embedded := range u.EmbeddedTypes() {
			if admits(embedded, passes) {
				return true
			}
		}
		return false
	case *types.Union:
		for term := range u.Terms() {
			if admits(term.Type(), passes) {
				return true
			}
		}
		return false
	default:
		return passes(u)
	}
}

func isMap(t types.Type) bool {
	_, ok := t.(*types.Map)
	return ok
}

func isChannel(t types.Type) bool {
	_, ok := t.(*types.Chan)
	return ok
}

func isFloat(t types.Type) bool {
	basic, ok := t.(*types.Basic)
	return ok && basic.Info()&types.IsFloat != 0
}
