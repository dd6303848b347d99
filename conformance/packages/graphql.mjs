// Pins: graphql: schemas, queries, errors as JSON, printed documents
import { buildSchema, graphql, parse, print, validate } from "graphql";

const schema = buildSchema("type Query { hi(n: String!): String, l: [Int!]! }");
const rootValue = { hi: ({ n }) => "Hi " + n, l: () => [1, 2] };
console.log(await graphql({ schema, source: '{ hi(n: "x") l }', rootValue }));
const wrong = await graphql({ schema, source: "{ nope }" });
console.log(JSON.stringify(wrong.errors), wrong.errors[0].message, String(wrong.errors[0]));
console.log(JSON.stringify(await graphql({ schema, source: "{ l }", rootValue: { l: () => { throw new Error("no list"); } } })));
console.log(print(parse("query Q($a:Int){b(c:$a){d}}")), validate(schema, parse("{ hi }")).length);
