package redis

import "strings"

// Slots is the number of hash slots of a cluster.
const Slots = 16384

// Slot returns the hash slot of a key: CRC16 of the key, or of its hash tag, the
// part between the first { and the first } after it, unless that is empty.
// (Redis Cluster specification, "Key distribution model".)
func Slot(key string) int { return int(crc16(hashed(key)) % Slots) }

// hashed returns the part of a key that decides its slot.
func hashed(key string) string {
	_, rest, open := strings.Cut(key, "{")
	tag, _, closed := strings.Cut(rest, "}")
	if !open || !closed || tag == "" {
		return key
	}
	return tag
}

// crc16 is the checksum of the XMODEM protocol: polynomial x^16+x^12+x^5+1, most
// significant bit first, from 0.
func crc16(s string) uint16 {
	var crc uint16
	for i := range len(s) {
		crc = crc<<8 ^ crc16Table[byte(crc>>8)^s[i]]
	}
	return crc
}

var crc16Table = func() (table [256]uint16) {
	for i := range table {
		crc := uint16(i) << 8
		for range 8 {
			carry := crc >> 15
			crc = crc<<1 ^ carry*0x1021
		}
		table[i] = crc
	}
	return table
}()
