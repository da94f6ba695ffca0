import { locateWorker } from "@pulse/server/pipeline/locate/locateWorker";
import { tagOffsets } from "@pulse/server/pipeline/locate/tagOffsets";
import type { LocatedFix } from "@pulse/server/platform/bus/bus";
import { expect, test } from "vitest";
import { aCustomer, aGateway, anAsset, aSite } from "@pulse/server/test/support/builders";
import { testDatabase } from "@pulse/server/test/support/database";
import { testBus, testSiteModels } from "@pulse/server/test/support/testSiteModels";
import { locateSessions } from "../src/locate/locateSessions.ts";
import type { Session } from "../src/locate/recordings.ts";

/** Tags of this make are this much weaker than usual, dB. */
const WEAKER_DB = 12;
/** When a tag comes that stands still; by then the server has learned from one that walks about. */
const COMES_MS = 90_000;
const ENDS_MS = 95_000;
const SPOTS = [
  { x: 2, y: 2 },
  { x: 38, y: 2 },
  { x: 2, y: 23 },
  { x: 38, y: 23 },
];

test("pulse locate gives a new tracker the strength of its make and places it where the server does", async () => {
  const database = await testDatabase();
  await database.reset();
  const customer = await aCustomer(database);
  const place = await aSite(database, customer);
  const gateways: { id: string; x: number; y: number }[] = [];
  for (const spot of SPOTS) gateways.push({ ...spot, id: (await aGateway(database, customer, place, spot)).id });
  const [old, fresh] = [await anAsset(database, customer, place), await anAsset(database, customer, place)];
  const sessions: Session[] = [
    sessionOf(old.trackerId, (atMs) => ({ x: 12 + ((atMs / 1000) % 20), y: 9 + ((atMs / 1000) % 7) }), 0),
    sessionOf(fresh.trackerId, () => ({ x: 27, y: 15 }), COMES_MS),
  ];
  function sessionOf(tagId: string, placeAt: (atMs: number) => { x: number; y: number }, fromMs: number): Session {
    const packets: Session["packets"] = [];
    for (let atMs = fromMs + 500; atMs <= ENDS_MS; atMs += 500)
      for (const [nth, gateway] of gateways.entries()) {
        const { x, y } = placeAt(atMs);
        const lossDb = 22 * Math.log10(Math.hypot(gateway.x - x, gateway.y - y, 1.3)) + WEAKER_DB + (nth % 2);
        packets.push({ atMs, receivedMs: atMs, anchorId: gateway.id, rssi: Math.round(-59 - lossDb) });
      }
    return { tagId, packets };
  }
  const problem = (error: unknown): never => {
    throw error;
  };
  const bus = testBus();
  const newModels = () => testSiteModels({ db: database.db, bus });

  const live: LocatedFix[] = [];
  const sites = newModels();
  await sites.of(place.id);
  const offsets = tagOffsets(database.db);
  const worker = locateWorker({ bus, sites, offsets, fitDue: () => undefined, problem });
  bus.subscribe("fixes", (fixes) => void live.push(...fixes));
  let next = 0;
  const all = sessions
    .flatMap(({ tagId, packets }) => packets.map((packet) => ({ tagId, ...packet })))
    .toSorted((a, b) => a.atMs - b.atMs);
  for (let nowMs = 1000; nowMs <= ENDS_MS; nowMs += 1000) {
    for (; next < all.length && all[next]!.atMs <= nowMs; next++) {
      const { tagId: trackerId, atMs, anchorId, rssi } = all[next]!;
      const sightings = [{ trackerId, rssi, atMs }];
      bus.publish("sightings", { siteId: place.id, gatewayId: anchorId, receivedMs: atMs, position: 0, sightings });
    }
    await expect.poll(() => worker.busy()).toBe(true);
    await worker.tick(nowMs);
    if (nowMs % 60_000 === 1000 && nowMs > 1000) await offsets.store(worker.learned());
  }
  await expect.poll(() => live.length).toBe(ENDS_MS / 1000 + (ENDS_MS - COMES_MS) / 1000);

  const recorded = async (make?: string) => {
    const files = newModels();
    const { model } = (await files.of(place.id))!;
    const made = sessions.map((session) => (make === undefined ? session : { ...session, make }));
    const fixes = locateSessions(made, { modelWith: () => model, calibration: null, intervalMs: 1000 });
    await files.close();
    return fixes.filter(({ tagId }) => tagId === fresh.trackerId).map(({ fix }) => placed(fix));
  };
  const placed = ({ atMs, x, y, accuracyM }: LocatedFix["fix"]) => ({ atMs, x, y, accuracyM });
  const shown = live.filter(({ trackerId }) => trackerId === fresh.trackerId).map(({ fix }) => placed(fix));
  expect(await recorded("KKM")).toEqual(shown);
  expect(await recorded()).not.toEqual(shown);

  worker.close();
  await sites.close();
});
