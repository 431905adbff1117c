package origin

import "errors"

// What the database answers, or fails to; strategies.ErrNotFound is the answer
// for a key without a row.
var (
	// ErrFailed says that the database failed at a load.
	ErrFailed = errors.New("the database failed")
	// ErrUnavailable says that the database is down.
	ErrUnavailable = errors.New("the database is down")
	// ErrRateLimited says that there were too many loads, as status 429 does.
	ErrRateLimited = errors.New("the database refuses more loads for now")
	// ErrTimeout says that the caller has stopped waiting.
	ErrTimeout = errors.New("no answer from the database in time")
)
