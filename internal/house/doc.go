// Package house keeps the layout of this module true: it reads all non-test
// sources with their types and reports each import that points upwards and
// each construct that would make a simulated run differ from its repetition.
//
// The rules are tables: [listing] (who stands above whom), [importRules],
// [linkRules], [sourceRules]. The few places that may break a source rule
// stand in [exceptions], each with its reason.
package house
