import { endpoints } from "@pulse/contract/endpoints";
import pino from "pino";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApp } from "../src/platform/http/app.ts";
import { ownRateLimiters } from "../src/platform/http/rateLimit.ts";
import { apiKeyAuthenticator } from "../src/resources/apiKeys/apiKeyAuthenticator.ts";
import { apiKeysRepository } from "../src/resources/apiKeys/apiKeys.repository.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { nobody } from "../src/platform/http/viewer.ts";
import { type Answer, call } from "./support/api.ts";
import { aCustomer, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { aRole, operationIds, type Right, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// API keys from creation to deletion, over HTTP.
let pulse: TestPulse;
let customer: NewCustomer;
let stranger: string;
let administrator: string;
let sites: TestSite[];
let asset: TestAsset;
/** The product's clock runs ahead by this, ms. */
let aheadMs = 0;

beforeAll(async () => {
  pulse = await testPulse({}, { now: () => Date.now() + aheadMs });
  customer = await aCustomer(pulse);
  sites = [await aSite(pulse, customer), await aSite(pulse, customer)];
  asset = await anAsset(pulse, customer, sites[0]!);
  administrator = await aToken(pulse, customer, "Administrator");
  stranger = await aToken(pulse, await aCustomer(pulse), "Administrator");
});
afterAll(() => pulse.stop());

interface Wanted {
  rights?: readonly Right[];
  siteIds?: string[];
  expiresAt?: string | null;
  token?: string;
}
const make = async ({ rights = ["asset_management.r"], siteIds = [], expiresAt = null, token }: Wanted = {}) =>
  call(pulse, "POST", "api-keys", {
    token: token ?? administrator,
    body: {
      name: "Warehouse system",
      customer_id: customer.id,
      operation_ids: await operationIds(pulse, rights),
      site_ids: siteIds,
      expires_at: expiresAt,
    },
  });
const keyOf = ({ content }: Answer): string => String(content["key"]);
const list = (token: string, siteId = sites[0]!.id) => call(pulse, "GET", `assets?site_id=${siteId}`, { token });

test("an API key is shown once, gives access to what it was made for, and shows when and where it was last used", async () => {
  const made = await make();
  expect(made.status).toBe(201);
  expect(keyOf(made)).toMatch(/^pulse_[A-Za-z0-9]{40}$/);
  expect(made.content).toMatchObject({ name: "Warehouse system", last_used_at: null, expires_at: null, site_ids: [] });
  expect(keyOf(made).startsWith(String(made.content["prefix"]))).toBe(true);
  expect((await list(keyOf(made))).content.map(({ id }) => id)).toEqual([asset.id]);
  const known = await call(pulse, "GET", "api-keys", { token: administrator });
  expect(known.text).not.toContain(keyOf(made));
  expect(known.content.find(({ id }) => id === made.content["id"])).toMatchObject({
    last_used_at: expect.stringMatching(/Z$/) as string,
    last_used_from: "127.0.0.1",
  });
  const stored = await pulse.db.selectFrom("api_keys").selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(keyOf(made));
});

test("a customer sees all of its API keys, or one page if asked for", async () => {
  const whole = (query = "") => call(pulse, "GET", `api-keys${query}`, { token: administrator });
  const more = 30;
  const before = (await whole()).content.length;
  const made: unknown[] = [];
  for (let nth = 0; nth < more; nth++) made.unshift((await make()).content["id"]);
  const { content, metadata } = await whole();
  expect(content.slice(0, more).map(({ id }) => id)).toEqual(made);
  expect(metadata).toMatchObject({ total_count: before + more, current_page: 1, max_page: 1 });
  const second = await whole("?page=2&limit=7");
  expect(second.content.map(({ id }) => id)).toEqual(made.slice(7, 14));
  expect(second.metadata).toMatchObject({ total_count: before + more, current_page: 2, limit: 7 });
  expect((await whole("?page=1000")).content).toEqual([]);
  expect((await whole("?limit=201")).status).toBe(400);
});

describe("a key can do no more than it was given", () => {
  test("an API key opens no other area, letter, site or customer than it was given", async () => {
    const key = keyOf(await make({ siteIds: [sites[0]!.id] }));
    expect((await list(key)).status).toBe(200);
    expect((await list(key, sites[1]!.id)).status).toBe(404);
    expect((await call(pulse, "DELETE", `assets/${asset.id}`, { token: key })).status).toBe(403);
    expect((await call(pulse, "GET", `hardwares/search?site_id=${sites[0]!.id}`, { token: key })).status).toBe(403);
    const other = await aCustomer(pulse);
    expect((await list(key, (await aSite(pulse, other)).id)).status).toBe(404);
  });

  test("an API key cannot call what is for people only, such as keys, one's own account or a superadmin's routes", async () => {
    const superadmin = await aToken(pulse, null, null);
    const key = keyOf(await make({ rights: ["role_management.c", "role_management.r"], token: superadmin }));
    const forPeople = endpoints.filter(
      ({ access, principals }) => access !== "public" && !principals.includes("apiKey"),
    );
    expect(forPeople.length).toBeGreaterThan(15);
    for (const { id, method, path } of forPeople) {
      const answer = await call(pulse, method, path.replaceAll(/:\w+/g, uuidv7()), { token: key });
      expect([id, answer.status]).toEqual([id, 403]);
    }
  });
});

describe("nobody can give a key more than they have", () => {
  test.each<[string, Wanted]>([
    ["an operation", { rights: ["asset_management.d"] }],
    ["all sites", { rights: ["asset_management.r"], siteIds: [] }],
  ])("nobody can give an API key more than they have: %s", async (_what, wanted) => {
    const options = { siteIds: [sites[0]!.id] };
    const token = await tokenWith(pulse, customer, ["role_management.c", "asset_management.r"], options);
    expect((await make({ ...wanted, token })).status).toBe(403);
    expect((await make({ siteIds: [sites[0]!.id], token })).status).toBe(201);
    // A site that they may not enter does not exist for them.
    expect((await make({ siteIds: [sites[1]!.id], token })).status).toBe(400);
  });

  test("an API key loses at once what its maker loses", async () => {
    const rights = ["role_management.c", "asset_management.r", "asset_management.u"] as const;
    const roleId = await aRole(pulse, customer, rights);
    const roleIds = { ...customer.roleIds, Viewer: roleId };
    const token = await aToken(pulse, { ...customer, roleIds }, "Viewer", { siteIds: sites.map(({ id }) => id) });
    const key = keyOf(await make({ rights: ["asset_management.r"], siteIds: sites.map(({ id }) => id), token }));
    const me = String((await call(pulse, "GET", "users/me", { token })).content["id"]);
    expect((await list(key, sites[1]!.id)).status).toBe(200);
    const { user_group_id: groupId } = await pulse.db
      .selectFrom("users")
      .select("user_group_id")
      .where("id", "=", me)
      .executeTakeFirstOrThrow();
    const body = { site_ids: [sites[0]!.id] };
    expect((await call(pulse, "PUT", `groups/${groupId!}`, { token: administrator, body })).status).toBe(200);
    expect((await list(key, sites[1]!.id)).status).toBe(404);
    await call(pulse, "PUT", `roles/${roleId}`, { token: administrator, body: { operation_ids: [] } });
    expect((await list(key)).status).toBe(403);
    await call(pulse, "DELETE", `users/${me}`, { token: administrator });
    expect((await list(key)).status).toBe(401);
    const { content } = await call(pulse, "GET", "api-keys", { token: administrator });
    expect(content.find(({ prefix }) => key.startsWith(String(prefix)))).toMatchObject({ maker_gone: true });
  });
});

describe("a key stops working", () => {
  test("a deleted API key gets 401 from the next call on", async () => {
    const made = await make();
    const path = `api-keys/${String(made.content["id"])}`;
    expect((await call(pulse, "DELETE", path, { token: stranger })).status).toBe(404);
    expect((await list(keyOf(made))).status).toBe(200);
    expect((await call(pulse, "DELETE", path, { token: administrator })).status).toBe(200);
    const refused = await list(keyOf(made));
    expect([refused.status, refused.content["code"]]).toEqual([401, "unauthorized"]);
    expect((await call(pulse, "DELETE", path, { token: administrator })).status).toBe(404);
  });

  test("an API key stops working when it expires", async () => {
    const key = keyOf(await make({ expiresAt: new Date(Date.now() + 60_000).toISOString() }));
    expect((await list(key)).status).toBe(200);
    aheadMs = 60_001;
    const refused = await list(key);
    aheadMs = 0;
    expect([refused.status, refused.content["code"]]).toEqual([401, "unauthorized"]);
    expect((await make({ expiresAt: new Date(Date.now() - 1).toISOString() })).status).toBe(400);
  });
});

test("API keys of another customer can neither be listed nor made", async () => {
  await make();
  const none = await call(pulse, "GET", "api-keys", { token: stranger });
  expect([none.content, none.metadata]).toEqual([[], { total_count: 0, current_page: 1, max_page: 1, limit: 10_000 }]);
  expect((await call(pulse, "GET", `api-keys?customer_id=${customer.id}`, { token: stranger })).status).toBe(404);
  expect((await make({ token: stranger })).status).toBe(404);
});

test("the audit log names the API key that acted and its changes, but never the key itself", async () => {
  const made = await make({ rights: ["asset_management.u"] });
  const body = { description: "By a key" };
  expect((await call(pulse, "PUT", `assets/${asset.id}`, { token: keyOf(made), body })).status).toBe(200);
  expect((await call(pulse, "DELETE", `assets/${asset.id}`, { token: keyOf(made) })).status).toBe(403);
  await call(pulse, "DELETE", `api-keys/${String(made.content["id"])}`, { token: administrator });
  await pulse.settled();
  const { text, content } = await call(pulse, "GET", "audit?limit=200", { token: administrator });
  expect(text).not.toContain(keyOf(made));
  const byKey = content.filter(({ user_id: id }) => id === made.content["id"]);
  const name = `Warehouse system (${String(made.content["prefix"])}…)`;
  expect(byKey.map(({ user_email: by, action, outcome }) => [by, action, outcome])).toEqual([
    [name, "delete", "refused"],
    [name, "update", "ok"],
  ]);
  const ofKey = content.filter(({ entity }) => (entity as { id: string } | null)?.id === made.content["id"]);
  expect(ofKey.map(({ action, entity }) => [action, (entity as { kind: string }).kind])).toEqual([
    ["delete", "api_key"],
    ["create", "api_key"],
  ]);
});

test("unknown API keys are limited by address and told when to retry, and known ones are not", async () => {
  const known = keyOf(await make());
  const statuses: number[] = [];
  let last = await list(`pulse_${"x".repeat(40)}`);
  for (let nth = 0; nth < 70; nth++) {
    last = await list(`pulse_${String(nth).padStart(40, "x")}`);
    statuses.push(last.status);
  }
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await list(known)).status).toBe(200);
});

test("an API key that calls too often is told to wait, and other keys are not", async () => {
  const app = await newApp(pino({ level: "silent" }));
  const keys = apiKeysRepository(pulse.db);
  const ways = apiKeyAuthenticator({
    keys,
    makerOf: async () => ({ ...nobody, isSuperadmin: true }),
    limiters: ownRateLimiters,
    now: Date.now,
    callsPerMin: 3,
  });
  app.get("/", async (request) => {
    await ways.judge(ways.credentialOf(request)!, request);
    return {};
  });
  const [busy, calm] = [keyOf(await make()), keyOf(await make())];
  const ask = async (key: string) =>
    (await app.inject({ url: "/", headers: { authorization: `Bearer ${key}` } })).statusCode;
  expect([await ask(busy), await ask(busy), await ask(busy), await ask(busy)]).toEqual([200, 200, 200, 429]);
  expect(await ask(calm)).toBe(200);
  await app.close();
});
