// Pins: knex, typeorm and sequelize, which require their drivers by names that are known when they run, and mongoose without a server
import "reflect-metadata";
import knex from "knex";
import { DataSource, EntitySchema } from "typeorm";
import { Sequelize, DataTypes, Op } from "sequelize";
import mongoose from "mongoose";

{
const k = knex({ client: "pg", connection: { host: "127.0.0.1", port: 1 }, log: { warn() {} } });
console.log(k("t").where({ a: 1 }).whereIn("b", [1, 2]).join("u", "u.id", "t.uid").orderBy("c").limit(3).toString(), typeof k.client.driver.Client);
console.log(k.schema.createTable("x", (t) => { t.increments(); t.string("n").notNullable(); t.timestamps(); }).toString());
try { await k("t"); } catch (e) { console.log(e.code); }
await k.destroy();
}
{
try { const s = new Sequelize("postgres://u:p@127.0.0.1:1/d", { logging: false });
const U = s.define("U", { n: { type: DataTypes.STRING, allowNull: false } });
const u = U.build({ n: "x" });
console.log(u.n, await u.validate().then(() => "ok"));
console.log(s.getQueryInterface().queryGenerator.selectQuery("U", { where: { a: { [Op.gt]: 1 } } }, U));
try { await s.authenticate(); } catch (e) { console.log(e.name); } } catch (e) { console.log(e.message); }
}
{
const S = new mongoose.Schema({ n: { type: String, required: true }, a: { type: Number, min: 1 }, tags: [String], at: Date }); S.virtual("v").get(function () { return this.n + "!"; });
const M = mongoose.model("M", S);
const m = new M({ n: "x", a: "0", tags: ["q"], at: "2020-01-01" });
console.log(m.v, m.toObject({ virtuals: true }).tags, (await m.validate().catch((e) => e.message)), m.validateSync()?.errors.a.kind, mongoose.isValidObjectId("abc"), m.isModified("n"));
}
{
const E = new EntitySchema({ name: "u", columns: { id: { type: Number, primary: true, generated: true }, n: { type: String } } });
const source = new DataSource({ type: "postgres", host: "127.0.0.1", port: 1, entities: [E] });
try { await source.initialize(); } catch (e) { console.log(e.code, e.message); }
}
