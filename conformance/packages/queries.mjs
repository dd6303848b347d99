// Pins: knex, kysely, drizzle-orm: the SQL that they make
import { and, eq, gt, sql as raw } from "drizzle-orm";
import { integer, pgTable, serial, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pg-proxy";
import knex from "knex";
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";

const k = knex({ client: "pg" });
console.log(k("u").where({ a: 1 }).whereIn("b", [1, 2]).orderBy("c", "desc").limit(3).toString());
console.log(k("t").insert([{ a: 1 }, { a: 2 }]).returning("id").toSQL().sql, k.schema.createTable("x", (t) => { t.increments(); t.string("n").notNullable(); }).toString());
await k.destroy();

const db = new Kysely({ dialect: {
  createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(), createIntrospector: (d) => new PostgresIntrospector(d), createQueryCompiler: () => new PostgresQueryCompiler(),
} });
console.log(db.selectFrom("p").select(["a", sql`1+1`.as("b")]).where("a", "=", 1).innerJoin("q", "q.id", "p.id").compile().sql, await db.selectFrom("p").selectAll().execute());

const u = pgTable("u", { id: serial("id").primaryKey(), n: text("n").notNull(), a: integer("a") });
const d = drizzle(async (query, params) => { console.log(query, params); return { rows: [[1, "x", 3]] }; });
console.log(await d.select().from(u).where(and(eq(u.n, "x"), gt(u.a, 2))).limit(1), d.update(u).set({ a: raw`${u.a}+1` }).toSQL());
