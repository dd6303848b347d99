// Pins: xstate, mobx, @reduxjs/toolkit, immutable: states and how they change
import { configureStore, createAsyncThunk, createSlice } from "@reduxjs/toolkit";
import { List, OrderedMap, Record, fromJS } from "immutable";
import { autorun, makeAutoObservable, runInAction, toJS } from "mobx";
import { assign, createActor, fromPromise, setup, waitFor } from "xstate";

const machine = setup({ actors: { more: fromPromise(async ({ input }) => input + 1) } }).createMachine({
  context: { n: 0 }, initial: "a",
  states: {
    a: { on: { GO: { target: "b", actions: assign({ n: ({ context }) => context.n + 1 }) } } },
    b: { invoke: { src: "more", input: ({ context }) => context.n, onDone: { target: "c", actions: assign({ n: ({ event }) => event.output }) } } },
    c: { type: "final" },
  },
});
const actor = createActor(machine);
actor.subscribe((s) => console.log(s.value, s.context));
actor.start();
actor.send({ type: "GO" });
await waitFor(actor, (s) => s.status === "done");

class Counter {
  n = 1;
  list = [];
  constructor() { makeAutoObservable(this); }
  get double() { return this.n * 2; }
  inc() { this.n++; }
}
const counter = new Counter();
autorun(() => console.log("double", counter.double, counter.list.length));
counter.inc();
runInAction(() => { counter.list.push({ a: 1 }); counter.n = 10; });
console.log(toJS(counter.list));

const slice = createSlice({ name: "c", initialState: { v: 0 }, reducers: { add(state, action) { state.v += action.payload; } } });
const store = configureStore({ reducer: { c: slice.reducer } });
store.subscribe(() => console.log(store.getState()));
store.dispatch(slice.actions.add(5));
console.log((await store.dispatch(createAsyncThunk("x", async (a) => a + 1)(1))).payload);

class Point extends Record({ x: 0, y: 0 }) { get sum() { return this.x + this.y; } }
console.log(fromJS({ a: { b: [1, 2] } }).setIn(["a", "b", 0], 9).toJS(), List([3, 1, 2]).sort().toString(), new Point({ x: 3 }).set("y", 4).sum, OrderedMap([["z", 1]]).map((v) => v * 2).toArray());
