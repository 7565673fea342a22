package mcp

// The grammar of _meta keys, from 2025-06-18 on: an optional prefix of labels
// and dots that ends in a slash, then a name.

func (w *walker) metaKey(at int, key []byte, code string) {
}
