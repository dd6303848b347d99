// This file has the cipher mode CCM (RFC 3610), in which a message is encrypted as a whole.

package node

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"
	"encoding/binary"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// ccm is AES-CCM with one nonce. The tag has size bytes.
type ccm struct {
	block cipher.Block
	nonce []byte
	size  int
}

// newCCM makes a cipher for the mode CCM. The script gives its data in one call.
func newCCM(block cipher.Block, nonce []byte, size int, decrypts bool) (any, error) {
	if len(nonce) < 7 || len(nonce) > 13 {
		return nil, errIV()
	}
	c := &ccm{block, nonce, size}
	var aad, tag []byte
	var used, bad bool
	return map[string]native{
		"aad":     func(a args) (any, error) { aad = append(aad, a.bytes(0)...); return nil, nil },
		"padding": func(args) (any, error) { return nil, nil },
		"setTag":  func(a args) (any, error) { tag = bytes.Clone(a.bytes(0)); return nil, nil },
		"tag":     func(args) (any, error) { return bytes.Clone(tag), nil },
		"update": func(a args) (any, error) {
			data := a.bytes(0)
			if used {
				return nil, &Error{Message: "Trying to add data in unsupported state"}
			}
			if left := 15 - len(nonce); left < 4 && len(data) >= 1<<(8*left) {
				return nil, &Error{Name: "RangeError", Code: "ERR_CRYPTO_INVALID_MESSAGELEN", Message: "Invalid message length"}
			}
			used = true
			guard.Need(a.vm, 2*len(data))
			out := bytes.Clone(data)
			if !decrypts {
				tag = c.seal(data, aad)
				c.stream().XORKeyStream(out, data)
				return out, nil
			}
			c.stream().XORKeyStream(out, data)
			if subtle.ConstantTimeCompare(c.seal(out, aad), tag) != 1 {
				bad = true
				return []byte{}, nil
			}
			return out, nil
		},
		"final": func(args) (any, error) {
			switch {
			case bad:
				return nil, &Error{Message: "Unsupported state or unable to authenticate data"}
			case !used && !decrypts:
				return nil, &Error{Code: "ERR_OSSL_TAG_NOT_SET", Message: "error:1C800077:Provider routines::tag not set"}
			}
			return []byte{}, nil
		},
	}, nil
}

// counter returns the block A_n of the standard.
func (c *ccm) counter(n byte) []byte {
	block := make([]byte, aes.BlockSize)
	block[0] = byte(14 - len(c.nonce))
	copy(block[1:], c.nonce)
	block[15] = n
	return block
}

// stream returns the key stream of the data.
func (c *ccm) stream() cipher.Stream { return cipher.NewCTR(c.block, c.counter(1)) }

// seal returns the tag of data and of what is authenticated with it.
func (c *ccm) seal(data, aad []byte) []byte {
	mac := c.counter(0)
	binary.BigEndian.PutUint64(mac[8:], uint64(len(data))|binary.BigEndian.Uint64(mac[8:]))
	mac[0] |= byte((c.size-2)/2) << 3
	if len(aad) > 0 {
		mac[0] |= 1 << 6
	}
	c.block.Encrypt(mac, mac)
	at := 0
	add := func(part []byte) {
		for len(part) > 0 {
			n := subtle.XORBytes(mac[at:], mac[at:], part)
			if part, at = part[n:], at+n; at == aes.BlockSize {
				c.block.Encrypt(mac, mac)
				at = 0
			}
		}
	}
	pad := func() {
		if at > 0 {
			c.block.Encrypt(mac, mac)
			at = 0
		}
	}
	switch n := len(aad); {
	case n == 0:
	case n < 0xff00:
		add(binary.BigEndian.AppendUint16(nil, uint16(n)))
	default:
		add(binary.BigEndian.AppendUint32([]byte{0xff, 0xfe}, uint32(n))) //nolint:gosec // the limits of memory are lower
	}
	add(aad)
	pad()
	add(data)
	pad()
	cipher.NewCTR(c.block, c.counter(0)).XORKeyStream(mac, mac)
	return mac[:c.size]
}
