package strategies

import (
	"strconv"
	"strings"
)

// What stands beside an entry, by the ending of its key.
const (
	lockKey     = ":lock"
	leaseKey    = ":lease"
	fenceKey    = ":fence"
	failedKey   = ":failed"
	releasedKey = ":released" // a channel
)

// LockKey names the lock of key.
func LockKey(key string) string { return beside(key, lockKey) }

// beside names what belongs to the entry of key. On a cluster it is in the
// entry's hash slot, as a script that touches both needs, and spread over the
// slots as the entries are.
func beside(key, what string) string {
	_, rest, ok := strings.Cut(key, "{")
	switch end := strings.IndexByte(rest, '}'); {
	case ok && end > 0:
		return key + what // it has a hash tag of its own
	case key != "" && !strings.Contains(key, "}"):
		return "{" + key + "}" + what
	}
	// No tag can hold the whole key. Another one that falls into its slot will
	// do as well.
	slot := hashSlot(key)
	for n := uint64(0); ; n++ {
		if tag := strconv.FormatUint(n, 36); hashSlot(tag) == slot {
			return "{" + tag + "}" + key + what
		}
	}
}

// hashSlot is the cluster's slot for a key without a hash tag: CRC-16/XMODEM of
// it, modulo 16384.
func hashSlot(key string) uint16 {
	crc := uint16(0)
	for _, b := range []byte(key) {
		crc ^= uint16(b) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return crc % 16384
}
