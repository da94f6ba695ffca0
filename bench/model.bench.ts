// How long the event loop is blocked while a site's new model is put into use: every packet and page waits that long.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { type LatLon } from "@pulse/geo/latLon";
import { localFrame } from "@pulse/geo/localFrame";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { ChangedKind } from "@pulse/server/platform/bus/changed";
import { alternate, medianOf, report, sized } from "./harness.ts";
import { hall } from "./load/benchSite.ts";
import { runPulse } from "./load/runningPulse.ts";
import { startFleet } from "./load/startFleet.ts";
import { surveyedMap } from "./load/surveyedMap.ts";

const gateways = sized(50, 5);
const walls = sized(300, 10);
/** The walk test's floor: all of the hall. */
const extent = { eastM: hall.eastM, northM: hall.northM };
const running = await runPulse({ gateways, trackers: 10 });
const { pulse, site } = running;
const { db, bus } = pulse;
// A site is read into memory when its first tag is heard.
const fleet = await startFleet({
  url: running.mqttUrl,
  gateways: site.gateways,
  trackers: site.trackers,
  advertsPerMessage: 10,
});
await fleet.sendAcknowledged(1, 1);
await pulse.settled();
const frame = localFrame(hall);
const placed = await db.selectFrom("hardwares").select(["id", "lat", "lon"]).execute();
const anchors = placed.map(({ id, lat, lon }) => ({ id, ...frame.toLocal({ lat, lon }) }));
const places = Object.fromEntries(anchors.map(({ id, x, y }) => [id, [x, y, 0] as const]));
const law: Calibration = {
  version: 1,
  level: 1,
  exponent: 2.5,
  powerShiftDb: 1,
  shadowSdDb: 4,
  tagOffsetSdDb: 2,
  anchorOffsetsDb: {},
  wallShare: 1,
  radius: null,
};
const surveyed = surveyedMap(law, anchors, extent);
let version = 0;

/** Publishes a change, and waits until it is in effect. */
async function tell(kind: ChangedKind): Promise<void> {
  bus.publish("changed", { kind, ids: [site.siteId], siteId: site.siteId, customerId: site.customerId });
  await pulse.settled();
}

/** The longest time that a change blocked the event loop, ms. */
async function heldBy(kind: ChangedKind): Promise<number> {
  const turns = monitorEventLoopDelay({ resolution: 1 });
  turns.enable();
  await tell(kind);
  // A late turn is only counted once it has happened.
  await pause(20);
  turns.disable();
  return turns.max / 1e6;
}

async function take(calibration: Calibration): Promise<void> {
  version++;
  const data = { calibration: { ...calibration, version }, places };
  await db.deleteFrom("calibrations").where("site_id", "=", site.siteId).execute();
  await db
    .insertInto("calibrations")
    .values({
      site_id: site.siteId,
      version,
      level: calibration.level === 3 ? 3 : 1,
      source: "traffic",
      data: JSON.stringify(data),
      held_back: JSON.stringify({}),
      active: true,
      created_by: "bench",
    })
    .execute();
}

/** Rows of short walls over the whole hall, slightly shifted each time. */
async function draw(count: number): Promise<void> {
  version++;
  const inRow = Math.ceil(Math.sqrt(count * 2));
  const at = (x: number, y: number): LatLon => frame.toLatLon({ x, y });
  const drawn = Array.from({ length: count }, (_, nth) => {
    const x = (((nth % inRow) + 0.5) * extent.eastM) / inRow + version / 1000;
    const y = ((Math.floor(nth / inRow) + 0.5) * extent.northM * inRow) / count;
    return { id: `w${nth}`, points: [at(x, y), at(x, y + 4)], lossDb: null };
  });
  await db
    .updateTable("floors")
    .set({ drawing: JSON.stringify({ walls: drawn }) })
    .where("id", "=", site.floorId)
    .execute();
}

/** The time for a site without walls to start using a law, ms. */
async function taking(calibration: Calibration): Promise<number> {
  await draw(0);
  await tell("floor");
  await take(calibration);
  return heldBy("calibration");
}

async function drawing(): Promise<number> {
  await take(law);
  await tell("calibration");
  await draw(walls);
  return heldBy("floor");
}

const names = { law: "a law from traffic", map: "a walk test's map", walls: `a drawing with ${walls} walls` };
const measured = await alternate(
  [
    { name: names.law, run: () => taking(law) },
    { name: names.map, run: () => taking(surveyed) },
    { name: names.walls, run: drawing },
  ],
  { rounds: 7 },
);
await fleet.stop();
await running.stop();

const atMost = 50;
report({
  bench: "model",
  unit: "ms",
  measured,
  aims: Object.values(names).map((name) => ({ what: `held by ${name}, ms`, value: medianOf(measured, name), atMost })),
  notes: [
    `a hall of ${hall.eastM} × ${hall.northM} m with ${gateways} gateways; the walk test has a point each 4 m`,
    "the longest that the event loop was not free between the news of a change and the moment it was in force, nothing else being done",
  ],
});
