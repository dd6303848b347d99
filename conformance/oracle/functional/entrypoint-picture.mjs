// Pins: the picture of an entrypoint
import { entrypoint } from "@langchain/langgraph";

const flow = entrypoint("essay", async (topic) => topic);
console.log(flow.getGraph().drawMermaid());
