package web_test

import (
	"bytes"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// TestPBKDF2 compares with the standard library.
func TestPBKDF2(t *testing.T) {
	t.Parallel()
	for _, newHash := range []func() hash.Hash{md5.New, sha256.New, sha512.New} {
		for _, rounds := range []int{1, 2, 1000} {
			for _, length := range []int{1, 16, 32, 33, 64, 200} {
				for _, password := range []string{"", "password", string(make([]byte, 300))} {
					want, err := pbkdf2.Key(newHash, password, []byte("salt"), rounds, length)
					if err != nil {
						t.Fatal(err)
					}
					if got := web.PBKDF2(func() {}, newHash, []byte(password), []byte("salt"), rounds, length); !bytes.Equal(got, want) {
						t.Errorf("%d rounds, %d bytes: %x, want %x", rounds, length, got, want)
					}
				}
			}
		}
	}
}
