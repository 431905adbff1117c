package redis

import "slices"

// hash is a hash in the order in which its fields were first written, which is
// the real server's order for small ones. It is meant for a handful of fields,
// as leases have. What a key holds is never changed: a command changes a copy.
type hash struct{ fields []field }

type field struct {
	name  string
	value []byte
}

func (h *hash) find(name string) int {
	return slices.IndexFunc(h.fields, func(f field) bool { return f.name == name })
}

// get returns the value of a field, and whether there is one.
func (h *hash) get(name string) ([]byte, bool) {
	i := h.find(name)
	if i < 0 {
		return nil, false
	}
	return h.fields[i].value, true
}

// set writes a field and reports whether it is new.
func (h *hash) set(name string, value []byte) bool {
	if i := h.find(name); i >= 0 {
		h.fields[i].value = value
		return false
	}
	h.fields = append(h.fields, field{name, value})
	return true
}

// delete deletes a field and reports whether it was there.
func (h *hash) delete(name string) bool {
	i := h.find(name)
	if i < 0 {
		return false
	}
	h.fields = slices.Delete(h.fields, i, i+1)
	return true
}

// copy returns a copy to change; of none, an empty hash.
func (h *hash) copy() *hash {
	if h == nil {
		return new(hash)
	}
	return &hash{fields: slices.Clone(h.fields)}
}

func (h *hash) size() int64 {
	size := int64(0)
	for _, f := range h.fields {
		size += fieldOverhead + int64(len(f.name)+len(f.value))
	}
	return size
}
