import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let token: string;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

/** Sends a request and disconnects as soon as the body was read, before the answer. */
async function sendAndLeave(path: string, body: object, key: string): Promise<void> {
  const { hostname, port } = new URL(pulse.url);
  const text = JSON.stringify(body);
  const lines = [
    `POST /api/v3/${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${token}`,
    "user-agent: a hasty client",
    "content-type: application/json",
    `idempotency-key: ${key}`,
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  const socket = connect(Number(port), hostname);
  const before = await underWay();
  socket.write(`${lines.join("\r\n")}\r\n\r\n${text}`);
  while ((await underWay()) === before) await turn();
  socket.destroy();
}

/** How many writes have been started under a key so far. */
async function underWay(): Promise<number> {
  const rows = await pulse.db.selectFrom("idempotency_keys").select("key").execute();
  return rows.length;
}

test("a write whose client leaves before the answer is in the audit log, with its address and user agent", async () => {
  const names = Array.from({ length: 20 }, (_, number) => `Left early ${number}`);
  for (const name of names)
    await sendAndLeave("roles", { name, operation_ids: [], customer_id: customer.id }, name.replaceAll(" ", "-"));
  const done = await vi.waitFor(async () => {
    const roles = await pulse.db
      .selectFrom("roles as r")
      .leftJoin("audit_entries as a", "a.entity_id", "r.id")
      .select(["r.id", "a.action", "a.ip", "a.user_agent"])
      .where("r.name", "in", names)
      .execute();
    expect(roles).toHaveLength(names.length);
    return roles;
  }, 10_000);
  for (const role of done)
    expect(role).toMatchObject({ action: "create", ip: "127.0.0.1", user_agent: "a hasty client" });
  expect(new Set(done.map(({ id }) => id)).size).toBe(names.length);
});
