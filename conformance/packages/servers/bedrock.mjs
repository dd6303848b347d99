// Pins: @aws-sdk/client-bedrock-runtime, which uses HTTP/2: an answer, a stream of events, an error, and no server
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
const options = { region: "us-east-1", credentials: { accessKeyId: "id", secretAccessKey: "key" }, maxAttempts: 1 };
const client = new BedrockRuntimeClient({ ...options, endpoint: process.env.BEDROCK });
const ask = (text) => ({ modelId: "m", messages: [{ role: "user", content: [{ text }] }] });
const { output, stopReason, usage } = await client.send(new ConverseCommand(ask("capital of France?")));
console.log(output.message.content, stopReason, usage);
const { stream } = await client.send(new ConverseStreamCommand(ask("France again")));
for await (const event of stream) console.log(JSON.stringify(event));
await client.send(new ConverseCommand(ask("Spain?"))).catch((error) => console.log(error.name, error.message, error.$metadata.httpStatusCode));
const [one, two] = await Promise.all([client.send(new ConverseCommand(ask("France 1"))), client.send(new ConverseCommand(ask("France 2")))]);
console.log(one.output.message.content, two.stopReason);
client.destroy();
const nobody = new BedrockRuntimeClient({ ...options, endpoint: "http://127.0.0.1:1" });
await nobody.send(new ConverseCommand(ask("x"))).catch((error) => console.log(error.code, error.message));
