// Pins: the names that the entry points export
// Differs: getSubgraphsSeenSet is an internal of the library that scripts have no use for.
import * as root from "@langchain/langgraph";
import * as web from "@langchain/langgraph/web";
import * as prebuilt from "@langchain/langgraph/prebuilt";
import * as channels from "@langchain/langgraph/channels";
import * as zod from "@langchain/langgraph/zod";

for (const [name, m] of Object.entries({ root, web, prebuilt, channels, zod })) {
  console.log(name, Object.keys(m).sort().map((k) => `${k}:${typeof m[k]}`).join(" "));
}
