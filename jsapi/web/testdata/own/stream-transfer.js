// A stream that was transferred asks its source for no more chunks than are read. In Node it asks without end.
const main = async () => {
  let pulled = 0;
  const stream = new ReadableStream({ pull(c) { c.enqueue(++pulled); if (pulled === 100) c.close(); } });
  const { value } = await structuredClone(stream, { transfer: [stream] }).getReader().read();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await shows("transferred", () => [value, pulled < 10]);
};
main();
