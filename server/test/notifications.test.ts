import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import type { WriteTransaction } from "../src/platform/writes/record.ts";
import { eventsRepository } from "../src/platform/events/events.repository.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aGateway, aGeofence, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { newcomer } from "./support/newcomers.ts";
import { operationIds, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// What happened, as people are told of it: found by events/search.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let nowMs = Date.now();
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse({}, { now: () => nowMs });
});
/** A customer with a site of its own, in which nothing has happened. */
async function newPlace(): Promise<void> {
  ({ customer, site, token } = await anOrganisation(pulse));
}
afterAll(() => pulse.stop());

const name = (): string => `Thing ${++serial}`;
const send = (method: string, path: string, body?: object, as = token) =>
  call(pulse, method, path, { token: as, ...(body ? { body } : {}) });
const at = () => `site_id=${site.id}&customer_id=${customer.id}`;
const search = (query = at(), as = token) => call(pulse, "GET", `events/search?${query}`, { token: as });
const make = async (what: string, body: object): Promise<string> => {
  const answer = await send("POST", `${what}?${at()}`, body);
  expect([what, answer.status]).toEqual([what, 201]);
  return String(answer.content["id"]);
};
/** Later than anything that is still folded. */
const later = (): void => {
  nowMs += 61_000;
};

describe("every operation on every entity can be searched for, with the name it had at the time", () => {
  beforeAll(newPlace);
  const change = async (path: string, body: object): Promise<void> => {
    expect([path, (await send("PUT", path, body)).status]).toEqual([path, 200]);
  };
  const found = async () =>
    (await search(`${at()}&limit=50`)).content.map((event) => [
      event["level"],
      event["resource"],
      event["operation"],
      (event["target"] as { name: string } | null)?.name,
    ]);

  test.each([
    ["assets", "asset", { type: "Cart" }],
    ["geofences", "geofence", { type: "circle", lat: 1, lon: 2, radius: 5 }],
  ])("every operation on %s can be searched for, with the name it had at the time", async (path, resource, fields) => {
    const before = await found();
    const id = await make(path, { name: "Old name", ...fields });
    await change(`${path}/${id}?${at()}`, { ...fields, name: "New name" });
    if (path === "assets") {
      await change(`assets/${id}/archive`, {});
      await change(`assets/${id}/unarchive`, {});
    }
    await send("DELETE", `${path}/${id}`);
    const events = (await found()).slice(0, -before.length || undefined);
    expect(events).toEqual([
      ["site", resource, "deleted", "New name"],
      ...(path === "assets"
        ? [
            ["site", resource, "unarchived", "New name"],
            ["site", resource, "archived", "New name"],
          ]
        : []),
      ["site", resource, "updated", "New name"],
      ["site", resource, "created", "Old name"],
    ]);
  });

  test("operations on gateways and trackers can be searched for, and links as changes of the asset", async () => {
    await newPlace();
    const gateway = await aGateway(pulse, customer, site, { x: 1, y: 1 });
    await change(`hardwares/${gateway.id}?${at()}`, { name: "Gate 1" });
    const asset = await anAsset(pulse, customer, site, { linked: false, name: "Lifter" });
    await change(`trackers/${asset.trackerId}`, { name: "Tag 1" });
    await send("POST", `assets/${asset.id}/trackers`, { tracker_id: asset.trackerId });
    expect(await found()).toEqual([
      ["site", "asset", "updated", "Lifter"],
      ["site", "tracker", "updated", "Tag 1"],
      ["site", "gateway", "updated", "Gate 1"],
    ]);
    const [link] = (await search(`${at()}&limit=1`)).content;
    expect(link).toMatchObject({ asset_name: "Lifter", geofence_name: null, icon: "asset", count: 1 });
  });

  test("operations on users, roles and groups can be searched for, at the level of the customer", async () => {
    await newPlace();
    const role = await make("roles", { name: "Guard", operation_ids: [] });
    await change(`roles/${role}`, { operation_ids: await operationIds(pulse, ["asset_management.r"]) });
    await send("DELETE", `roles/${role}`);
    await make("groups", { name: "Halls", site_ids: [site.id] });
    const { email } = newcomer(customer);
    await make("users", { ...newcomer(customer), email });
    await send("PUT", `sites/${site.id}`, { name: "New hall" });
    expect(await found()).toEqual([
      ["site", "crud", "updated", "New hall"],
      ["customer", "crud", "created", email],
      ["customer", "crud", "created", "Halls"],
      ["customer", "crud", "deleted", "Guard"],
      ["customer", "crud", "updated", "Guard"],
      ["customer", "crud", "created", "Guard"],
    ]);
    // The customer's events come only with customer_id.
    expect((await search(`site_id=${site.id}`)).content.map((event) => event["operation"])).toEqual(["updated"]);
  });
});

test("a page of notifications has five events by default, the newest first, from start_time on", async () => {
  await newPlace();
  const names: string[] = [];
  for (let nth = 0; nth < 7; nth++) {
    later();
    names.unshift(name());
    await make("assets", { name: names[0], type: "Cart" });
  }
  const first = await search();
  expect(first.metadata).toEqual({ total_count: 7, current_page: 1, max_page: 2, limit: 5 });
  expect(first.content.map((event) => event["asset_name"])).toEqual(names.slice(0, 5));
  expect((await search(`${at()}&page=2`)).content.map((event) => event["asset_name"])).toEqual(names.slice(5));
  const since = String(first.content[1]?.["timestamp"]);
  const late = await search(`${at()}&start_time=${encodeURIComponent(since)}`);
  expect(late.content.map((event) => event["asset_name"])).toEqual(names.slice(0, 2));
  expect((await search(`${at()}&limit=201`)).content["code"]).toBe("out_of_range");
  expect((await search("page=1")).content["code"]).toBe("SelectSiteFirst");
  expect((await search(`site_id=${uuidv7()}`)).status).toBe(404);
  expect((await search(`site_id=${site.id}&customer_id=${uuidv7()}`)).status).toBe(404);
});

test("changes by one person to several entities within a minute are one event with a count", async () => {
  await newPlace();
  const other = await aToken(pulse, customer, "Administrator");
  for (let nth = 0; nth < 3; nth++) await make("assets", { name: `Cart ${nth}`, type: "Cart" });
  await send("POST", `assets?${at()}`, { name: "By another", type: "Cart" }, other);
  const { content, metadata } = await search();
  expect(content).toMatchObject([
    { count: 1, asset_name: "By another", title: "Asset created", description: "By another" },
    { count: 3, asset_name: "Cart 2", title: "3 × Asset created", description: "Last: Cart 2" },
  ]);
  expect(metadata["total_count"]).toBe(2);
  later();
  await make("assets", { name: "Later", type: "Cart" });
  const after = (await search()).content;
  expect(after.map((event) => event["count"])).toEqual([1, 1, 3]);
  expect(after[2]?.["id"]).toBe(content[1]?.["id"]);
});

test("events of one transaction are combined as if they had come one by one", async () => {
  await newPlace();
  const record = (nth: number) => ({
    kind: "asset" as const,
    action: "create" as const,
    customerId: customer.id,
    siteId: site.id,
    entity: { id: uuidv7(), name: `Pallet ${nth}` },
  });
  const append = (from: number) =>
    pulse.db.transaction().execute((trx) =>
      eventsRepository(pulse.db).append(
        trx as WriteTransaction,
        [from, from + 1].map((nth) => ({ record: record(nth), person: null, atMs: nowMs })),
      ),
    );
  await append(0);
  await append(2);
  expect((await search()).content).toMatchObject([{ count: 4, asset_name: "Pallet 3", actor: null }]);
});

test("an import is one notification with the number of its rows", async () => {
  await newPlace();
  const form = new FormData();
  form.append("file", new Blob(["name,type\nA,Cart\nB,Cart\nC,Cart\n"]), "carts.csv");
  expect((await call(pulse, "POST", `assets/import?${at()}`, { token, body: form })).status).toBe(201);
  expect((await search()).content).toMatchObject([
    { resource: "asset", operation: "created", count: 3, target: { kind: "import", name: "carts.csv" } },
  ]);
});

test("an event is shown to those who may read its subject and enter its site", async () => {
  await newPlace();
  await make("assets", { name: name(), type: "Cart" });
  await make("geofences", { name: name(), type: "circle", lat: 1, lon: 2, radius: 5 });
  await make("roles", { name: "Porter", operation_ids: [] });
  const resources = async (rights: Parameters<typeof tokenWith>[2], options = {}) =>
    (await search(at(), await tokenWith(pulse, customer, rights, options))).content.map((event) => event["resource"]);
  expect(await resources(["asset_management.r"])).toEqual(["asset"]);
  expect(await resources(["geofence_management.r"])).toEqual(["geofence"]);
  expect(await resources(["role_management.r"])).toEqual(["crud"]);
  expect(await resources(["asset_management.u", "asset_download.r"])).toEqual([]);
  const another = await aSite(pulse, customer, { name: "Secret hall" });
  await call(pulse, "DELETE", `sites/${another.id}?cascade=true`, { token });
  expect(await resources(["site_management.r"])).toEqual(["crud"]);
  expect(await resources(["site_management.r"], { siteIds: [site.id] })).toEqual([]);
});

test("geofence crossings are notified only to those who may read both assets and geofences", async () => {
  await newPlace();
  const fence = await aGeofence(pulse, customer, site, { name: "Cold store" });
  const asset = await anAsset(pulse, customer, site, { name: "Cart" });
  const crossed = (operation: "asset_entered_geofence" | "asset_exited_geofence_by_timeout") => ({
    kind: "geofence" as const,
    operation,
    entity: { id: fence.id, name: "Cold store" },
    customerId: customer.id,
    siteId: site.id,
    asset: { id: asset.id, name: "Cart", at: new Date(nowMs).toISOString() },
  });
  await pulse.db.transaction().execute((trx) =>
    eventsRepository(pulse.db).append(
      trx as WriteTransaction,
      (["asset_entered_geofence", "asset_exited_geofence_by_timeout"] as const).map((operation) => ({
        record: crossed(operation),
        person: null,
        atMs: nowMs,
      })),
    ),
  );
  const common = { resource: "geofence", asset_name: "Cart", geofence_name: "Cold store", actor: null, level: "site" };
  expect((await search()).content).toMatchObject([
    { ...common, operation: "asset_exited_geofence_by_timeout", icon: "timeout" },
    { ...common, operation: "asset_entered_geofence", icon: "enter", title: "Asset entered geofence" },
  ]);
  for (const right of ["asset_management.r", "geofence_management.r"] as const)
    expect((await search(at(), await tokenWith(pulse, customer, [right]))).content).toEqual([]);
});

test("entries into one geofence within a minute are one event with a count; another geofence and exits are separate", async () => {
  await newPlace();
  const fences = [await aGeofence(pulse, customer, site), await aGeofence(pulse, customer, site)];
  const crossing = (nth: number, operation: "asset_entered_geofence" | "asset_exited_geofence", of = fences[0]!) => ({
    record: {
      kind: "geofence" as const,
      operation,
      entity: of,
      customerId: customer.id,
      siteId: site.id,
      asset: { id: uuidv7(), name: `Cart ${nth}`, at: new Date(nowMs).toISOString() },
    },
    person: null,
    atMs: nowMs,
  });
  const tell = (...crossings: ReturnType<typeof crossing>[]) =>
    pulse.db.transaction().execute((trx) => eventsRepository(pulse.db).append(trx as WriteTransaction, crossings));
  await tell(crossing(1, "asset_entered_geofence"), crossing(2, "asset_entered_geofence"));
  await tell(crossing(3, "asset_entered_geofence", fences[1]), crossing(4, "asset_exited_geofence"));
  await tell(crossing(5, "asset_entered_geofence"));
  const told = async () =>
    (await search()).content.map(({ operation, count, asset_name, geofence_name }) => [
      operation,
      count,
      asset_name,
      geofence_name,
    ]);
  const [one, other] = fences.map(({ name: itsName }) => itsName);
  expect(new Set(await told())).toEqual(
    new Set([
      ["asset_entered_geofence", 3, "Cart 5", one],
      ["asset_entered_geofence", 1, "Cart 3", other],
      ["asset_exited_geofence", 1, "Cart 4", one],
    ]),
  );
  later();
  await tell(crossing(6, "asset_entered_geofence"));
  expect((await told())[0]).toEqual(["asset_entered_geofence", 1, "Cart 6", one]);
});
