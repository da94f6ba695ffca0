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
  const made = await vi.waitFor(async () => {
    const roles = await pulse.db.selectFrom("roles").select("id").where("name", "in", names).execute();
    // A client that is gone before its body was read has sent nothing: no write and no entry.
    expect(roles).not.toHaveLength(0);
    return roles.map(({ id }) => id);
  });
  await pulse.settled();
  const entries = await pulse.db.selectFrom("audit_entries").selectAll().where("entity_id", "in", made).execute();
  expect(new Set(entries.map((entry) => entry.entity_id))).toEqual(new Set(made));
  expect(new Set(entries.map(({ ip, user_agent }) => `${ip} ${user_agent}`))).toEqual(
    new Set(["127.0.0.1 a hasty client"]),
  );
});
