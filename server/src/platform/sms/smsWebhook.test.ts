import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as bodyOf } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { smsWebhook } from "./smsWebhook.ts";

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Answer = number | "nothing" | { status: number; location: string };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A provider that gives these answers in turn, and then 200. */
async function provider(...answers: Answer[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body });
      const answer = answers.shift() ?? 200;
      if (answer === "nothing") return;
      if (typeof answer === "number") response.writeHead(answer).end("the provider's own words");
      else response.writeHead(answer.status, { location: answer.location }).end();
    });
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`, received };
}

const secret = `whsec_${Buffer.from("a secret of the operator's own").toString("base64")}`;
const message = { to: "+4915123456789", text: "042913 is your Pulse code." };
const atMs = Date.parse("2026-11-28T12:00:00Z");

function sender(url: string, timeoutMs?: number) {
  const pausesMs: number[] = [];
  const parts = { now: () => atMs, pause: async (ms: number) => void pausesMs.push(ms) };
  const send = smsWebhook({ url, secret }, timeoutMs === undefined ? parts : { ...parts, timeoutMs });
  return { send, pausesMs };
}

test("a text message is posted as JSON with a signature that standard webhooks' rule verifies", async () => {
  const { url, received } = await provider();
  await sender(url).send(message);
  const [{ headers, body, path }] = received as [Received];
  expect(JSON.parse(body)).toEqual(message);
  expect(path).toBe("/sms");
  expect(headers["content-type"]).toBe("application/json");
  expect(headers["webhook-timestamp"]).toBe(String(atMs / 1000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signed = `${String(headers["webhook-id"])}.${atMs / 1000}.${body}`;
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
});

test("without a secret a text message is posted without a signature", async () => {
  const { url, received } = await provider();
  await smsWebhook({ url, secret: null }, { now: () => atMs, pause: async () => undefined })(message);
  expect(received[0]!.headers).not.toHaveProperty("webhook-signature");
  expect(received[0]!.headers["webhook-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([500, 503, 429, 408])(
  "a text message that the provider answers with %s is tried three times in all, under one id",
  async (status) => {
    const { url, received } = await provider(status, status);
    const { send, pausesMs } = sender(url);
    await send(message);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(pausesMs).toEqual([500, 2_000]);
  },
);

test("after three failed tries the error says what the provider answered, and nothing of the message", async () => {
  const { url, received } = await provider(500, 500, 500);
  await expect(sender(url).send(message)).rejects.toThrow(/^the SMS webhook answered 500$/);
  expect(received).toHaveLength(3);
});

test.each([400, 401, 404, 422])(
  "a text message that the provider refuses with %s is not sent again",
  async (status) => {
    const { url, received } = await provider(status);
    await expect(sender(url).send(message)).rejects.toThrow(`the SMS webhook answered ${status}`);
    expect(received).toHaveLength(1);
  },
);

test("a redirect of the SMS webhook is not followed", async () => {
  const { url, received } = await provider({ status: 302, location: "/elsewhere" });
  await expect(sender(url).send(message)).rejects.toThrow("the SMS webhook answered 302");
  expect(received.map(({ path }) => path)).toEqual(["/sms"]);
});

test("a provider that hangs is given up after the time-out and asked again", async () => {
  const { url, received } = await provider("nothing");
  await sender(url, 100).send(message);
  expect(received).toHaveLength(2);
});

test("a text message is tried again while nobody listens at the SMS webhook's address", async () => {
  const { url } = await provider();
  await new Promise((resolve) => server!.close(resolve));
  const { send, pausesMs } = sender(url);
  await expect(send(message)).rejects.toThrow("the SMS webhook did not answer");
  expect(pausesMs).toEqual([500, 2_000]);
});

test("a user and a password in the SMS webhook's address are sent as a header", async () => {
  const { url, received } = await provider();
  await sender(url.replace("//", "//pulse:p%40ss@")).send(message);
  expect(received[0]!.headers.authorization).toBe(`Basic ${Buffer.from("pulse:p@ss").toString("base64")}`);
});
