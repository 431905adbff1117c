// Package detmath computes logarithm, exponential and sine so that one input gives the same 64 bits on every
// platform Go compiles for.
//
// Package math does not promise that, for two reasons. The language specification lets an implementation
// "combine multiple floating-point operations into a single fused operation, possibly across statements, and
// produce a result that differs from the value obtained by executing and rounding the instructions
// individually" (https://go.dev/ref/spec#Floating_point_operators), which compilers do on arm64, ppc64le,
// s390x, riscv64 and on amd64 with GOAMD64=v3; and math replaces Exp, Log and others by assembly on some
// architectures, with other roundings. A simulator that draws its delays through such functions follows another
// history on another machine.
//
// Three rules keep the promise, and a test reads the source to enforce them:
//
//   - Every product of floats stands in an explicit conversion, float64(a*b): "An explicit floating-point type
//     conversion rounds to the precision of the target type, preventing fusion that would discard that rounding."
//   - Beyond + - * / only functions of package math are used that are exact by nature, such as Float64bits
//     and Trunc.
//   - Every NaN that is returned is math.NaN(), since hardware differs in the sign of a NaN it makes.
//
// Callers who go on to add to a product must follow the first rule themselves.
//
// Special values are those of package math. Accuracy is given with each function in ulps: multiples of the
// distance between neighbouring float64 values at the exact result. The measure was taken against arithmetic of
// 200 bits and more, and a smaller sample is repeated by the tests.
package detmath
