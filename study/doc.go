// Package study makes runs and compares them: one run in figures, a strategy
// against others, the model against a real Redis.
package study
