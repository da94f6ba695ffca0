import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./support/builders.ts";
import { type Right, tokenWith } from "./support/rights.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { isSigned, type Receiver, webhookReceiver } from "./support/webhookReceiver.ts";

// Webhooks (additions A6), against a receiver that is a real server.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
let receiver: Receiver;
let nowMs = Date.now();
let serial = 0;

beforeAll(async () => {
  pulse = await testPulse({ PULSE_WEBHOOK_ALLOW: "127.0.0.1" }, { now: () => nowMs });
});
afterAll(() => pulse.stop());
beforeEach(async () => {
  ({ customer, site, token } = await anOrganisation(pulse));
  receiver = await webhookReceiver();
  return () => receiver.close();
});

const send = (method: string, path: string, body?: object, as = token) =>
  call(pulse, method, path, { token: as, ...(body ? { body } : {}) });
const hook = async (given: object = {}) => {
  const answer = await send("POST", "webhooks", { name: `Hook ${++serial}`, url: receiver.url, ...given });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.content as unknown as { id: string; secret: string };
};
const anAsset = async (name = `Cart ${++serial}`, of = site): Promise<string> =>
  String((await send("POST", `assets?site_id=${of.id}`, { name, type: "Cart" })).content["id"]);
const log = async (id: string) => (await send("GET", `webhooks/${id}/deliveries`)).content;
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 });
const names = () => receiver.received.map(({ name }) => name);

test("an event is posted, signed as standardwebhooks.com specifies, and listed in the log", async () => {
  const { id, secret } = await hook();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const assetId = await anAsset("Lifter");
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const [message] = receiver.received;
  expect(isSigned(message!, secret)).toBe(true);
  expect(message!.headers["content-type"]).toBe("application/json");
  expect(JSON.parse(message!.body)).toMatchObject({
    type: "asset.created",
    data: { kind: "asset", operation: "created", site_id: site.id, entity: { id: assetId, name: "Lifter" } },
  });
  await eventually(async () =>
    expect(await log(id)).toMatchObject([
      { id: message!.id, type: "asset.created", name: "Lifter", state: "done", status: 204, attempts: 1, error: null },
    ]),
  );
  const [event] = (await send("GET", "events?kinds=asset")).content;
  const { data } = JSON.parse(message!.body) as { data: unknown };
  expect([(await log(id))[0]!["event_id"], data]).toEqual([event!["id"], event]);
});

test("a webhook's secret is shown once", async () => {
  const { id } = await hook();
  const texts = [
    await send("GET", `webhooks/${id}`),
    await send("GET", "webhooks"),
    await send("PUT", `webhooks/${id}`, { name: "B" }),
  ];
  for (const { text } of texts) expect(text).not.toMatch(/whsec_|secret/);
  const told = await pulse.db.selectFrom("audit_entries").select("changes").where("entity_id", "=", id).execute();
  expect(JSON.stringify(told)).not.toContain("whsec_");
});

describe("a webhook sends", () => {
  test("a webhook sends only what was requested: kinds, one operation of a kind, a site", async () => {
    const other = await aSite(pulse, customer);
    const byKind = await hook({ kinds: ["asset"] });
    const byOperation = await hook({ kinds: ["asset.archived", "role"] });
    const bySite = await hook({ site_id: other.id });
    const id = await anAsset("Here");
    await anAsset("There", other);
    await send("PUT", `assets/${id}/archive`);
    await send("POST", "roles", { name: "Guard", operation_ids: [] });
    const typesOf = async (one: { id: string }) =>
      (await log(one.id)).map(({ type, name }) => `${String(type)} ${String(name)}`).toReversed();
    await eventually(async () => {
      expect(await typesOf(byKind)).toEqual(["asset.created Here", "asset.created There", "asset.archived Here"]);
      expect(await typesOf(byOperation)).toEqual(["asset.archived Here", "role.created Guard"]);
      expect(await typesOf(bySite)).toEqual(["asset.created There"]);
    });
  });

  test("a webhook sends nothing of another customer, and nothing while it is switched off", async () => {
    const off = await hook({ active: false });
    const stranger = await aCustomer(pulse);
    const theirs = await aToken(pulse, stranger, "Administrator");
    await send("POST", "webhooks", { name: "Theirs", url: receiver.url }, theirs);
    await anAsset("Ours");
    await hook();
    await anAsset("Mine");
    await eventually(() => expect(names()).toEqual(["Mine"]));
    expect(await log(off.id)).toEqual([]);
  });

  test("a webhook sends a test on request", async () => {
    const { id, secret } = await hook();
    const answer = await send("POST", `webhooks/${id}/test`);
    expect([answer.status, answer.content["type"]]).toEqual([202, "webhook.test"]);
    await eventually(() => expect(receiver.received.map(({ type }) => type)).toEqual(["webhook.test"]));
    expect(isSigned(receiver.received[0]!, secret)).toBe(true);
    await eventually(async () => expect(await log(id)).toMatchObject([{ event_id: null, state: "done", status: 204 }]));
  });
});

describe("an event that is not accepted", () => {
  test("an event that a webhook did not accept is sent again under the same id, and later ones of its object wait", async () => {
    const { id, secret } = await hook({ kinds: ["asset"] });
    let refused = 0;
    receiver.answer((response, { name }) => {
      const isRefused = name === "First" && refused++ < 2;
      response.writeHead(isRefused ? 503 : 200).end("{}");
    });
    const first = await anAsset("First");
    await eventually(() => expect(names()).toEqual(["First"]));
    await send("PUT", `assets/${first}`, { name: "Renamed" });
    await anAsset("Another");
    // Another thing does not wait.
    await eventually(() => expect(names()).toContain("Another"));
    for (const times of [2, 3]) {
      // The next attempt is timed from when the failure was noted.
      await eventually(async () =>
        expect((await log(id)).find(({ name }) => name === "First")).toMatchObject({ attempts: times - 1 }),
      );
      nowMs += 15_000;
      await eventually(() => expect(names().filter((name) => name === "First")).toHaveLength(times));
    }
    await eventually(() => expect(names().at(-1)).toBe("Renamed"));
    const tries = receiver.received.filter(({ name }) => name === "First");
    expect(new Set(tries.map((one) => one.id)).size).toBe(1);
    expect(tries.every((one) => isSigned(one, secret))).toBe(true);
    await eventually(async () =>
      expect((await log(id)).find(({ name }) => name === "First")).toMatchObject({ state: "done", attempts: 3 }),
    );
  });

  test("an event that a webhook never accepts is given up after 24 hours, reported once, and can be sent again", async () => {
    const { id } = await hook({ kinds: ["asset"] });
    receiver.answer((response) => void response.writeHead(500).end());
    await anAsset("Unwanted");
    await eventually(async () =>
      expect(await log(id)).toMatchObject([{ state: "waiting", status: 500, error: "status", attempts: 1 }]),
    );
    // The clock cannot be moved on by a day, since sign-ins end sooner.
    await pulse.db
      .updateTable("webhook_deliveries")
      .set({ give_up_at: new Date(nowMs) })
      .where("webhook_id", "=", id)
      .execute();
    nowMs += 10_000;
    await eventually(async () => expect(await log(id)).toMatchObject([{ state: "failed", next_try_at: null }]));
    const { content: told } = await send("GET", `events/search?site_id=${site.id}&customer_id=${customer.id}`);
    expect(told[0]).toMatchObject({
      level: "customer",
      resource: "common",
      operation: null,
      icon: "webhook",
      target: { id },
    });
    receiver.answer((response) => void response.writeHead(200).end());
    const [{ id: deliveryId }] = (await log(id)) as unknown as [{ id: string }];
    const before = receiver.received.length;
    expect((await send("POST", `webhooks/${id}/deliveries/${deliveryId}/replay`)).status).toBe(202);
    // The failure may make the webhook rest for a second after the replay was requested.
    await eventually(() => {
      nowMs += 100;
      expect(receiver.received).toHaveLength(before + 1);
    });
    expect(receiver.received.at(-1)!.id).toBe(deliveryId);
    await eventually(async () => expect(await log(id)).toMatchObject([{ state: "done", status: 200 }]));
    expect((await send("POST", `webhooks/${id}/deliveries/${id}/replay`)).status).toBe(404);
  });

  test("a webhook does not follow redirects", async () => {
    const elsewhere = await webhookReceiver();
    receiver.answer((response) => void response.writeHead(307, { location: elsewhere.url }).end());
    const { id } = await hook({ kinds: ["asset"] });
    await anAsset();
    await eventually(async () => expect(await log(id)).toMatchObject([{ status: 307, error: "redirected" }]));
    expect(elsewhere.received).toEqual([]);
    elsewhere.close();
  });

  test("a webhook's host that is down is reported only as unreachable", async () => {
    const { id } = await hook({ kinds: ["asset"] });
    receiver.close();
    await anAsset();
    await eventually(async () => expect(await log(id)).toMatchObject([{ status: null, error: "unreachable" }]));
  });
});

describe("addresses that webhooks may not reach", () => {
  const inwards = [
    "http://127.0.0.2/",
    "https://127.0.0.2/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.100.100.200/",
    "https://0.0.0.0/",
    "https://2886729729/",
    "https://0254.0020.0.1/",
    "https://0xac.0x10.0.1/",
    "https://172.16.1/",
    "https://[::1]/",
    "https://[::]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:a00:1]/",
    "https://[::10.0.0.1]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[64:ff9b::a00:1]/",
    "https://[2002:a00:1::]/",
    "https://224.0.0.1/",
    "http://8.8.8.8/",
    "https://user:word@8.8.8.8/",
  ];

  test("addresses that webhooks may not reach are refused when a webhook is made or changed, however they are written", async () => {
    const { id } = await hook();
    for (const url of inwards) {
      const made = await send("POST", "webhooks", { name: "Inwards", url });
      const changed = await send("PUT", `webhooks/${id}`, { url });
      for (const { status, content, text } of [made, changed])
        expect([url, status, content["code"], text]).toEqual([
          url,
          400,
          "invalid_parameter",
          expect.stringContaining('"path":"url"'),
        ]);
    }
  });

  test("webhook addresses must be http or https", async () => {
    for (const url of ["ftp://8.8.8.8/", "file:///etc/passwd", "nonsense", ""])
      expect([url, (await send("POST", "webhooks", { name: "Wrong", url })).status]).toEqual([url, 400]);
  });

  test("a webhook's name that cannot be resolved now is accepted, but only by https", async () => {
    const make = (url: string) => send("POST", "webhooks", { name: "Later", url });
    expect((await make("https://nowhere.invalid/hook")).status).toBe(201);
    const { status, content } = await make("http://nowhere.invalid/hook");
    expect([status, content["details"]]).toMatchObject([400, [{ path: "url" }]]);
  });

  test("a public address is accepted for a webhook", async () => {
    expect((await send("POST", "webhooks", { name: "Out", url: "https://93.184.215.14/hook" })).status).toBe(201);
  });

  test("addresses that webhooks may not reach are refused at delivery too, whatever is stored", async () => {
    const { id } = await hook({ kinds: ["asset"] });
    await pulse.db.updateTable("webhooks").set({ url: "http://127.0.0.2:1/" }).where("id", "=", id).execute();
    await anAsset();
    await eventually(async () =>
      expect(await log(id)).toMatchObject([{ status: null, error: "address_not_allowed", attempts: 1 }]),
    );
    expect(receiver.received).toEqual([]);
  });
});

describe("rights", () => {
  const create = (as: string, given: object = {}) =>
    send("POST", "webhooks", { name: "Hook", url: receiver.url, kinds: ["asset"], ...given }, as);
  const siteRights: Right[] = ["site_management.c", "site_management.r", "site_management.u"];

  test("nobody can be sent by a webhook what they may not read", async () => {
    const as = await tokenWith(pulse, customer, [...siteRights, "geofence_management.r"]);
    expect((await create(as)).status).toBe(403);
    expect((await create(as, { kinds: [] })).status).toBe(403);
    expect((await create(as, { kinds: ["geofence"] })).status).toBe(403);
    expect((await create(as, { kinds: ["geofence.asset_entered_geofence"] })).status).toBe(403);
    const { content, status } = await create(as, { kinds: ["geofence.updated", "site"] });
    expect(status).toBe(201);
    expect((await send("PUT", `webhooks/${String(content["id"])}`, { kinds: ["asset"] }, as)).status).toBe(403);
  });

  test("people limited to some sites can have webhooks only for these, and see no others", async () => {
    const as = await tokenWith(pulse, customer, [...siteRights, "asset_management.r"], { siteIds: [site.id] });
    const other = await aSite(pulse, customer);
    expect((await create(as)).status).toBe(403);
    expect((await create(as, { site_id: other.id })).status).toBe(400);
    expect((await create(as, { site_id: site.id })).status).toBe(201);
    const whole = await hook();
    expect((await send("GET", `webhooks/${whole.id}`, undefined, as)).status).toBe(404);
    expect((await send("GET", "webhooks", undefined, as)).content).toHaveLength(1);
  });

  test("heights are sent by webhooks only to those who may see them", async () => {
    const as = await tokenWith(pulse, customer, [...siteRights, "geofence_management.r"]);
    const kinds = ["geofence.updated"];
    await create(as, { kinds });
    const fence = { name: "F", type: "circle", lat: 1, lon: 2, radius: 5 };
    const { content } = await send("POST", `geofences?site_id=${site.id}`, fence);
    const bounds = { elevation_lower_bound: 1, elevation_upper_bound: 2, radius: 6 };
    await send("PUT", `geofences/${String(content["id"])}`, bounds);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]!.body).toContain("radius");
    expect(receiver.received[0]!.body).not.toContain("elevation");
  });

  test("invalid input for a webhook is refused", async () => {
    const elsewhere = { site_id: "0198c1b2-0000-7000-8000-000000000000" };
    const kinds = ["nonsense", "customer", "report", "webhook"].map((kind) => ({ kinds: [kind] }));
    for (const given of [...kinds, { name: "" }, elsewhere])
      expect([given, (await create(token, given)).status]).toEqual([given, 400]);
  });
});
