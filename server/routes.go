// This file has the table of routes.

package server

import (
	"net/http"
)

// routes returns all routes. Handlers that may wait for a run take a turn themselves, around the parts that need
// memory.
func routes() []route {
	return []route{
		{"GET /ok", open, (*Server).ok},
		{"GET /info", open, (*Server).info},
		{"GET /metrics", admin, (*Server).metrics},
		{"GET /openapi.json", open, (*Server).openAPI},

		{"POST /assistants/search", review, inTurn((*Server).searchAssistants)},
		{"POST /assistants/count", review, inTurn(count((*Server).findAssistants))},
		{"POST /assistants", admin, inTurn((*Server).createAssistant)},
		{"GET /assistants/{assistant}", review, inTurn((*Server).getAssistant)},
		{"PATCH /assistants/{assistant}", admin, inTurn((*Server).patchAssistant)},
		{"DELETE /assistants/{assistant}", admin, inTurn((*Server).deleteAssistant)},
		{"GET /assistants/{assistant}/graph", review, inTurn((*Server).assistantGraph)},
		{"GET /assistants/{assistant}/schemas", review, inTurn((*Server).assistantSchemas)},
		{"GET /assistants/{assistant}/subgraphs", review, inTurn((*Server).assistantSubgraphs)},
		{"GET /assistants/{assistant}/subgraphs/{namespace}", review, inTurn((*Server).assistantSubgraphs)},
		{"POST /assistants/{assistant}/versions", review, inTurn((*Server).assistantVersions)},
		{"POST /assistants/{assistant}/latest", admin, inTurn((*Server).latestAssistant)},

		{"POST /threads", run, largeInTurn((*Server).createThread)},
		{"POST /threads/search", review, inTurn((*Server).searchThreads)},
		{"POST /threads/count", review, inTurn((*Server).countThreads)},
		{"POST /threads/prune", admin, (*Server).pruneThreads},
		{"GET /threads/{thread}", review, inTurn((*Server).getThread)},
		{"PATCH /threads/{thread}", run, largeInTurn((*Server).patchThread)},
		{"DELETE /threads/{thread}", run, (*Server).deleteThread},
		{"POST /threads/{thread}/copy", run, inTurn((*Server).copyThread)},
		{"GET /threads/{thread}/state", review, inTurn((*Server).getState)},
		{"POST /threads/{thread}/state", review, inTurn((*Server).updateState)},
		{"PATCH /threads/{thread}/state", run, largeInTurn((*Server).patchState)},
		{"GET /threads/{thread}/state/{checkpoint}", review, inTurn((*Server).getStateAt)},
		{"POST /threads/{thread}/state/checkpoint", review, inTurn((*Server).postStateAt)},
		{"GET /threads/{thread}/history", review, inTurn((*Server).history)},
		{"POST /threads/{thread}/history", review, inTurn((*Server).history)},
		{"GET /threads/{thread}/stream", review, (*Server).joinThread},

		{"POST /threads/{thread}/runs", review, (*Server).createRun},
		{"POST /threads/{thread}/runs/stream", review, (*Server).streamRun},
		{"POST /threads/{thread}/runs/wait", review, (*Server).waitRun},
		{"GET /threads/{thread}/runs", review, inTurn((*Server).listRuns)},
		{"GET /threads/{thread}/runs/{run}", review, inTurn((*Server).getRun)},
		{"DELETE /threads/{thread}/runs/{run}", run, (*Server).deleteRun},
		{"GET /threads/{thread}/runs/{run}/join", review, (*Server).joinRun},
		{"GET /threads/{thread}/runs/{run}/stream", review, (*Server).joinStream},
		{"POST /threads/{thread}/runs/{run}/cancel", run, (*Server).cancelRun},
		{"POST /runs", run, (*Server).createRun},
		{"POST /runs/batch", run, inTurn((*Server).createBatch)},
		{"POST /runs/stream", run, (*Server).streamRun},
		{"POST /runs/wait", run, (*Server).waitRun},
		{"GET /runs/{run}/stream", review, (*Server).joinStream},
		{"POST /runs/cancel", run, (*Server).cancelRuns},

		{"POST /threads/{thread}/commands", review, (*Server).commands},
		{"POST /threads/{thread}/stream/events", review, (*Server).events},
		{"GET /threads/{thread}/stream/events", review, (*Server).eventsSocket},

		{"POST /chat", review, (*Server).chat},

		{"PUT /store/items", run, largeInTurn((*Server).putItem)},
		{"GET /store/items", run, inTurn((*Server).getItem)},
		{"DELETE /store/items", run, largeInTurn((*Server).deleteItem)},
		{"POST /store/items/search", run, inTurn((*Server).searchItems)},
		{"POST /store/namespaces", run, inTurn((*Server).listNamespaces)},

		{"POST /runs/crons", admin, inTurn((*Server).createCron)},
		{"POST /threads/{thread}/runs/crons", admin, inTurn((*Server).createCron)},
		{"PATCH /runs/crons/{cron}", admin, inTurn((*Server).patchCron)},
		{"DELETE /runs/crons/{cron}", admin, inTurn((*Server).deleteCron)},
		{"POST /runs/crons/search", admin, inTurn((*Server).searchCrons)},
		{"POST /runs/crons/count", admin, inTurn(count((*Server).findCrons))},
	}
}

// unknown answers a request that matches no route.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		other := *r
		other.Method = method
		if _, pattern := s.mux.Handler(&other); pattern != "" {
			w.Header().Add("Allow", method)
		}
	}
	if w.Header().Get("Allow") != "" {
		fail(w, errorf(http.StatusMethodNotAllowed, "%s is not for %s", r.URL.Path, r.Method))
		return
	}
	for _, prefix := range []string{"/mcp", "/a2a", "/ui", "/assistants", "/threads", "/runs", "/store"} {
		if r.URL.Path == prefix || len(r.URL.Path) > len(prefix) && r.URL.Path[:len(prefix)+1] == prefix+"/" {
			fail(w, errorf(http.StatusNotImplemented, "%s %s is not implemented", r.Method, r.URL.Path))
			return
		}
	}
	fail(w, errorf(http.StatusNotFound, "there is nothing at %s", r.URL.Path))
}
