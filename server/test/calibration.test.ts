import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { call } from "./support/api.ts";
import { aCustomer, aGateway, anAsset, aSite, aToken, type TestAsset, type TestSite } from "./support/builders.ts";
import { testClock, testRadio, type TrueLaw } from "./support/radio.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Sites calibrate themselves through the front door: gateways' messages in, the API out.
const clock = testClock();
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let token: string;
const radios: Awaited<ReturnType<typeof testRadio>>[] = [];
const corners = [
  { x: 2, y: 2 },
  { x: 20, y: 4 },
  { x: 38, y: 2 },
  { x: 2, y: 23 },
  { x: 20, y: 21 },
  { x: 38, y: 23 },
];
// Concrete and a loud tag: far from the defaults (n 2.2, −59 dBm).
const law: TrueLaw = { exponent: 3.4, powerDbm: -50, offsetsDb: [0, 4, -4, 3, -3, 0] };

beforeAll(async () => {
  pulse = await testPulse({}, { now: clock.now });
  customer = await aCustomer(pulse);
  token = await aToken(pulse, customer, "Administrator", { devTools: true });
});
beforeEach(async () => {
  site = await aSite(pulse, customer);
});
afterAll(async () => {
  await Promise.all(radios.map((radio) => radio.close()));
  await pulse.stop();
});

async function aRadio(assets: number) {
  const gateways = [];
  for (const spot of corners) gateways.push({ ...(await aGateway(pulse, customer, site, spot)), spot });
  const tags: TestAsset[] = [];
  for (let nth = 0; nth < assets; nth++) tags.push(await anAsset(pulse, customer, site));
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const radio = await testRadio({ pulse, clock, site, gateways, law });
  radios.push(radio);
  return { radio, tags, gateways };
}

const calibration = () => call(pulse, "GET", `sites/${site.id}/calibration`, { token });

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Places all over the floor, different for each tag and step. */
function spotOf(nth: number, step: number) {
  return { x: 1 + ((nth * 17 + step * 11.3) % 38), y: 1 + ((nth * 7.7 + step * 5.9) % 23) };
}

/** A tracker stands at each of several points for twenty seconds, and the points are added to the site. */
async function walk(points: number) {
  const { radio, tags, gateways } = await aRadio(1);
  const [tag] = tags as [TestAsset];
  for (let nth = 0; nth < points; nth++) {
    const at = spotOf(nth, 3);
    const start = new Date(clock.now()).toISOString();
    await radio.hear([{ mac: tag.mac, at }], 20);
    const body = { floor_id: site.floorId, ...radio.latLon(at), tracker_id: tag.trackerId, start };
    const answer = await call(pulse, "POST", `sites/${site.id}/calibration/points`, {
      token,
      body: { ...body, end: new Date(clock.now()).toISOString() },
    });
    expect(answer.status).toBe(201);
    expect(answer.content).toMatchObject({ gateways: 6, tracker_type: "KKM" });
  }
  return { radio, tag, gateways };
}

describe("a site's own traffic", () => {
  test("a site's own traffic calibrates it, and the result is stored as a version and used", async () => {
    const { radio, tags } = await aRadio(20);
    for (let step = 0; step < 6; step++) {
      const heard = tags.map(({ mac }, nth) => ({ mac, at: spotOf(nth, step) }));
      await radio.hear(heard, 5);
      await radio.located(tags.map(({ trackerId }) => trackerId));
    }
    await until(async () => (await calibration()).content["level"] === 1);
    const { content } = await calibration();
    expect(content).toMatchObject({ self_calibrating: true, points: [] });
    const [version] = content["versions"] as Record<string, unknown>[];
    expect(version).toMatchObject({ level: 1, source: "traffic", active: true, created_by: "Pulse", held_back: null });
    expect(version!["exponent"]).toBeGreaterThan(2.5);
    const { before, after } = version!["evidence"] as { before: number; after: number };
    expect(after).toBeGreaterThan(before);

    const explained = async () =>
      (await call(pulse, "GET", `trackers/${tags[0]!.trackerId}/explain`, { token })).text.includes("calibration L1");
    await until(explained);

    // A person's choice stays: the defaults, and no more learning.
    const back = await call(pulse, "PUT", `sites/${site.id}/calibration/active`, { token, body: { version: 0 } });
    expect(back.content).toMatchObject({ level: 0, active_version: null, self_calibrating: false });
    const again = await call(pulse, "PUT", `sites/${site.id}/calibration/active`, { token, body: { version: 1 } });
    expect(again.content).toMatchObject({ level: 1, active_version: 1 });
  });
});

interface HeldBack {
  points: number;
  before: { mean_m: number };
  after: { mean_m: number };
}

describe("a walk test", () => {
  test("a walk test gives a version with its error before and after, and can be undone", async () => {
    const { radio, tag } = await walk(17);
    const fit = await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
    expect(fit.content).toMatchObject({ taken: true, cause: null, heard_points: 17, calibration: { level: 2 } });
    const { versions, points } = (await calibration()).content as Record<string, Record<string, unknown>[]>;
    expect(points).toHaveLength(17);
    const { before, after, points: held } = versions![0]!["held_back"] as HeldBack;
    expect(held).toBe(17);
    expect(after.mean_m).toBeLessThan(0.9 * before.mean_m);

    // The live path uses it: the tag is located where it stands.
    const at = { x: 12, y: 9 };
    const fixOf = async () => {
      await radio.hear([{ mac: tag.mac, at }], 20);
      await radio.located([tag.trackerId]);
      return call(pulse, "GET", `trackers/${tag.trackerId}/explain`, { token });
    };
    const surveyed = await fixOf();
    expect(surveyed.text).toContain("calibration L2");
    const { lat, lon } = surveyed.content["raw"] as { lat: number; lon: number };
    const there = radio.latLon(at);
    expect(Math.hypot((lat - there.lat) * 111_200, (lon - there.lon) * 68_600)).toBeLessThan(2.5);

    const back = await call(pulse, "PUT", `sites/${site.id}/calibration/active`, { token, body: { version: null } });
    expect(back.content).toMatchObject({ level: 0, active_version: null });
    expect((await fixOf()).text).toContain("no calibration (L0)");
  });

  test("a walk test does not apply to tracker types that were not used in it", async () => {
    const { radio } = await walk(17);
    await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
    const other = await anAsset(pulse, customer, site);
    await pulse.db.updateTable("trackers").set({ type: "PHONE" }).where("id", "=", other.trackerId).execute();
    pulse.bus.publish("changed", everythingChanged);
    await pulse.settled();
    // Twelve dB weaker than the tag of the survey.
    const at = { x: 28, y: 8 };
    await radio.hear([{ mac: other.mac, at, offsetDb: -12 }], 20);
    await radio.located([other.trackerId]);
    const { text } = await call(pulse, "GET", `trackers/${other.trackerId}/explain`, { token });
    expect(text).toContain("calibration L2");
    const [, offset] = /this tag is (-?[\d.]+) ±/.exec(text)!;
    expect(Number(offset)).toBeLessThan(-8);
  });

  test("a walk test does not use what a gateway received at a place where it no longer is", async () => {
    const { gateways } = await walk(1);
    const heardPoints = async () => {
      const { content } = await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
      return content["heard_points"];
    };
    expect(await heardPoints()).toBe(1);
    const move = async (id: string, by: number) => {
      const row = await pulse.db.selectFrom("hardwares").select("lat").where("id", "=", id).executeTakeFirstOrThrow();
      await pulse.db
        .updateTable("hardwares")
        .set({ lat: row.lat + by })
        .where("id", "=", id)
        .execute();
    };
    const moveAll = async (by: number) => {
      for (const { id } of gateways) await move(id, by);
      pulse.bus.publish("changed", everythingChanged);
      await pulse.settled();
    };
    await moveAll(-0.0001);
    expect(await heardPoints()).toBe(0);
    await moveAll(0.0001);
    expect(await heardPoints()).toBe(1);
  });

  test("a walk test changes nothing with fewer than eight points, and says so", async () => {
    await aRadio(1);
    const { status, content } = await call(pulse, "POST", `sites/${site.id}/calibration/fit`, { token });
    expect(status).toBe(200);
    expect(content).toMatchObject({ taken: false, cause: "few_points", heard_points: 0 });
    expect(content).toMatchObject({ calibration: { level: 0, versions: [] } });
    expect(content["reason"]).toContain("at least 8 points");
  });

  test("a walk test refuses invalid points with a readable reason", async () => {
    const { radio, tags } = await aRadio(1);
    const [tag] = tags as [TestAsset];
    const start = new Date(clock.now()).toISOString();
    const end = new Date(clock.now() + 10_000).toISOString();
    await radio.hear([{ mac: tag.mac, at: { x: 5, y: 5 } }], 10);
    const good = { floor_id: site.floorId, ...radio.latLon({ x: 5, y: 5 }), tracker_id: tag.trackerId, start, end };
    const elsewhere = "01990000-0000-7000-8000-00000000abcd";
    const bad: [object, string][] = [
      [{ lat: 95 }, "lat"],
      [{ lat: 10 }, "outside the floor plan"],
      [{ lat: "north" }, "lat"],
      [{ floor_id: elsewhere }, "no such floor"],
      [{ tracker_id: elsewhere }, "no such tracker"],
      [{ end: new Date(clock.now() - 60_000).toISOString() }, "Start date"],
      [{ start: new Date(clock.now() + 60_000).toISOString(), end: undefined }, "The start is in the future"],
      [{ end: new Date(Date.parse(start) + 1000).toISOString() }, "at least 10 seconds"],
      [{ end: new Date(Date.parse(start) + 3600_000).toISOString() }, "at most 15 minutes"],
      [{ start: "yesterday" }, "start"],
      [{ start: "2020-01-01T00:00:00Z", end: "2020-01-01T00:01:00Z" }, "No gateway on this floor heard"],
    ];
    for (const [change, words] of bad) {
      const body = { ...good, ...change };
      const answer = await call(pulse, "POST", `sites/${site.id}/calibration/points`, { token, body });
      expect([answer.status, words, answer.text.includes(words)]).toEqual([400, words, true]);
    }
    expect((await calibration()).content["points"]).toEqual([]);
    const unknown = await call(pulse, "PUT", `sites/${site.id}/calibration/active`, { token, body: { version: 99 } });
    expect(unknown.status).toBe(400);
    expect(unknown.text).toContain("no such version");
  });

  test("a reference beacon is a point without an end, and points can be deleted", async () => {
    const { radio, tags } = await aRadio(1);
    const body = { floor_id: site.floorId, ...radio.latLon({ x: 5, y: 5 }), tracker_id: tags[0]!.trackerId };
    const start = new Date(clock.now()).toISOString();
    const added = await call(pulse, "POST", `sites/${site.id}/calibration/points`, { token, body: { ...body, start } });
    expect(added.status).toBe(201);
    expect(added.content).toMatchObject({ end: null, packets: 0 });
    expect(added.content["drift"]).toBeNull();
    const path = `sites/${site.id}/calibration/points/${added.content["id"] as string}`;
    expect((await call(pulse, "DELETE", path, { token })).content["points"]).toEqual([]);
    expect((await call(pulse, "DELETE", path, { token })).status).toBe(404);
  });

  test("a tracker can be fixed at only one place: a second is refused until the first is deleted", async () => {
    const { radio, tags } = await aRadio(2);
    const [tag, other] = tags as [TestAsset, TestAsset];
    const start = new Date(clock.now()).toISOString();
    const fix = (trackerId: string, at: { x: number; y: number }) =>
      call(pulse, "POST", `sites/${site.id}/calibration/points`, {
        token,
        body: { floor_id: site.floorId, ...radio.latLon(at), tracker_id: trackerId, start },
      });
    const added = await fix(tag.trackerId, { x: 5, y: 5 });
    expect(added.status).toBe(201);
    for (const at of [
      { x: 5, y: 5 },
      { x: 22, y: 5 },
    ]) {
      const { status, text } = await fix(tag.trackerId, at);
      expect([status, text.includes("already_exists")]).toEqual([409, true]);
      const { lat, lon } = radio.latLon({ x: 5, y: 5 });
      expect(text).toContain(`at ${lat.toFixed(5)}, ${lon.toFixed(5)}`);
      expect(text).toContain(site.floorId);
    }
    expect((await fix(other.trackerId, { x: 22, y: 5 })).status).toBe(201);
    // Two at once: one of them wins.
    await call(pulse, "DELETE", `sites/${site.id}/calibration/points/${added.content["id"] as string}`, { token });
    const both = await Promise.all([fix(tag.trackerId, { x: 5, y: 5 }), fix(tag.trackerId, { x: 22, y: 5 })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect((await calibration()).content["points"]).toHaveLength(2);
  });
});
