// What all workflows here have: a state that has each answer with the label of its
// question, and tickets, which are effects that a server counts.

import { Annotation } from "@langchain/langgraph";

const list = () => Annotation<any[]>({ reducer: (a, b) => a.concat(b), default: () => [] });

export const State = Annotation.Root({
  thread: Annotation<string>(),
  url: Annotation<string>(),
  answers: list(), // [label, answer]
  tickets: list(),
});

export type S = { thread: string; url: string };

// ticket makes the server make a ticket. Nothing that is sent can be guessed: a second
// attempt that sends something of its own is seen.
export async function ticket({ thread, url }: S, name: string, about: unknown) {
  const sent = { thread, name, about, random: Math.random(), time: Date.now(), uuid: crypto.randomUUID() };
  const response = await fetch(url + "/tickets", { method: "POST", body: JSON.stringify(sent) });
  if (!response.ok) throw new Error(`ticket ${name}: ${response.status} ${await response.text()}`);
  return { ...sent, ticket: (await response.json()).ticket };
}

// weather is another number each time.
export async function weather({ thread, url }: S) {
  return (await (await fetch(`${url}/weather?thread=${thread}`)).json()).weather;
}
