import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Names that are rebound behind a webhook's back. The resolver is the test's; the connections are real.
const [allowed, inside, outside] = ["127.0.0.1", "127.0.0.2", "93.184.215.14"];
let pulse: TestPulse;
let siteId: string;
let token: string;
/** What each name resolves to, in the order of the queries; the last answer is repeated. */
const names = new Map<string, string[][]>();
const asked: string[] = [];

async function resolveHost(host: string): Promise<{ address: string; family: number }[]> {
  asked.push(host);
  const answers = names.get(host);
  if (answers === undefined) throw new Error(`ENOTFOUND ${host}`);
  const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
  return answer.map((address) => ({ address, family: 4 }));
}

/** Counts who connects to an address, and answers a request that is not encrypted. */
async function listener(host: string, port = 0) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => server.close(),
  };
}
let door: Awaited<ReturnType<typeof listener>>;
let forbidden: Awaited<ReturnType<typeof listener>>;

beforeAll(async () => {
  pulse = await testPulse({ PULSE_WEBHOOK_ALLOW: allowed }, { resolveHost });
});
afterAll(() => pulse.stop());
beforeEach(async () => {
  const customer = await aCustomer(pulse);
  siteId = (await aSite(pulse, customer)).id;
  token = await aToken(pulse, customer, "Administrator");
  door = await listener(allowed);
  forbidden = await listener(inside, door.port);
  asked.length = 0;
});
afterEach(() => {
  door.close();
  forbidden.close();
});

const send = (method: string, path: string, body?: object) =>
  call(pulse, method, path, { token, ...(body ? { body } : {}) });
const urlOf = (name: string, scheme = "https"): string => `${scheme}://${name}:${door.port}/hook`;
const hook = async (url: string): Promise<string> => {
  const { status, content } = await send("POST", "webhooks", { name: "Hook", url, kinds: ["asset"] });
  expect(status).toBe(201);
  asked.length = 0;
  return String(content["id"]);
};
const happen = async (name = "Cart"): Promise<void> => {
  expect((await send("POST", `assets?site_id=${siteId}`, { name, type: "Cart" })).status).toBe(201);
};
const log = async (id: string) => (await send("GET", `webhooks/${id}/deliveries`)).content;
const logged = (id: string, entries: object[]) =>
  vi.waitFor(async () => expect(await log(id)).toMatchObject(entries), { timeout: 30_000, interval: 20 });
const refused = { status: null, error: "address_not_allowed", attempts: 1 };

test("no connection is made to a name that was public when its webhook was made but now is private", async () => {
  names.set("turned.example", [[outside]]);
  const id = await hook(urlOf("turned.example"));
  names.set("turned.example", [[inside]]);
  await happen();
  await logged(id, [refused]);
  // Neither by the test button, nor by sending it once more.
  await send("POST", `webhooks/${id}/test`);
  await logged(id, [{ ...refused, type: "webhook.test" }, { error: "address_not_allowed" }]);
  const [, { id: deliveryId }] = (await log(id)) as unknown as [unknown, { id: string }];
  expect((await send("POST", `webhooks/${id}/deliveries/${deliveryId}/replay`)).status).toBe(202);
  await vi.waitFor(() => expect(asked).toHaveLength(3), { timeout: 30_000, interval: 20 });
  await logged(id, [{}, { state: "waiting", error: "address_not_allowed" }]);
  expect(forbidden.connections()).toBe(0);
  // An allowed address is reached in the same way, so only the address prevented it before.
  names.set("turned.example", [[allowed]]);
  await send("POST", `webhooks/${id}/test`);
  await vi.waitFor(() => expect(door.connections()).toBe(1), { timeout: 30_000, interval: 20 });
  expect(forbidden.connections()).toBe(0);
});

test("a webhook's name with one forbidden address among several is refused", async () => {
  names.set("several.example", [[outside]]);
  const id = await hook(urlOf("several.example"));
  names.set("several.example", [[allowed, inside]]);
  await happen();
  await logged(id, [refused]);
  expect([door.connections(), forbidden.connections()]).toEqual([0, 0]);
});

test("a webhook's name whose answer keeps changing is resolved once, and that answer is connected to", async () => {
  names.set("turning.example", [[allowed]]);
  const id = await hook(urlOf("turning.example", "http"));
  names.set("turning.example", [[allowed], [inside]]);
  await happen();
  await logged(id, [{ state: "done", status: 204, error: null, attempts: 1 }]);
  expect(asked).toEqual(["turning.example"]);
  expect([door.connections(), forbidden.connections()]).toEqual([1, 0]);
  await happen("Lifter");
  await logged(id, [refused, { state: "done" }]);
  expect(forbidden.connections()).toBe(0);
});

test("a webhook cannot be changed to a name that is private now", async () => {
  names.set("public.example", [[outside]]);
  names.set("private.example", [[inside]]);
  const id = await hook(urlOf("public.example"));
  const { status, content } = await send("PUT", `webhooks/${id}`, { url: urlOf("private.example") });
  expect([status, content["details"]]).toMatchObject([400, [{ path: "url" }]]);
  expect((await send("POST", "webhooks", { name: "In", url: urlOf("private.example") })).status).toBe(400);
});
