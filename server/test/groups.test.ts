import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./support/builders.ts";
import { aPerson } from "./support/people.ts";
import { tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let superadmin: string;
let customer: NewCustomer;
let administrator: string;
let north: TestSite;
let south: TestSite;

beforeAll(async () => {
  pulse = await testPulse();
  superadmin = await aToken(pulse, null, null);
});
beforeEach(async () => {
  customer = await aCustomer(pulse);
  administrator = await aToken(pulse, customer, "Administrator");
  south = await aSite(pulse, customer, { name: "South" });
  north = await aSite(pulse, customer, { name: "north" });
});
afterAll(() => pulse.stop());

const details = (answer: { content: Record<string, unknown> }) =>
  answer.content["details"] as Record<string, unknown>[];
const siteNames = (content: Record<string, unknown>) =>
  (content["sites"] as { name: string }[]).map(({ name }) => name);

async function aGroup(sites: TestSite[], name = "A group"): Promise<string> {
  const id = uuidv7();
  await pulse.db.insertInto("user_groups").values({ id, customer_id: customer.id, name }).execute();
  for (const site of sites)
    await pulse.db.insertInto("group_sites").values({ user_group_id: id, site_id: site.id }).execute();
  return id;
}

test("a group can be created, found, changed and deleted, and the log records it", async () => {
  const body = { name: "Both", site_ids: [south.id, north.id, south.id], all_sites: true };
  const made = await call(pulse, "POST", "groups", { token: administrator, body });
  expect(made.status).toBe(201);
  expect(made.content).toMatchObject({ name: "Both", customer_id: customer.id, predefined: false, num_users: 0 });
  expect(siteNames(made.content)).toEqual(["north", "South"]);
  const id = String(made.content["id"]);
  const named = await call(pulse, "PUT", `groups/${id}`, { token: administrator, body: { name: "All of it" } });
  expect(siteNames(named.content)).toEqual(["north", "South"]);
  const changed = await call(pulse, "PUT", `groups/${id}`, {
    token: administrator,
    body: { ...(named.content as object), site_ids: [north.id] },
  });
  expect(changed.content).toMatchObject({ name: "All of it", version: 3, sites: [{ id: north.id, name: "north" }] });
  expect((await call(pulse, "GET", `groups/${id}`, { token: administrator })).content).toEqual(changed.content);
  const gone = await call(pulse, "DELETE", `groups/${id}`, { token: administrator });
  expect([gone.status, gone.content]).toEqual([200, { id }]);
  await pulse.settled();
  const log = await pulse.db
    .selectFrom("audit_entries")
    .select(["action", "changes"])
    .where("entity_id", "=", id)
    .orderBy("id")
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["create", "update", "update", "delete"]);
  expect(log[2]!.changes).toEqual([{ field: "sites", before: ["north", "South"], after: ["north"] }]);
});

test("the groups of a customer are searched, sorted and in pages, and All sites contains every site", async () => {
  await aGroup([north], "Zürich");
  const all = await call(pulse, "GET", "groups?sort_fields=name&sort_order=asc", { token: administrator });
  expect(all.content.map((group) => [group["name"], group["predefined"], siteNames(group)])).toEqual([
    ["All sites", true, ["north", "South"]],
    ["Zürich", false, ["north"]],
  ]);
  const found = await call(pulse, "GET", `groups?customer_id=${customer.id}&search_keyword=zur&limit=1`, {
    token: superadmin,
  });
  expect(found.content.map((group) => group["name"])).toEqual(["Zürich"]);
  expect(found.metadata).toEqual({ total_count: 1, current_page: 1, max_page: 1, limit: 1 });
});

test("a group has a unique name within the customer, and only that customer's sites", async () => {
  const twice = await call(pulse, "POST", "groups", {
    token: administrator,
    body: { name: "all SITES", site_ids: [] },
  });
  expect([twice.status, twice.content["code"]]).toEqual([409, "already_exists"]);
  expect(details(twice)).toEqual([{ path: "name", code: "must_be_unique", message: "Group must be unique" }]);
  const foreign = await aSite(pulse, await aCustomer(pulse));
  const group = await aGroup([]);
  for (const [method, path] of [
    ["POST", `groups?customer_id=${customer.id}`],
    ["PUT", `groups/${group}`],
  ] as const) {
    const body = { name: "Foreign", site_ids: [north.id, foreign.id] };
    const answer = await call(pulse, method, path, { token: superadmin, body });
    expect([answer.status, answer.content["code"]]).toEqual([400, "invalid_parameter"]);
    expect(details(answer)).toMatchObject([{ path: "site_ids[1]", code: "not_found" }]);
  }
});

test("the group All sites cannot be changed, and a group with members cannot be deleted", async () => {
  const predefined = `groups/${customer.groupId}`;
  const changed = await call(pulse, "PUT", predefined, { token: superadmin, body: { name: "Some", site_ids: [] } });
  expect([changed.status, changed.content["code"]]).toEqual([403, "predefined"]);
  expect((await call(pulse, "DELETE", predefined, { token: superadmin })).content["code"]).toBe("predefined");
  const id = await aGroup([north]);
  const person = await aPerson(pulse, { ...customer, groupId: id });
  const answer = await call(pulse, "DELETE", `groups/${id}`, { token: administrator });
  expect([answer.status, answer.content["message"]]).toEqual([409, "Group is in use"]);
  expect(details(answer)).toMatchObject([{ path: "users", code: "in_use", items: [{ id: person.userId }] }]);
});

test("a group cannot be changed from an old version, and the answer shows both versions", async () => {
  const id = await aGroup([north], "First");
  await call(pulse, "PUT", `groups/${id}`, { token: administrator, body: { site_ids: [south.id], version: 1 } });
  const late = await call(pulse, "PUT", `groups/${id}`, {
    token: administrator,
    body: { name: "First", site_ids: [], version: 1 },
  });
  expect([late.status, late.content["code"]]).toEqual([409, "conflict"]);
  expect(details(late)).toMatchObject([{ path: "site_ids", code: "changed", theirs: [south.id], yours: [] }]);
});

test("groups of another customer cannot be seen or created", async () => {
  const stranger = await aCustomer(pulse);
  for (const method of ["GET", "PUT", "DELETE"]) {
    const body = method === "PUT" ? { name: 1 } : undefined;
    const foreign = await call(pulse, method, `groups/${stranger.groupId}`, { token: administrator, body });
    const absent = await call(pulse, method, `groups/${customer.id}`, { token: administrator, body });
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  }
  const body = { name: "Planted", site_ids: [], customer_id: stranger.id };
  expect((await call(pulse, "POST", "groups", { token: administrator, body })).status).toBe(404);
});

test("people limited to some sites can see, assign and remove only those", async () => {
  const token = await tokenWith(
    pulse,
    customer,
    ["group_management.c", "group_management.r", "group_management.u", "group_management.d"],
    { siteIds: [north.id] },
  );
  const both = await aGroup([north, south], "Both");
  expect(siteNames((await call(pulse, "GET", `groups/${both}`, { token })).content)).toEqual(["north"]);
  for (const group of (await call(pulse, "GET", "groups", { token })).content)
    expect(siteNames(group)).not.toContain("South");

  const given = await call(pulse, "POST", "groups", { token, body: { name: "Mine", site_ids: [north.id, south.id] } });
  expect([given.status, details(given)[0]!["path"]]).toEqual([400, "site_ids[1]"]);
  // Nobody can mean to remove what they cannot see.
  const emptied = await call(pulse, "PUT", `groups/${both}`, { token, body: { site_ids: [], version: 1 } });
  expect(siteNames(emptied.content)).toEqual([]);
  const whole = await call(pulse, "GET", `groups/${both}`, { token: administrator });
  expect(siteNames(whole.content)).toEqual(["South"]);
  const deleted = await call(pulse, "DELETE", `groups/${both}`, { token });
  expect([deleted.status, deleted.content["code"]]).toEqual([403, "operation_not_allowed"]);
});

test("people lose access at once to a site that is removed from their group", async () => {
  const group = await aGroup([north, south]);
  const token = await aToken(pulse, { ...customer, groupId: group }, "Viewer");
  expect((await call(pulse, "GET", `sites/${south.id}`, { token })).status).toBe(200);
  await call(pulse, "PUT", `groups/${group}`, { token: administrator, body: { site_ids: [north.id] } });
  expect((await call(pulse, "GET", `sites/${south.id}`, { token })).status).toBe(404);
  expect((await call(pulse, "GET", `sites/${north.id}`, { token })).status).toBe(200);
});
