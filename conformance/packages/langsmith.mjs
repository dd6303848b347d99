// Pins: langsmith and @langchain/textsplitters: traces switched off, texts cut
import { traceable } from "langsmith/traceable";
import { RunTree } from "langsmith";
import { CharacterTextSplitter, MarkdownTextSplitter, RecursiveCharacterTextSplitter, TokenTextSplitter } from "@langchain/textsplitters";
const f = traceable(async (x) => x + 1, { name: "f", tracingEnabled: false }); console.log(await f(1));
const run = new RunTree({ name: "root", run_type: "chain", tracingEnabled: false }); const child = run.createChild({ name: "c" }); await child.end({ o: 1 }); console.log(child.name, child.outputs, child.parent_run?.name);
const text = "First paragraph. With two sentences.\n\nSecond paragraph is somewhat longer than the first one was.\n\nThird.";
console.log(await new RecursiveCharacterTextSplitter({ chunkSize: 40, chunkOverlap: 10 }).splitText(text));
console.log((await new CharacterTextSplitter({ separator: "\n\n", chunkSize: 50, chunkOverlap: 0 }).createDocuments([text], [{ s: 1 }])).map((d) => [d.pageContent.length, d.metadata]));
console.log(await new MarkdownTextSplitter({ chunkSize: 20, chunkOverlap: 0 }).splitText("# A\n\ntext text\n\n## B\n\nmore text here"));
