// Pins: axios and ky: JSON, errors, retries, timeouts with a local server
import axios, { AxiosError } from "axios";
import ky from "ky";
const base = process.env.MODEL_SERVER;
const body = { model: "m", messages: [{ role: "user", content: "hello" }] };
const headers = { Authorization: "Bearer test-key" };
const a = await axios.post(`${base}/v1/chat/completions`, body, { headers });
console.log(a.status, a.data.choices[0].message, a.headers["content-type"]);
try { await axios.get(`${base}/nowhere`); } catch (e) { console.log(e instanceof AxiosError, axios.isAxiosError(e), e.code, e.response.status, e.message); }
const client = axios.create({ baseURL: base, headers, validateStatus: () => true });
client.interceptors.request.use((c) => { c.headers.set("X-A", "b"); return c; });
client.interceptors.response.use((r) => ({ ...r, seen: true }));
const b = await client.post("/v1/chat/completions", { ...body, model: "fail-500-1-axios" });
console.log(b.status, b.seen, b.data);
try { await axios.get("http://127.0.0.1:1/", { adapter: "fetch" }); } catch (e) { console.log(e.code, e.message); }
try { await axios.post(`${base}/v1/chat/completions`, { ...body, messages: [{ role: "user", content: "stall" }] }, { headers, timeout: 50, adapter: "fetch" }); } catch (e) { console.log(e.code, e.message); }
const api = ky.create({ prefixUrl: base, headers, retry: { limit: 2, methods: ["post"], statusCodes: [500], delay: () => 1 } });
console.log((await api.post("v1/chat/completions", { json: { ...body, model: "fail-500-1-ky" } }).json()).choices[0].message.content);
try { await api.get("nowhere"); } catch (e) { console.log(e.name, e.response.status, e.message.replace(base, "")); }
