// The next line excludes this file from a build. // want below: build-tag
//go:build !windows

package strategies
