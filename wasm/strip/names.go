package main

import "bytes"

// stripNames leaves of the names of functions that are none of ours only the package: a panic says where it happened in our
// code, and that the code below it is the runtime's. The runtime itself asks for no more: it tells its own goroutines from
// others by the package.
func (t *table) stripNames() error {
	packages := map[string]int{} // where the one name of a package stands
	kept := make([]bool, len(t.names))
	keep := func(at, n int) {
		for i := range n + 1 { // with its end
			kept[at+i] = true
		}
	}
	for i := range t.count {
		at := t.functab + t.word(t.functab+8*i+4) + funcName
		offset := t.word(at)
		if offset >= len(t.names) {
			return errTable
		}
		name, _, ended := bytes.Cut(t.names[offset:], []byte{0})
		if !ended {
			return errTable
		}
		if isOurs(name) {
			keep(offset, len(name))
			continue
		}
		short := packageOf(name)
		first, known := packages[string(short)]
		if !known {
			first = offset
			packages[string(short)] = offset
			keep(offset, len(short))
		}
		t.set(at, uint32(first))
	}
	// Functions that were inlined everywhere have a name alone.
	for offset := 0; offset < len(t.names); {
		name, _, _ := bytes.Cut(t.names[offset:], []byte{0})
		if isOurs(name) && offset+len(name) < len(t.names) {
			keep(offset, len(name))
		}
		offset += len(name) + 1
	}
	for _, first := range packages {
		name, _, _ := bytes.Cut(t.names[first:], []byte{0})
		t.names[first+len(packageOf(name))] = 0
	}
	for i, keep := range kept {
		if !keep {
			t.names[i] = 0
		}
	}
	return nil
}

func isOurs(name []byte) bool {
	return bytes.HasPrefix(name, []byte("stdioscope/")) || bytes.HasPrefix(name, []byte("main."))
}

// packageOf is the beginning of a name up to the dot behind the package: all of it when there is none.
func packageOf(name []byte) []byte {
	generic := bytes.IndexByte(name, '[')
	if generic < 0 {
		generic = len(name)
	}
	path := bytes.LastIndexByte(name[:generic], '/') + 1
	dot := bytes.IndexByte(name[path:generic], '.')
	if dot < 0 {
		return name
	}
	return name[:path+dot+1]
}
