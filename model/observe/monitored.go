package observe

// Monitored is what became of the locks of a live run by the word of its servers,
// who tell what they execute, and not by the answers to the clients.
type Monitored struct {
	Commands       uint64 `json:"commands"` // about keys of the run
	Locks          uint64 `json:"locks"`    // that were granted
	ForeignDeletes uint64 `json:"foreign_deletes"`
	// Undecided counts deletions of locks whose token was used for several: the
	// servers cannot tell those apart.
	Undecided uint64 `json:"undecided,omitempty"`
	// Complete tells that the servers were heard to the end of the run.
	Complete bool `json:"complete"`
}
