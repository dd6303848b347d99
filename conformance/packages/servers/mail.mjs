// Pins: nodemailer over SMTP: STARTTLS, a login, attachments, pools, refusals, connections that fail
import nodemailer from "nodemailer";
const { SMTP_PORT, SMTP_CA } = process.env;
const options = { host: "127.0.0.1", port: Number(SMTP_PORT), secure: false, tls: { ca: SMTP_CA, servername: "example.com" }, auth: { user: "ann", pass: "secret" } };
const mail = { from: "Ann <ann@example.com>", to: "bob@example.com, carl@example.com", subject: "Grüße", text: "hello\n.dot", date: new Date(0), messageId: "<1@x>",
  attachments: [{ filename: "a.txt", content: "attached" }] };
const t = nodemailer.createTransport(options);
console.log(await t.verify());
const sent = await t.sendMail(mail);
console.log(sent.accepted, sent.rejected, sent.response, sent.envelope);
const pool = nodemailer.createTransport({ ...options, pool: true, maxConnections: 1 });
console.log((await Promise.all([1, 2, 3].map((n) => pool.sendMail({ ...mail, subject: `${n}`, attachments: [] })))).map((r) => r.response));
pool.close();
for (const wrong of [{ auth: { user: "ann", pass: "wrong" } }, { tls: { servername: "wrong.org", ca: SMTP_CA } }, { port: 1 }]) {
  await nodemailer.createTransport({ ...options, ...wrong }).sendMail(mail).catch((e) => console.log(e.code, e.message.slice(0, 60)));
}
await t.sendMail({ ...mail, to: "nobody@example.com" }).catch((e) => console.log(e.code, e.responseCode, e.rejected));
const stream = nodemailer.createTransport({ streamTransport: true, newline: "unix", buffer: true });
console.log((await stream.sendMail({ ...mail, attachments: [] })).message.toString().split("\n").filter((l) => /^(Subject|To|From)/.test(l)));
