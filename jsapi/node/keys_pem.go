// This file finds the key in a text in PEM.

package node

import (
	"bytes"
	"encoding/pem"
	"slices"
	"strings"
)

// publicBlocks are the types of blocks that have a public key, the preferred ones first.
var publicBlocks = []string{"PUBLIC KEY", "RSA PUBLIC KEY", "CERTIFICATE"}

// keyBlock returns the block of a text in PEM that has the key: the first one with a private key, or the preferred one with a
// public key. It returns nil if there is none.
func keyBlock(text []byte, private bool) *pem.Block {
	var found *pem.Block
	rank := len(publicBlocks) + 1
	for block, rest := pem.Decode(bytes.TrimSpace(text)); block != nil; block, rest = pem.Decode(rest) {
		at := slices.Index(publicBlocks, block.Type)
		if strings.HasSuffix(block.Type, "PRIVATE KEY") {
			if private {
				return block
			}
			at = len(publicBlocks)
		}
		if at >= 0 && at < rank {
			found, rank = block, at
		}
	}
	return found
}
