import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../src/platform/database/transaction.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { eventsRepository } from "../src/platform/events/events.repository.ts";
import type { EventToAppend, WriteRecord, WriteTransaction } from "../src/platform/writes/record.ts";
import { type Answer, call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./support/builders.ts";
import { type Right, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// The stream of events as programs read it: GET events?after= (additions A5).
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let otherSite: TestSite;
let token: string;
let start: string;

beforeAll(async () => {
  pulse = await testPulse();
  ({ customer, site, token } = await anOrganisation(pulse));
  otherSite = await aSite(pulse, customer);
  start = await cursorNow();
});
afterAll(() => pulse.stop());

const read = (query: string, as = token): Promise<Answer> => call(pulse, "GET", `events?${query}`, { token: as });
const nextOf = ({ metadata }: Answer): string => String(metadata["next"]);
const namesOf = ({ content }: Answer) => content.map(({ entity }) => (entity as { name: string }).name);
async function cursorNow(): Promise<string> {
  let after = "0";
  for (;;) {
    const answer = await read(`after=${after}&limit=500`);
    after = nextOf(answer);
    if (answer.content.length < 500) return after;
  }
}
const made = (name: string, given: Partial<WriteRecord> = {}): EventToAppend => ({
  record: {
    kind: "asset",
    action: "create",
    customerId: customer.id,
    siteId: site.id,
    entity: { id: uuidv7(), name },
    ...given,
  },
  person: null,
  atMs: Date.now(),
});
const happen = (...entries: EventToAppend[]): Promise<void> =>
  transaction(pulse.db, (trx) => eventsRepository(pulse.db).append(trx as WriteTransaction, entries));

test("an event names what was done to which object, by whom, where, and what changed", async () => {
  const after = await cursorNow();
  const body = { name: "Lifter", type: "Cart" };
  const { content: asset } = await call(pulse, "POST", `assets?site_id=${site.id}`, { token, body });
  const { content: me } = await call(pulse, "GET", "users/me", { token });
  const { content } = await read(`after=${after}`);
  expect(content).toEqual([
    {
      id: content[0]!["id"],
      at: content[0]!["at"],
      kind: "asset",
      operation: "created",
      site_id: site.id,
      customer_id: customer.id,
      entity: { type: "asset", id: asset["id"], name: "Lifter" },
      actor: { kind: "person", id: me["id"], email: me["email"] },
      data: { changes: (content[0]!["data"] as { changes: unknown[] }).changes, asset: null },
    },
  ]);
  expect(content[0]).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
  expect(content[0]!["data"]).toMatchObject({
    changes: expect.arrayContaining([{ field: "name", before: null, after: "Lifter" }]) as unknown[],
  });
});

test("a consumer that follows `next` gets each event once, oldest first, whatever the page size", async () => {
  const after = await cursorNow();
  const names = Array.from({ length: 23 }, (_, nth) => `Thing ${nth}`);
  for (const name of names) await happen(made(name));
  for (const limit of [1, 7, 23, 500]) {
    const got: string[] = [];
    let cursor = after;
    for (;;) {
      const answer = await read(`after=${cursor}&limit=${limit}`);
      expect(answer.metadata["limit"]).toBe(limit);
      if (answer.content.length === 0) break;
      got.push(...namesOf(answer));
      cursor = nextOf(answer);
    }
    expect(got).toEqual(names);
    // Later events are found from there on.
    expect(nextOf(await read(`after=${cursor}`))).toBe(cursor);
  }
});

test("no event is lost or repeated while many write at once", async () => {
  let cursor = await cursorNow();
  const names = Array.from({ length: 40 }, (_, nth) => `At once ${nth}`);
  let done = false;
  const writing = Promise.all(names.map((name) => happen(made(name), made(`${name} too`)))).then(() => (done = true));
  const got: string[] = [];
  for (;;) {
    const isLast = done;
    const answer = await read(`after=${cursor}&limit=3`);
    got.push(...namesOf(answer));
    cursor = nextOf(answer);
    if (isLast && answer.content.length === 0) break;
  }
  await writing;
  expect(got.toSorted()).toEqual(names.flatMap((name) => [name, `${name} too`]).toSorted());
  for (const name of names) expect(got.indexOf(`${name} too`)).toBe(got.indexOf(name) + 1);
});

test("a consumer skips the events of others only once", async () => {
  const after = await cursorNow();
  await happen(made("Mine"), ...Array.from({ length: 5 }, () => made("Theirs", { siteId: otherSite.id })));
  const first = await read(`after=${after}&site_id=${site.id}`);
  expect(namesOf(first)).toEqual(["Mine"]);
  expect(nextOf(first)).toBe(await cursorNow());
});

describe("visibility", () => {
  const kindsSeen = async (rights: Right[], options: { siteIds?: string[] } = {}): Promise<unknown[]> => {
    const answer = await read(`after=${start}`, await tokenWith(pulse, customer, rights, options));
    return [...new Set(answer.content.map(({ kind, operation }) => `${String(kind)} ${String(operation)}`))].toSorted();
  };
  const asset = { id: uuidv7(), name: "Cart", at: new Date().toISOString() };
  beforeAll(async () => {
    start = await cursorNow();
    await happen(
      made("A"),
      made("L", { kind: "link", action: "link" }),
      made("T", { kind: "tracker" }),
      made("W", { kind: "gateway" }),
      made("F", { kind: "geofence", entity: { id: uuidv7(), name: "F" } }),
      made("S", { kind: "site" }),
      made("U", { kind: "user", siteId: null }),
      made("R", { kind: "role", siteId: null }),
      made("G", { kind: "group", siteId: null }),
      made("C", { kind: "customer", siteId: null }),
      made("Q", { kind: "report", action: "report" }),
    );
    const entity = { id: uuidv7(), name: "F" };
    const place = { customerId: customer.id, siteId: site.id };
    const crossing = { kind: "geofence", operation: "asset_entered_geofence", entity, asset, ...place } as const;
    await happen({ record: crossing, person: null, atMs: Date.now() });
  });

  test.each<[Right, string[]]>([
    ["asset_management.r", ["asset created", "link linked"]],
    ["identifier_management.r", ["tracker created"]],
    ["hardware_management.r", ["gateway created"]],
    ["geofence_management.r", ["geofence created"]],
    ["site_management.r", ["site created"]],
    ["user_management.r", ["user created"]],
    ["role_management.r", ["role created"]],
    ["group_management.r", ["group created"]],
    ["report_download.c", []],
  ])("a reader with %s alone sees %j", async (right, kinds) => {
    expect(await kindsSeen([right])).toEqual(kinds);
  });

  test("geofence crossings are shown only to those who may read both geofences and assets", async () => {
    expect(await kindsSeen(["geofence_management.r", "asset_management.r"])).toContain(
      "geofence asset_entered_geofence",
    );
    const { content } = await read(`after=${start}&kinds=geofence`);
    expect(content.at(-1)).toMatchObject({ operation: "asset_entered_geofence", data: { changes: [], asset } });
  });

  test("events are answered with 403 without any right to read", async () => {
    const answer = await read(`after=${start}`, await tokenWith(pulse, customer, ["asset_management.c"]));
    expect([answer.status, answer.content["code"]]).toEqual([403, "operation_not_allowed"]);
  });

  test("only events of the customer and of the sites in the reader's group are shown", async () => {
    const rights: Right[] = ["asset_management.r", "role_management.r"];
    expect(await kindsSeen(rights, { siteIds: [otherSite.id] })).toEqual(["role created"]);
    const outside = await tokenWith(pulse, customer, rights, { siteIds: [otherSite.id] });
    expect((await read(`site_id=${site.id}`, outside)).status).toBe(404);
  });

  test("another customer's events are never shown, and its sites are not found", async () => {
    const other = await aCustomer(pulse);
    const theirs = await aToken(pulse, other, "Administrator");
    expect((await read("limit=500", theirs)).content).toEqual([]);
    expect((await read(`site_id=${site.id}`, theirs)).status).toBe(404);
  });

  test("a superadmin reads all events, including customers and other people's reports", async () => {
    const answer = await read(`after=${start}`, await aToken(pulse, null, null));
    expect(namesOf(answer)).toEqual(["A", "L", "T", "W", "F", "S", "U", "R", "G", "C", "Q", "F"]);
  });

  test("the events omit heights for those who may not see them", async () => {
    const after = await cursorNow();
    const changes = ["elevation_lower_bound", "radius"].map((field) => ({ field, before: 1, after: 2 }));
    await happen(made("F", { kind: "geofence", action: "update", changes }));
    const plain = await tokenWith(pulse, customer, ["geofence_management.r"]);
    const fieldsFor = async (as: string) =>
      (await read(`after=${after}`, as)).content.map(({ data }) =>
        (data as { changes: { field: string }[] }).changes.map(({ field }) => field),
      );
    expect(await fieldsFor(plain)).toEqual([["radius"]]);
    expect(await fieldsFor(token)).toEqual([["elevation_lower_bound", "radius"]]);
  });
});

test("events can be filtered by kind and site", async () => {
  const after = await cursorNow();
  await happen(made("A"), made("T", { kind: "tracker" }), made("E", { siteId: otherSite.id }));
  expect(namesOf(await read(`after=${after}&kinds=asset`))).toEqual(["A", "E"]);
  expect(namesOf(await read(`after=${after}&kinds=asset,tracker&site_id=${site.id}`))).toEqual(["A", "T"]);
  expect(namesOf(await read(`after=${after}&kinds=`))).toEqual([]);
});

test.each(["after=x", "after=-1", "limit=0", "limit=501", "limit=x", "kinds=nonsense"])(
  "an event request with %s is refused with 400",
  async (query) => {
    expect((await read(query)).status).toBe(400);
  },
);
