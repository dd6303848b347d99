// This file has the servers of TestConnections that speak HTTP/2: gRPC, and a model with a stream of events of AWS.

package conformance_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func newHTTP2Server(t *testing.T, f http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(f)
	s.Config.Protocols = new(http.Protocols)
	s.Config.Protocols.SetUnencryptedHTTP2(true)
	s.Start()
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// newGRPCServer has methods whose messages are bytes: echo, many (an answer of three messages), fail, both (each message comes
// back at once) and hang.
func newGRPCServer(t *testing.T) string {
	t.Helper()
	s := newHTTP2Server(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Trailer", "Grpc-Status, Grpc-Message, X-T")
		send := func(message []byte) {
			head := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message)))
			_, _ = w.Write(append(head, message...))
			w.(http.Flusher).Flush()
		}
		receive := func() ([]byte, bool) {
			var head [5]byte
			if _, err := io.ReadFull(r.Body, head[:]); err != nil {
				return nil, false
			}
			message := make([]byte, binary.BigEndian.Uint32(head[1:]))
			_, err := io.ReadFull(r.Body, message)
			return message, err == nil
		}
		status, text := "0", ""
		switch r.URL.Path {
		case "/t.T/echo":
			message, _ := receive()
			send(append(message, r.Header.Get("X-In")...))
		case "/t.T/many":
			for _, m := range []string{"m0", "m1", "m2"} {
				send([]byte(m))
			}
			w.Header().Set("X-T", "v")
		case "/t.T/fail":
			status, text = "5", "nothing there"
		case "/t.T/both":
			for message, ok := receive(); ok; message, ok = receive() {
				send(message)
			}
		case "/t.T/hang":
			<-r.Context().Done()
		}
		w.Header().Set("Grpc-Status", status)
		w.Header().Set("Grpc-Message", text)
	})
	return strings.TrimPrefix(s.URL, "http://")
}

// newBedrockServer answers for a model: at once, or as a stream of events.
func newBedrockServer(t *testing.T) string {
	t.Helper()
	return newHTTP2Server(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		usage := object{"inputTokens": 3, "outputTokens": 2, "totalTokens": 5}
		switch {
		case !strings.HasPrefix(r.Header.Get("Authorization"), "AWS4-HMAC-SHA256 ") || !bytes.Contains(body, []byte("France")):
			w.Header().Set("X-Amzn-Errortype", "ValidationException")
			w.WriteHeader(http.StatusBadRequest)
			reply(w, object{"message": "not about France"})
		case strings.HasSuffix(r.URL.Path, "/converse"):
			reply(w, object{
				"output":     object{"message": object{"role": "assistant", "content": []any{object{"text": "Paris"}}}},
				"stopReason": "end_turn", "usage": usage, "metrics": object{"latencyMs": 5},
			})
		default:
			w.Header().Set("Content-Type", "application/vnd.amazon.eventstream")
			for _, e := range []struct {
				kind string
				body object
			}{
				{"messageStart", object{"role": "assistant"}},
				{"contentBlockDelta", object{"contentBlockIndex": 0, "delta": object{"text": "Pa"}}},
				{"contentBlockDelta", object{"contentBlockIndex": 0, "delta": object{"text": "ris"}}},
				{"contentBlockStop", object{"contentBlockIndex": 0}},
				{"messageStop", object{"stopReason": "end_turn"}},
				{"metadata", object{"usage": usage, "metrics": object{"latencyMs": 5}}},
			} {
				_, _ = w.Write(amazonEvent(e.kind, e.body))
				w.(http.Flusher).Flush()
			}
		}
	}).URL
}

// amazonEvent encodes an event: lengths, headers, a body, and checksums.
func amazonEvent(kind string, body object) []byte {
	payload, _ := json.Marshal(body)
	var headers []byte
	for _, h := range [][2]string{{":event-type", kind}, {":content-type", "application/json"}, {":message-type", "event"}} {
		headers = append(append(headers, byte(len(h[0]))), h[0]...)
		headers = append(binary.BigEndian.AppendUint16(append(headers, 7), uint16(len(h[1]))), h[1]...)
	}
	m := binary.BigEndian.AppendUint32(nil, uint32(16+len(headers)+len(payload)))
	m = binary.BigEndian.AppendUint32(m, uint32(len(headers)))
	m = binary.BigEndian.AppendUint32(m, crc32.ChecksumIEEE(m))
	m = append(append(m, headers...), payload...)
	return binary.BigEndian.AppendUint32(m, crc32.ChecksumIEEE(m))
}
