import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as bodyOf } from "node:stream/consumers";
import { smsWebhook } from "@pulse/server/platform/sms/smsWebhook";
import { afterEach, expect, test } from "vitest";

const secret = `whsec_${Buffer.from("a secret of the operator's own").toString("base64")}`;
const message = { to: "+4915123456789", text: "Ihr Code für Pulse: 042913" };
const toStop: (() => void)[] = [];
afterEach(() => {
  for (const stop of toStop.splice(0)) stop();
});

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A double of a provider that gives this answer. */
async function double(answer: { status?: number; content: unknown }): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body });
      response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  toStop.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Starts a recipe and sends the message through it as Pulse does; rejects if Pulse would be refused. */
async function sendBy(script: string, env: Record<string, string>, signedWith = secret): Promise<void> {
  const recipe: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, "deploy/sms", script)], {
    env: { PATH: process.env["PATH"], SMS_PORT: "0", SMS_SECRET: secret, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  toStop.push(() => recipe.kill());
  const port = await new Promise<string>((resolve, reject) => {
    recipe.once("exit", () => reject(new Error(`${script} has ended`)));
    recipe.stdout!.on("data", (line) => resolve(/port (\d+)/.exec(String(line))![1]!));
  });
  const send = smsWebhook(
    { url: `http://127.0.0.1:${port}/`, secret: signedWith },
    { now: Date.now, pause: async () => undefined },
  );
  await send(message);
}

const form = (body: string): Record<string, string> => Object.fromEntries(new URLSearchParams(body));
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString("base64")}`;

const twilio = { TWILIO_ACCOUNT_SID: "AC123", TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+12025550100" };
const vonage = { VONAGE_API_KEY: "key", VONAGE_API_SECRET: "secret", VONAGE_FROM: "Pulse" };
const seven = { SEVEN_API_KEY: "key", SEVEN_FROM: "Pulse" };

test("the recipe for Twilio creates a message of the account", async () => {
  const { url, received } = await double({ status: 201, content: { sid: "SM1" } });
  await sendBy("twilio.mjs", { ...twilio, TWILIO_URL: url });
  expect(received).toHaveLength(1);
  const [{ path, headers, body }] = received as [Received];
  expect(path).toBe("/2010-04-01/Accounts/AC123/Messages.json");
  expect(headers.authorization).toBe(basic("AC123:token"));
  expect(form(body)).toEqual({ To: message.to, From: "+12025550100", Body: message.text });
});

test("the recipe for Vonage sends a number without plus, in Unicode", async () => {
  const { url, received } = await double({ content: { "message-count": "1", messages: [{ status: "0" }] } });
  await sendBy("vonage.mjs", { ...vonage, VONAGE_URL: url });
  const [{ path, headers, body }] = received as [Received];
  expect(path).toBe("/sms/json");
  expect(headers.authorization).toBe(basic("key:secret"));
  expect(form(body)).toEqual({ from: "Pulse", to: "4915123456789", text: message.text, type: "unicode" });
});

test("the recipe for seven.io posts JSON with the key", async () => {
  const { url, received } = await double({ content: { success: "100" } });
  await sendBy("seven.mjs", { ...seven, SEVEN_URL: url });
  const [{ path, headers, body }] = received as [Received];
  expect(path).toBe("/api/sms");
  expect(headers["x-api-key"]).toBe("key");
  expect(JSON.parse(body)).toEqual({ ...message, from: "Pulse" });
});

test("the recipe for a GSM modem calls gammu with the number and the text", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-gammu-"));
  writeFileSync(join(folder, "gammu"), `#!/bin/sh\nprintf '%s\\n' "$@" > "${folder}/called"\n`);
  chmodSync(join(folder, "gammu"), 0o755);
  await sendBy("gammu.mjs", { PATH: `${folder}:${process.env["PATH"] ?? ""}` });
  const called = readFileSync(join(folder, "called"), "utf8").trim().split("\n");
  expect(called).toEqual([
    "sendsms",
    "TEXT",
    message.to,
    "-autolen",
    String(message.text.length),
    "-text",
    message.text,
  ]);
});

test.each([
  ["twilio.mjs", { ...twilio }, "TWILIO_URL", { status: 400, content: { code: 21211 } }],
  ["vonage.mjs", { ...vonage }, "VONAGE_URL", { content: { messages: [{ status: "4" }] } }],
  ["seven.mjs", { ...seven }, "SEVEN_URL", { content: { success: "900" } }],
])("the recipe %s tells Pulse that its provider has refused the text", async (script, env, at, answer) => {
  const { url, received } = await double(answer);
  await expect(sendBy(script, { ...env, [at]: url })).rejects.toThrow("the SMS webhook answered 502");
  expect(received).toHaveLength(3);
});

test("a recipe hands nothing on that is signed with another secret", async () => {
  const { url, received } = await double({ content: { success: "100" } });
  const other = `whsec_${Buffer.from("a secret of somebody else, a").toString("base64")}`;
  await expect(sendBy("seven.mjs", { ...seven, SEVEN_URL: url }, other)).rejects.toThrow("answered 401");
  expect(received).toHaveLength(0);
});
