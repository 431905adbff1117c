package workload

import (
	"errors"
	"fmt"
	"strings"
)

// keyTable numbers the keys of a trace in the order of their first request. It
// keeps about 60 bytes and the name of each.
type keyTable struct {
	numbers map[string]int32
	names   []string
	first   int
	most    int
	block   *strings.Builder // where new names are kept, many in one allocation
}

// maxKeys is how many keys a trace may have if its options do not say.
const maxKeys = 10_000_000

// nameBlock is the size of a block of names, in bytes.
const nameBlock = 64 << 10

func newKeyTable(o TraceOptions) keyTable {
	most := o.MaxKeys
	if most == 0 {
		most = min(maxKeys, KeysMax-o.FirstKey)
	}
	return keyTable{numbers: map[string]int32{}, first: o.FirstKey, most: most, block: new(strings.Builder)}
}

// number returns the number of a key.
func (k *keyTable) number(name []byte) (int32, error) {
	if n, ok := k.numbers[string(name)]; ok {
		return n, nil
	}
	switch {
	case len(name) == 0:
		return 0, errors.New("the key is missing; accepted is any text")
	case len(k.names) == k.most:
		return 0, fmt.Errorf("key %s is one too many; accepted are up to %d different keys", quote(string(name)), k.most)
	}
	n := int32(k.first + len(k.names))
	kept := k.keep(name)
	k.numbers[kept] = n
	k.names = append(k.names, kept)
	return n, nil
}

// keep copies a name into the current block, or into a new one if it is full.
func (k *keyTable) keep(name []byte) string {
	if k.block.Cap()-k.block.Len() < len(name) {
		k.block = new(strings.Builder)
		k.block.Grow(max(nameBlock, len(name)))
	}
	from := k.block.Len()
	k.block.Write(name)
	return k.block.String()[from:]
}
