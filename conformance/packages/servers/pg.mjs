// Pins: pg against PostgreSQL: queries, types, errors, transactions, pools, notifications, cursors of rows, the socket file
import pg from "pg";
const url = process.env.POSTGRES_URL;
const client = new pg.Client({ connectionString: url });
await client.connect();
console.log((await client.query("select $1::text as message, 1 + 1 as sum", ["hello"])).rows);
const types = await client.query("select 1::int4 i, 2::int8 b, 1.5::float8 f, 1.25::numeric n, true t, null::text z, '{\"a\":[1]}'::jsonb j, array[1,2] a, '2020-01-02T03:04:05Z'::timestamptz d, '\\xdead'::bytea y");
console.log(types.rows[0], types.fields.map((f) => [f.name, f.dataTypeID]));
await client.query("create temp table notes (id serial primary key, text text not null)");
for (const text of ["one", "two", "drei ü"]) console.log((await client.query("insert into notes (text) values ($1) returning *", [text])).rows[0]);
console.log((await client.query({ text: "select * from notes where id > $1 order by id", values: [1], rowMode: "array", name: "later" })).rows);
try { await client.query("insert into notes (text) values (null)"); } catch (e) { console.log(e.name, e.code, e.message, e.column, e.severity); }
try { await client.query("selekt"); } catch (e) { console.log(e.code, e.position, e.message); }
await client.query("begin"); await client.query("delete from notes"); await client.query("rollback");
console.log((await client.query("select count(*)::int n from notes")).rows[0].n);
console.log((await client.query("select repeat('x', 1000000) t")).rows[0].t.length, (await client.query("select g from generate_series(1, 5000) g")).rowCount);
const heard = new Promise((done) => client.once("notification", (n) => done([n.channel, n.payload])));
await client.query("listen news"); await client.query("notify news, 'it rains'");
console.log(await heard);
await client.end();
const pool = new pg.Pool({ connectionString: url, max: 3 });
console.log((await Promise.all(Array.from({ length: 10 }, (_, i) => pool.query("select $1::int * 2 as n", [i])))).map((r) => r.rows[0].n).join(), pool.totalCount <= 3);
const slow = pool.query({ text: "select pg_sleep(10)", query_timeout: 100 });
await slow.catch((e) => console.log(e.message));
await pool.end();
const bad = new pg.Client({ connectionString: url.replace("secret", "wrong") });
await bad.connect().catch((e) => console.log(e.code, e.message));
const file = new pg.Client({ host: process.env.POSTGRES_FOLDER, port: new URL(url).port, user: "app", password: "secret", database: "postgres" });
await file.connect(); console.log((await file.query("select inet_server_addr() is null as through_a_file")).rows[0]); await file.end();
