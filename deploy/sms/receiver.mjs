// Receives the text messages that Pulse posts (PULSE_SMS_WEBHOOK_URL), checks their signature, and hands them on.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SMS_HOST = "127.0.0.1", SMS_PORT = "8090", SMS_SECRET } = process.env;
/** An older message is somebody's recording, s (standardwebhooks.com). */
const maxAgeS = 300;
/** Far longer than a code. */
const maxBytes = 10_000;

/**
 * Listens, and answers 204 once `send` has handed a message to the provider.
 * @param {(message: { to: string, text: string }) => Promise<void>} send rejects if the provider does not take it
 */
export function receive(send) {
  // The same value as PULSE_SMS_WEBHOOK_SECRET; without it anybody who reaches this port could send texts.
  if (!SMS_SECRET?.startsWith("whsec_")) throw new Error("set SMS_SECRET to the value of PULSE_SMS_WEBHOOK_SECRET");
  const sending = new Map();
  const answer = async (request) => {
    const body = await bodyOf(request);
    if (request.method !== "POST" || !isSigned(request.headers, body)) return 401;
    const id = request.headers["webhook-id"];
    // Pulse tries a message again under its old id if it did not get the answer in time: it is handed on only once.
    if (!sending.has(id)) sending.set(id, send(JSON.parse(body)));
    if (sending.size > 1000) sending.delete(sending.keys().next().value);
    try {
      await sending.get(id);
    } catch (error) {
      sending.delete(id);
      throw error;
    }
    return 204;
  };
  const server = createServer((request, response) => {
    void answer(request)
      .catch((error) => {
        console.error(error instanceof Error ? error.message : error);
        return 502;
      })
      .then((status) => response.writeHead(status).end());
  });
  server.listen(Number(SMS_PORT), SMS_HOST, () => console.log(`listening on port ${server.address().port}`));
}

/** What an environment variable says. */
export function needed(name) {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name}`);
  return value;
}

async function bodyOf(request) {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) {
    body += piece;
    if (body.length > maxBytes) throw new Error("a message that is far too long");
  }
  return body;
}

function isSigned(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < maxAgeS)) return false;
  const key = Buffer.from(SMS_SECRET.slice("whsec_".length), "base64");
  const expected = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
