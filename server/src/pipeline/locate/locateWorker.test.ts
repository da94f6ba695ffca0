import { distanceM } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import { expect, test } from "vitest";
import { aCustomer, aGateway, anAsset, aSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { testBus, testSiteModels } from "../../../test/support/testSiteModels.ts";
import type { LocatedFix } from "../../platform/bus/bus.ts";
import { locateWorker } from "./locateWorker.ts";

/** A worker over a site with gateways at these spots; `ofTracker` answers what is known of a tracker's strength. */
async function aWorker(spots: { x: number; y: number }[], ofTracker: (id: string) => undefined = () => undefined) {
  const database = await testDatabase();
  await database.reset();
  const customer = await aCustomer(database);
  const place = await aSite(database, customer);
  const gateways = [];
  for (const spot of spots) gateways.push({ ...(await aGateway(database, customer, place, spot)), spot });
  const tags = [await anAsset(database, customer, place), await anAsset(database, customer, place)] as const;
  const bus = testBus();
  const sites = testSiteModels({ db: database.db, bus });
  await sites.of(place.id);
  const problems: unknown[] = [];
  const worker = locateWorker({
    bus,
    sites,
    offsets: { ofMake: () => undefined, ofTracker },
    fitDue: () => undefined,
    problem: (error) => problems.push(error),
  });
  const fixed: LocatedFix[] = [];
  bus.subscribe("fixes", (fixes) => void fixed.push(...fixes));
  const close = (): Promise<void> => {
    worker.close();
    return sites.close();
  };
  return { place, gateways, tags, bus, worker, fixed, problems, close };
}

test("an error with one tracker costs only that tracker's fix", async () => {
  let faultyId = "";
  const { place, gateways, tags, bus, worker, fixed, problems, close } = await aWorker(
    [
      { x: 3, y: 3 },
      { x: 20, y: 3 },
    ],
    (id) => {
      if (id === faultyId) throw new Error("nothing fits this tag");
      return undefined;
    },
  );
  const [faulty, sound] = tags;
  faultyId = faulty.trackerId;
  const atMs = 1_000_000;
  for (const { id } of gateways)
    bus.publish("sightings", {
      siteId: place.id,
      gatewayId: id,
      receivedMs: atMs,
      position: 0,
      sightings: tags.map(({ trackerId }) => ({ trackerId, rssi: -60, atMs })),
    });
  await worker.tick(atMs + 2000);
  await expect.poll(() => fixed.map(({ trackerId }) => trackerId)).toEqual([sound.trackerId]);
  expect(problems).toMatchObject([{ message: "nothing fits this tag" }]);
  await close();
});

test("the flag that a gateway already averages RSSI reaches the engine", async () => {
  const { place, gateways, tags, bus, worker, fixed, close } = await aWorker([
    { x: 2, y: 2 },
    { x: 38, y: 2 },
    { x: 2, y: 23 },
    { x: 38, y: 23 },
  ]);
  const [averaged, raw] = tags;
  const here = { x: 30, y: 18 };
  const startMs = 1_000_000;
  for (let atMs = startMs; atMs <= startMs + 3000; atMs += 500) {
    const at = atMs < startMs + 2500 ? { x: 8, y: 6 } : here;
    for (const { id, spot } of gateways) {
      const rssi = -59 - 25 * Math.log10(Math.hypot(spot.x - at.x, spot.y - at.y, 1.5));
      bus.publish("sightings", {
        siteId: place.id,
        gatewayId: id,
        receivedMs: atMs,
        position: 0,
        sightings: [
          { trackerId: averaged.trackerId, rssi, atMs, smoothed: true },
          { trackerId: raw.trackerId, rssi, atMs },
        ],
      });
    }
  }
  await worker.tick(startMs + 3000);
  await expect.poll(() => fixed.length).toBe(2);
  const there = localFrame(place.origin).toLatLon({ x: here.x, y: -here.y });
  const offM = (id: string): number =>
    distanceM(
      fixed.find(({ trackerId }) => trackerId === id)!,
      there,
    );
  // Gateways stand around the whole floor: beyond them nothing would limit a place in a site that is not calibrated.
  expect(offM(averaged.trackerId)).toBeLessThan(offM(raw.trackerId) / 2);
  await close();
});

test.each([
  ["two fixes a second while few trackers wait", 1, [8]],
  // The tracker's seconds may begin between those of the test.
  ["one a second in a flood", 6000, [4, 5]],
])("a tracker gets %s", async (_, packets, expected) => {
  const { place, gateways, tags, bus, worker, fixed, close } = await aWorker([
    { x: 3, y: 3 },
    { x: 20, y: 3 },
  ]);
  const { trackerId } = tags[0];
  const startMs = 1_000_000;
  for (let atMs = startMs; atMs < startMs + 4000; atMs += 250) {
    for (const { id } of gateways)
      bus.publish("sightings", {
        siteId: place.id,
        gatewayId: id,
        receivedMs: atMs,
        position: 0,
        sightings: Array.from({ length: packets }, () => ({ trackerId, rssi: -60, atMs })),
      });
    await bus.idle();
    await worker.tick(atMs);
  }
  await bus.idle();
  expect(expected).toContain(fixed.length);
  await close();
});

test("a tracker received only by gateways with hourly uploads is remembered until the next upload, and not for ever", async () => {
  const { place, gateways, tags, bus, worker, close } = await aWorker([
    { x: 3, y: 3 },
    { x: 20, y: 3 },
  ]);
  const { trackerId } = tags[0];
  const minuteMs = 60_000;
  const startMs = 1_000_000;
  const heardMs = Array.from({ length: 60 }, (_, minute) => startMs + minute * minuteMs);
  const uploadedMs = startMs + 60 * minuteMs;
  for (const { id } of gateways)
    bus.publish("sightings", {
      siteId: place.id,
      gatewayId: id,
      receivedMs: uploadedMs,
      position: 0,
      sightings: heardMs.map((atMs) => ({ trackerId, rssi: -60, atMs })),
    });
  await bus.idle();
  await worker.tick(uploadedMs + 1000);
  for (const [minutes, tracked] of [
    [20, 1],
    [70, 1],
    [80, 0],
  ] as const) {
    await worker.tick(uploadedMs + minutes * minuteMs);
    expect([minutes, worker.tracked()]).toEqual([minutes, tracked]);
  }
  await close();
});
