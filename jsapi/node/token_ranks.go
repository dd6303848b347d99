// This file reads the lists of tokens of the package js-tiktoken.

package node

import (
	"encoding/base64"
	"math"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxRanksBytes bounds the size of a list of tokens. The largest list of js-tiktoken has 3.6 MB.
const maxRanksBytes = 16 << 20

// ranks are the tokens of a model and their numbers.
type ranks struct {
	byToken map[string]int32
	byRank  map[int32]string
}

func tokenNatives() map[string]native {
	return map[string]native{"ranks": newRanks}
}

// newRanks implements ranks(list) → {rank(bytes) → number, bytes(rank) → ArrayBuffer}. Both return undefined
// for an unknown token. newRanks returns undefined for a list that parseRanks does not accept.
func newRanks(a args) (any, error) {
	list := a.text(0)
	if len(list) > maxRanksBytes {
		return nil, nil
	}
	guard.Need(a.vm, 16*len(list)) // each token is in two maps
	r, ok := parseRanks(list)
	if !ok {
		return nil, nil
	}
	return map[string]native{"rank": r.rank, "bytes": r.bytes}, nil
}

// rank implements rank(bytes). It gets the bytes of a token as a text of numbers with commas between them.
func (r *ranks) rank(a args) (any, error) {
	token, ok := joinedBytes(a.text(0))
	if !ok {
		return nil, nil
	}
	if rank, ok := r.byToken[string(token)]; ok {
		return int64(rank), nil
	}
	return nil, nil
}

func (r *ranks) bytes(a args) (any, error) {
	rank, ok := guard.Export(a.at(0)).(int64)
	if !ok || rank != int64(int32(rank)) {
		return nil, nil
	}
	if token, ok := r.byRank[int32(rank)]; ok {
		return []byte(token), nil
	}
	return nil, nil
}

// joinedBytes reads the text that join(",") makes of bytes. ok is false for any other text.
func joinedBytes(text string) (bytes []byte, ok bool) {
	bytes = make([]byte, 0, len(text)/2+1)
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || len(part) > 1 && part[0] == '0' || part[0] == '+' {
			return nil, false
		}
		bytes = append(bytes, byte(n))
	}
	return bytes, true
}

// parseRanks reads a list. Each line has a name, the rank of the first token, and tokens in base64, with single
// spaces between them. ok is false for any other list, and for one in which a token or a rank occurs twice:
// then the code of the package reads the list.
func parseRanks(list string) (r *ranks, ok bool) {
	if strings.Contains(list, "\r") {
		return nil, false // the decoder would skip it
	}
	size := strings.Count(list, " ")
	r = &ranks{byToken: make(map[string]int32, size), byRank: make(map[int32]string, size)}
	strict := base64.StdEncoding.Strict()
	var decoded [256]byte
	total := 0
	for line := range strings.SplitSeq(list, "\n") {
		if line == "" {
			continue
		}
		_, rest, _ := strings.Cut(line, " ")
		first, tokens, found := strings.Cut(rest, " ")
		rank, err := strconv.ParseInt(first, 10, 32)
		if err != nil || !found || rank < 0 {
			return nil, false
		}
		for token := range strings.SplitSeq(tokens, " ") {
			if token == "" || base64.StdEncoding.DecodedLen(len(token)) > len(decoded) || rank > math.MaxInt32 {
				return nil, false
			}
			n, err := strict.Decode(decoded[:], []byte(token))
			if err != nil {
				return nil, false
			}
			text := string(decoded[:n])
			r.byToken[text], r.byRank[int32(rank)] = int32(rank), text
			rank++
			total++
		}
	}
	return r, total == len(r.byToken) && total == len(r.byRank)
}
