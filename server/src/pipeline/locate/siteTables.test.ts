import type { Calibration } from "@pulse/positioning/model/calibration";
import { tableKey } from "@pulse/positioning/model/beyondFloors";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import { afterAll, expect, test } from "vitest";
import type { SitePlan } from "./sitePlan.ts";
import { siteTables } from "./siteTables.ts";

const width = 60;
const height = 40;
const corners = [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];

function hall(gateways: number, walls: SitePlan["walls"] = []): SitePlan {
  const radio = { z: null, measuredPower: null, alpha: null, beta: null, gamma: null, snapRadiusM: null };
  const anchors = Array.from({ length: gateways }, (_, nth): Anchor => {
    return { id: `g${nth}`, x: (nth * 7) % width, y: (nth * 11) % height, floor: "hall", ...radio };
  });
  return {
    origin: { lat: 0, lon: 0 },
    anchors,
    floors: [{ id: "hall", level: 0, elevationM: 0, outline: corners }],
    rooms: [],
    walls,
    settings: {
      mechanism: "TRILATERATED",
      anchorSnapRadiusM: 5,
      locationAccuracyThresholdM: 50,
      ignoreMovingTracker: false,
    },
  };
}

/** A calibration from a walk test with a point every 6 m. */
function surveyed({ anchors }: SitePlan): Calibration {
  const places = Array.from({ length: 60 }, (_, nth) => ({ x: 3 + 6 * (nth % 10), y: 3 + 6 * Math.floor(nth / 10) }));
  const points = {
    x: places.map(({ x }) => x),
    y: places.map(({ y }) => y),
    residualDb: places.map((_, nth) => (nth % 7) - 3),
    noiseDb2: places.map(() => 0.5),
  };
  return {
    version: 1,
    level: 3,
    exponent: 2.5,
    powerShiftDb: 0,
    shadowSdDb: 4,
    tagOffsetSdDb: 4,
    anchorOffsetsDb: {},
    wallShare: 1,
    radius: null,
    map: {
      shape: { lengthM: 2.5, sdDb: 3.5, nuggetSdDb: 2 },
      gateways: Object.fromEntries(anchors.map(({ id }) => [id, points])),
    },
  };
}

const tables = siteTables();
afterAll(() => tables.close());

test("no tables are prepared for a few gateways without map or walls", async () => {
  expect(await tables.of(hall(5), null)).toBeUndefined();
});

test("tables for a walk test's map behind walls are prepared without blocking, and give the same model", async () => {
  const plan = hall(6, [{ floor: "hall", points: [corners[0]!, corners[2]!], lossDb: 5 }]);
  const calibration = surveyed(plan);
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const ready = await tables.of(plan, calibration);
  clearInterval(counting);
  // If it had been computed in this thread, nothing else would have run until it was done.
  expect(turns).toBeGreaterThan(20);
  const model = buildSiteModel({ ...plan, calibration, tables: ready });
  const here = buildSiteModel({ ...plan, calibration });
  for (const [id, anchor] of model.anchors) {
    expect(anchor.tables).toBe(ready?.get(id));
    expect(anchor.tables).toEqual(here.anchors.get(id)?.tables);
  }
});

test("survey data of gateways on another floor is prepared as well", async () => {
  const plan = hall(6);
  const calibration = surveyed(plan);
  const above = { ...plan.anchors[0]!, id: "above", floor: "upper" };
  const tall: SitePlan = {
    ...plan,
    anchors: [...plan.anchors, above],
    floors: [...plan.floors, { id: "upper", level: 1, elevationM: 4, outline: corners }],
  };
  const heard = calibration.map!.gateways[plan.anchors[0]!.id]!;
  const both = {
    ...calibration,
    map: { ...calibration.map!, beyond: { above: { hall: heard } }, slabDb: 12 },
  };
  const ready = await tables.of(tall, both);
  const model = buildSiteModel({ ...tall, calibration: both, tables: ready });
  const [floor] = model.floors;
  expect(ready!.has(tableKey("above", "hall"))).toBe(true);
  expect(model.anchors.get("above")!.beyond[floor!.index]).toBe(ready!.get(tableKey("above", "hall")));
  const here = buildSiteModel({ ...tall, calibration: both });
  expect(model.anchors.get("above")!.beyond).toEqual(here.anchors.get("above")!.beyond);
});

test("site tables are prepared for many gateways, and for few behind many walls", async () => {
  expect((await tables.of(hall(25), null))?.size).toBe(25);
  const zigzag = Array.from({ length: 80 }, (_, nth) => ({ x: nth % width, y: nth % 2 }));
  expect((await tables.of(hall(6, [{ floor: "hall", points: zigzag, lossDb: null }]), null))?.size).toBe(6);
});
