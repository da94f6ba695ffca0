import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, aSite, aToken, type TestGateway, type TestSite } from "./support/builders.ts";
import { aPerson, passwordSignIn, tokensOf } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
let customer: NewCustomer;
let theirs: NewCustomer;
let site: TestSite;
let outside: TestSite;
let gateway: TestGateway;
let administrator: string;
let superadmin: string;

beforeAll(async () => {
  pulse = await testPulse();
  [customer, theirs] = [await aCustomer(pulse), await aCustomer(pulse)];
  [site, outside] = [await aSite(pulse, customer), await aSite(pulse, customer)];
  gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
  administrator = await aToken(pulse, customer, "Administrator");
  superadmin = await aToken(pulse, null, null);
});
afterAll(() => pulse.stop());
beforeEach(async () => {
  await pulse.settled();
  await pulse.db.deleteFrom("audit_entries").execute();
});

const list = async (query = "", token = administrator) => {
  await pulse.settled();
  return call(pulse, "GET", `audit${query}`, { token });
};
const anHourAgoMs = Date.now() - 3600_000;
const atMs = (minute: number): number => anHourAgoMs + minute * 60_000;

/** An entry this many minutes after an hour ago. */
async function anEntry(minute: number, more: { customerId?: string; siteId?: string | null; name?: string } = {}) {
  const { customerId = customer.id, siteId = null, name = `Thing ${minute}` } = more;
  await pulse.db
    .insertInto("audit_entries")
    .values({
      id: uuidv7({ msecs: atMs(minute) }),
      ts: new Date(atMs(minute)),
      customer_id: customerId,
      site_id: siteId,
      user_id: null,
      user_email: null,
      ip: "192.0.2.1",
      user_agent: "a browser",
      action: "update",
      entity_kind: "asset",
      entity_id: uuidv7(),
      entity_name: name,
      outcome: "ok",
      request_id: uuidv7(),
    })
    .execute();
}
const namesIn = (answer: { content: Record<string, unknown>[] }) =>
  answer.content.map(({ entity }) => (entity as { name: string }).name);

test("a write and a sign-in are listed in the audit log with person, address, object and request", async () => {
  const person = await aPerson(pulse, customer);
  await tokensOf(pulse, person.email);
  await call(pulse, "POST", `hardwares/${gateway.id}/mqtt-credentials`, {
    token: administrator,
    headers: { "user-agent": "somebody's browser" },
  });
  const { content, metadata } = await list();
  expect(metadata).toMatchObject({ current_page: 1, limit: 10_000 });
  expect(content[0]).toMatchObject({
    customer_id: customer.id,
    site_id: site.id,
    ip: "127.0.0.1",
    user_agent: "somebody's browser",
    action: "credentials_reset",
    entity: { kind: "hardware", id: gateway.id },
    changes: [],
    outcome: "ok",
  });
  expect(Math.abs(Date.parse(String(content[0]!["timestamp"])) - Date.now())).toBeLessThan(60_000);
  const signIns = await list(`?action=sign_in&user_id=${person.userId}`);
  expect(signIns.content).toMatchObject([{ user_email: person.email, entity: { kind: "user", id: person.userId } }]);
});

test("audit entries come newest first and in pages, unless requested otherwise", async () => {
  for (const minute of [3, 1, 2]) await anEntry(minute);
  expect(namesIn(await list())).toEqual(["Thing 3", "Thing 2", "Thing 1"]);
  const page = await list("?limit=2&page=2");
  expect(namesIn(page)).toEqual(["Thing 1"]);
  expect(page.metadata).toEqual({ total_count: 3, current_page: 2, max_page: 2, limit: 2 });
  expect(namesIn(await list("?sort_fields=created_at&sort_order=asc"))).toEqual(["Thing 1", "Thing 2", "Thing 3"]);
  expect(namesIn(await list("?sort_fields=name"))).toEqual(["Thing 3", "Thing 2", "Thing 1"]);
});

test("every filter of the audit log narrows the list, and a span includes both ends", async () => {
  for (const minute of [1, 2, 3, 4]) await anEntry(minute, { siteId: minute === 2 ? site.id : null });
  const at = (minute: number): string => encodeURIComponent(new Date(atMs(minute)).toISOString());
  expect(namesIn(await list(`?start_time_utc=${at(2)}&end_time_utc=${at(3)}`))).toEqual(["Thing 3", "Thing 2"]);
  expect(namesIn(await list(`?site_id=${site.id}`))).toEqual(["Thing 2"]);
  expect(namesIn(await list("?search_keyword=thing%204"))).toEqual(["Thing 4"]);
  const [newest] = (await list()).content;
  const { id } = newest!["entity"] as { id: string };
  expect(namesIn(await list(`?entity_id=${id}`))).toEqual(["Thing 4"]);
  expect(namesIn(await list("?entity_kind=gateway"))).toEqual([]);
  expect(namesIn(await list("?action=delete"))).toEqual([]);
  const wrong = await list(`?start_time_utc=${at(3)}&end_time_utc=${at(2)}`);
  expect([wrong.status, wrong.content["code"]]).toEqual([400, "start_after_end"]);
  expect((await list("?action=nothing")).status).toBe(400);
});

test("the audit log shows the last 24 hours by default", async () => {
  for (const minute of [-24 * 60, 1]) await anEntry(minute);
  expect(namesIn(await list())).toEqual(["Thing 1"]);
  expect(namesIn(await list("?start_time_utc=1970-01-01T00:00:00.000Z"))).toEqual(["Thing 1", "Thing -1440"]);
});

test("the audit log lists nothing of another customer or of a site outside the reader's group", async () => {
  await anEntry(1);
  await anEntry(2, { siteId: site.id });
  await anEntry(3, { siteId: outside.id });
  await anEntry(4, { customerId: theirs.id });
  const guarded = await aToken(pulse, customer, "Manager", { siteIds: [site.id] });
  const nowhere = await aToken(pulse, customer, "Manager", { siteIds: [] });
  const things = async (token: string, query = "?entity_kind=asset") => namesIn(await list(query, token));
  expect(await things(administrator)).toEqual(["Thing 3", "Thing 2", "Thing 1"]);
  expect(await things(guarded)).toEqual(["Thing 2", "Thing 1"]);
  expect(await things(nowhere)).toEqual(["Thing 1"]);
  expect(await things(guarded, `?site_id=${outside.id}`)).toEqual([]);
  expect((await list(`?customer_id=${theirs.id}`)).status).toBe(404);
  expect(await things(superadmin, `?customer_id=${theirs.id}&entity_kind=asset`)).toEqual(["Thing 4"]);
  expect((await list("", superadmin)).content["code"]).toBe("customer_required");
});

test("only those who may read roles may read the audit log", async () => {
  expect((await list("", await aToken(pulse, customer, "Operator"))).status).toBe(403);
  expect((await list("", await aToken(pulse, customer, "Manager"))).status).toBe(200);
});

test("a refused sign-in is listed in the audit log as refused", async () => {
  const person = await aPerson(pulse, customer);
  await passwordSignIn(pulse, person.email, "Wrong-pass-1");
  expect((await list("?action=sign_in_failed")).content).toMatchObject([{ outcome: "refused" }]);
});

test("everything done to a customer is recorded, without secrets", async () => {
  const asSuperadmin = (method: string, path: string, body: object) =>
    call(pulse, method, path, { token: superadmin, body });
  const body = { name: "Noted", customer_code: "NOTED", location: "Old" };
  const { content: made } = await asSuperadmin("POST", "customers", body);
  const id = String(made["id"]);
  await asSuperadmin("PUT", `customers/${id}`, { location: "New" });
  await asSuperadmin("POST", `customers/${id}/mqtt-credentials`, {});
  await asSuperadmin("DELETE", `customers/${id}`, {});
  await pulse.settled();
  const entries = await pulse.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("entity_id", "=", id)
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(["create", "update", "credentials_reset", "delete"]);
  expect(entries.map((entry) => entry.customer_id)).toEqual(entries.map(() => id));
  expect(entries[1]!.changes).toEqual([{ field: "location", before: "Old", after: "New" }]);
  expect(JSON.stringify(entries)).not.toContain(made["mqtt_password"]);
});
