import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { NewCustomer } from "../src/customers/newCustomer.ts";
import { aCustomer, aToken } from "./builders.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let token: string;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator");
});
afterAll(() => pulse.stop());

/** Sends a request and is gone before anybody can answer. */
async function sendAndLeave(path: string, body: object): Promise<void> {
  const { hostname, port } = new URL(pulse.url);
  const text = JSON.stringify(body);
  const lines = [
    `POST /api/v3/${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `authorization: Bearer ${token}`,
    "user-agent: a hasty client",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(text)}`,
  ];
  const socket = connect(Number(port), hostname);
  await new Promise<void>((sent, failed) => {
    socket.once("error", failed);
    socket.end(`${lines.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
    socket.once("close", () => sent());
  });
}

test("a write whose client is gone before the answer is in the audit log, with its address and its agent", async () => {
  const names = Array.from({ length: 20 }, (_, number) => `Left early ${number}`);
  for (const name of names) await sendAndLeave("roles", { name, operation_ids: [], customer_id: customer.id });
  // Some are not even read to their end when their client is gone; those that are done are on record at the same moment.
  const done = await vi.waitFor(async () => {
    const roles = await pulse.db
      .selectFrom("roles as r")
      .leftJoin("audit_entries as a", "a.entity_id", "r.id")
      .select(["r.id", "a.action", "a.ip", "a.user_agent"])
      .where("r.name", "in", names)
      .execute();
    expect(roles.length).toBeGreaterThan(2);
    return roles;
  }, 10_000);
  for (const role of done)
    expect(role).toMatchObject({ action: "create", ip: "127.0.0.1", user_agent: "a hasty client" });
  expect(new Set(done.map(({ id }) => id)).size).toBe(done.length);
});
