import { localFrame } from "@pulse/geo/localFrame";
import type { Fix } from "@pulse/positioning/fix/fix";
import { v7 as uuidv7 } from "uuid";
import { expect, test } from "vitest";
import { aCustomer, anAsset, aSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { inProcessBus } from "../../platform/bus/inProcessBus.ts";
import type { SystemEvent, WriteTransaction } from "../../platform/writes/record.ts";
import { beaconWatch } from "./beaconWatch.ts";
import { calibrationsRepository } from "./calibrations.repository.ts";

test("a reference beacon found elsewhere is stored and reported once, and so is its return", async () => {
  const database = await testDatabase();
  await database.reset();
  const { db } = database;
  const customer = await aCustomer(database);
  const site = await aSite(database, customer);
  const { trackerId } = await anAsset(database, customer, site);
  const frame = localFrame(site.origin);
  const calibrations = calibrationsRepository(db);
  const id = uuidv7();
  const point = {
    id,
    site_id: site.id,
    floor_id: site.floorId,
    tracker_id: trackerId,
    ...frame.toLatLon({ x: 5, y: 5 }),
  };
  const since = { start_at: new Date(0), end_at: null, created_by: "test" };
  await calibrations.addPoint(db as WriteTransaction, { ...point, ...since, heard: { heard: [], live: [] } });

  const told: SystemEvent[] = [];
  const bus = inProcessBus({
    now: Date.now,
    problem: (error) => {
      throw error;
    },
  });
  const unit = {
    commitEvents: async (work: (trx: WriteTransaction) => Promise<readonly SystemEvent[]>) =>
      void told.push(...(await work(db as WriteTransaction))),
  };
  let watch = beaconWatch({ bus, calibrations, unit, hasTracker: () => true, now: () => nowMs });
  let nowMs = Date.UTC(2026, 10, 20, 8);
  /** Twenty minutes of fixes, `offM` metres from its place. */
  const found = async (offM: number, floorId = site.floorId): Promise<void> => {
    await watch.turn();
    for (const endMs = nowMs + 20 * 60_000; nowMs < endMs; nowMs += 5000) {
      const fix = aFix(nowMs, floorId);
      bus.publish("fixes", [
        { siteId: site.id, trackerId, fix, ...frame.toLatLon({ x: 5 + offM, y: 5 }), places: null },
      ]);
    }
    await bus.idle();
    await watch.turn();
    await watch.turn();
  };
  const stored = async () => (await calibrations.points(site.id))[0]!;

  await found(1);
  expect(told).toEqual([]);
  expect((await stored()).off_since).toBeNull();
  await found(9);
  expect(told).toMatchObject([
    { kind: "tracker", operation: "beacon_off", siteId: site.id, entity: { id: trackerId } },
  ]);
  expect(await stored()).toMatchObject({ off_since: new Date(nowMs), off_m: expect.closeTo(8, 0) as number });
  await found(1);
  expect(told.map(({ operation }) => operation)).toEqual(["beacon_off", "beacon_back"]);
  expect(await stored()).toMatchObject({ off_since: null, off_m: null });
  // Carried to another floor, it has no distance.
  await found(1, uuidv7());
  const offSince = new Date(nowMs);
  expect(await stored()).toMatchObject({ off_since: offSince, off_m: null });
  // It stays there over a restart, and then comes back to its floor, but not to its place.
  watch.close();
  let isHere = true;
  watch = beaconWatch({ bus, calibrations, unit, hasTracker: () => isHere, now: () => nowMs });
  await watch.turn();
  expect((await stored()).off_m).toBeNull();
  await found(9);
  expect(await stored()).toMatchObject({ off_since: offSince, off_m: expect.closeTo(9, 0) as number });
  expect(told.map(({ operation }) => operation)).toEqual(["beacon_off", "beacon_back", "beacon_off"]);
  // Another process has the site for a while and finds it back: what this one remembers says nothing about that.
  isHere = false;
  await watch.turn();
  await calibrations.storeDrift(db as WriteTransaction, (await stored()).id, null);
  await watch.turn();
  isHere = true;
  await watch.turn();
  expect(await stored()).toMatchObject({ off_since: null, off_m: null });
  expect(told).toHaveLength(3);
  watch.close();
});

function aFix(atMs: number, floor: string): Fix {
  const place = { x: 0, y: 0, floor, elevationM: 1.2 };
  const raw = { x: 0, y: 0, atMs, varianceM2: 1 };
  const radii = { accuracyM: 2, accuracyOuterM: 4 };
  const rest = { nearest: null, shown: true, floorUncertain: false, gatewaysHeard: 4, room: null };
  return { atMs, ...place, ...radii, mechanism: "TRILATERATED", moving: false, ...rest, raw };
}
