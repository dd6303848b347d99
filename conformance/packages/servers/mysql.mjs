// Pins: mysql2 against MariaDB: queries, prepared statements, types, errors, pools, transactions, streams of rows
import mysql from "mysql2/promise";
import callback from "mysql2";
const options = { host: "127.0.0.1", port: Number(process.env.MYSQL_PORT), user: "app", password: "secret", database: "app" };
const c = await mysql.createConnection(options);
console.log((await c.query("select 1 + 1 as sum, ? as text", ["it's ü"]))[0]);
await c.query("create temporary table notes (id int auto_increment primary key, text varchar(50) not null unique, n decimal(10,2), at datetime, j json, b blob)");
const [inserted] = await c.execute("insert into notes (text, n, at, j, b) values (?, ?, ?, ?, ?)", ["one", 1.25, "2020-01-02 03:04:05", '{"a":1}', Buffer.from([1, 2, 255])]);
console.log(inserted.insertId, inserted.affectedRows);
console.log((await c.execute("select id, text, n, at, b from notes where id = ?", [1]))[0]);
try { await c.execute("insert into notes (text) values (?)", ["one"]); } catch (e) { console.log(e.code, e.errno, e.sqlState, e.message); }
try { await c.query("selekt"); } catch (e) { console.log(e.code, e.errno); }
await c.beginTransaction(); await c.query("delete from notes"); await c.rollback();
console.log((await c.query("select count(*) as n from notes"))[0][0].n, (await c.query({ sql: "select 1, 2", rowsAsArray: true }))[0]);
console.log((await c.query("select repeat('x', 500000) as t"))[0][0].t.length, mysql.format("select ?? from ?? where a = ?", ["a", "b.c", "o'x"]));
await c.end();
const pool = mysql.createPool({ ...options, connectionLimit: 2 });
console.log((await Promise.all([1, 2, 3, 4, 5].map((n) => pool.execute("select ? * 2 as n", [n])))).map(([rows]) => rows[0].n).join());
await pool.end();
const plain = callback.createConnection(options);
const rows = []; for await (const row of plain.query("select seq from seq_1_to_500").stream()) rows.push(row.seq);
console.log(rows.length, rows.at(-1)); plain.end();
await mysql.createConnection({ ...options, password: "wrong" }).catch((e) => console.log(e.code, e.message.replace(/'app'@'[^']*'/, "USER")));
await mysql.createConnection({ ...options, port: 1 }).catch((e) => console.log(e.code, e.message));
