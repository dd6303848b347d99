// Pins: @aws-sdk/client-s3: objects, streams, errors, and the headers of a signed request, with a local server; mongodb without a server
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Readable } from "node:stream";
import { BSON, MongoClient, ObjectId } from "mongodb";
const credentials = { accessKeyId: "id", secretAccessKey: "key" };
const s3 = new S3Client({ endpoint: process.env.BASE, region: "us-east-1", forcePathStyle: true, credentials, maxAttempts: 1 });
console.log((await s3.send(new PutObjectCommand({ Bucket: "b", Key: "a/k.txt", Body: "hello" }))).ETag);
console.log((await s3.send(new PutObjectCommand({ Bucket: "b", Key: "bytes", Body: Buffer.alloc(100000, 1) }))).$metadata.httpStatusCode);
const got = await s3.send(new GetObjectCommand({ Bucket: "b", Key: "a/k.txt" }));
console.log(got.ContentLength, await got.Body.transformToString());
const big = await s3.send(new GetObjectCommand({ Bucket: "b", Key: "bytes" }));
let n = 0; for await (const part of big.Body) n += part.length; console.log(n, big.Body instanceof Readable);
console.log((await s3.send(new ListObjectsV2Command({ Bucket: "b" }))).Contents.map((o) => [o.Key, o.Size]));
await s3.send(new GetObjectCommand({ Bucket: "b", Key: "none" })).catch((e) => console.log(e.name, e.message, e.$metadata.httpStatusCode));
await new S3Client({ endpoint: "http://127.0.0.1:1", region: "x", credentials, maxAttempts: 1 }).send(new GetObjectCommand({ Bucket: "b", Key: "k" })).catch((e) => console.log(e.code, e.message));
const id = new ObjectId("0123456789abcdef01234567");
console.log(BSON.deserialize(BSON.serialize({ _id: id, a: [1, 2.5, "x"], d: new Date(0), n: null, l: BSON.Long.fromNumber(7) })));
await new MongoClient("mongodb://127.0.0.1:1", { serverSelectionTimeoutMS: 300 }).connect().catch((e) => console.log(e.name, e.message));
