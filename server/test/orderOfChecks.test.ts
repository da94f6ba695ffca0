import { connect } from "node:net";
import { endpoints } from "@pulse/contract/endpoints";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aToken } from "./support/builders.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// 401, 403 and 404 come before the body is read: nobody can make the server receive or parse what they may not send.
let pulse: TestPulse;
let customer: NewCustomer;
let administrator: string;
let reader: string;
let superadmin: string;

beforeAll(async () => {
  pulse = await testPulse();
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
  superadmin = await aToken(pulse, null, null);
  reader = await tokenWith(pulse, customer, ["asset_management.r"]);
});
afterAll(() => pulse.stop());

/** The status code of an answer that comes before the announced body was sent. */
async function statusBeforeBody(path: string, token?: string): Promise<number> {
  const { hostname, port } = new URL(pulse.url);
  const socket = connect(Number(port), hostname);
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once("data", (bytes) => resolve(bytes.toString("latin1")));
    socket.once("error", reject);
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        `host: ${hostname}:${port}`,
        "content-type: application/json",
        "content-length: 100000",
        ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
        "",
        "",
      ].join("\r\n"),
    );
  });
  socket.destroy();
  return Number(answer.split(" ")[1]);
}

const nowhere = uuidv7();

test.each([
  ["401 without a token", 401, () => ["/api/v3/roles"]],
  ["403 without the letter", 403, () => ["/api/v3/roles", reader]],
  ["404 out of reach", 404, () => [`/api/v3/users/${nowhere}/resend-invitation`, administrator]],
  ["404 for another customer named in the query", 404, () => [`/api/v3/roles?customer_id=${nowhere}`, administrator]],
] as const)("a refusal does not wait for the body: %s", async (_name, status, given) => {
  const [path, token] = given();
  expect(await statusBeforeBody(path!, token)).toBe(status);
});

const writes = endpoints.filter(({ method, principals }) => method !== "GET" && principals.includes("person"));
const inPath = (path: string): string => path.replace(":attr", "phone_number").replaceAll(/:\w+/g, nowhere);

test.each(writes.map((endpoint) => [endpoint.id, endpoint] as const))(
  "malformed JSON to %s is 401 without a token, then 403, then 404, and only then 400",
  async (id, { method, path, access, scope }) => {
    const status = async (token?: string) =>
      (await call(pulse, method, `${inPath(path)}?site_id=${nowhere}`, { token, body: "{nonsense" })).status;
    expect(await status()).toBe(401);
    if (access !== "signedIn") expect(await status(reader)).toBe(403);
    // Whose session an id is, only the identity provider knows, which is asked last.
    const names = (path.includes(":id") && id !== "endOwnSession") || scope === "site";
    expect(await status(access === "superadmin" ? superadmin : administrator)).toBe(names ? 404 : 400);
  },
);

test("a deletion repeated with its Idempotency-Key gets the same answer, and with another key 404", async () => {
  const { content } = await call(pulse, "POST", "roles", {
    token: administrator,
    body: { name: "Short-lived", operation_ids: [] },
  });
  const remove = (key: string) =>
    call(pulse, "DELETE", `roles/${String(content["id"])}`, {
      token: administrator,
      headers: { "idempotency-key": key },
    });
  const first = await remove("gone");
  expect(first.status).toBe(200);
  const again = await remove("gone");
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect((await remove("new")).status).toBe(404);
});
