// Pins: mongodb and mongoose with a local server: documents of all kinds of values, cursors, errors, a pool, and what is sent after close
import { Binary, Long, MongoClient, ObjectId } from "mongodb";
import mongoose from "mongoose";

const client = await new MongoClient(process.env.MONGO_URL, { maxPoolSize: 3 }).connect();
const db = client.db("test");
console.log(await db.command({ ping: 1 }));
const things = db.collection("things");
const all = [
  { _id: new ObjectId("65a0b1c2d3e4f5a6b7c8d9e0"), text: "é😀", n: 1, x: 1.5, big: Long.fromString("9007199254740993"), at: new Date(0), yes: true, none: null },
  { _id: 2, list: [1, "two", { three: 3 }], bytes: new Binary(Buffer.from([1, 2, 3])), inner: { deep: { er: "text" } } },
  ...[3, 4, 5].map((_id) => ({ _id, kind: "many" })),
];
const inserted = await things.insertMany(all);
console.log(inserted.insertedCount, inserted.insertedIds);
console.log(await things.findOne({ text: "é😀" }));
console.log(await things.findOne({ _id: 2 }));
console.log(await things.findOne({ _id: 9 }));
const seen = [];
for await (const { _id } of things.find({ kind: "many" }, { batchSize: 2 })) seen.push(_id);
console.log(seen);
console.log((await Promise.all([1, 2, 3, 4, 5, 6].map((n) => things.find(n % 2 ? {} : { kind: "many" }).toArray()))).map((list) => list.length));
await things.insertOne({ _id: 2 }).catch((e) => console.log(e.name, e.code, e.message));
await db.command({ fly: 1 }).catch((e) => console.log(e.name, e.code, e.codeName, e.message));
console.log(await things.deleteMany({ kind: "many" }), (await things.find().toArray()).length);
await client.close();

await mongoose.connect(process.env.MONGO_URL, { dbName: "test" });
const Cat = mongoose.model("Cat", new mongoose.Schema({ _id: Number, name: { type: String, required: true }, tags: [String] }, { versionKey: false, autoIndex: false, autoCreate: false }));
await Cat.create({ _id: 1, name: "Tom", tags: ["grey"] });
await new Cat({ _id: 2 }).save().catch((e) => console.log(e.name, e.message));
console.log((await Cat.find({ name: "Tom" })).map((cat) => cat.toObject()));
await mongoose.disconnect();
