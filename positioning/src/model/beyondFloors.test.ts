import { describe, expect, it } from "vitest";
import { locate } from "../engine/locate.ts";
import { calibrateFromSurvey } from "../learn/calibrateFromSurvey.ts";
import type { LabelledSnapshot } from "../learn/labelledSnapshot.ts";
import { tableKey } from "./beyondFloors.ts";
import type { AnchorTables } from "./anchorTables.ts";
import type { Calibration } from "./calibration.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";

const SIDE_M = 24;
const STOREY_M = 4;
/** Two gateways below, in one line, and four above, which hear the west through stairs and the east through concrete. */
const anchors = [
  anAnchor({ id: "a0", x: 6, y: 12, floor: "0" }),
  anAnchor({ id: "a1", x: 18, y: 12, floor: "0" }),
  ...[4, 20].flatMap((x) => [4, 20].map((y) => anAnchor({ id: `b${x} ${y}`, x, y, floor: "1" }))),
];
const floors = [0, 1].map((level) => ({
  ...aSquareFloor(String(level), SIDE_M),
  level,
  elevationM: STOREY_M * level,
}));

function modelWith(calibration: Calibration | null, tables?: ReadonlyMap<string, AnchorTables>): SiteModel {
  return buildSiteModel({ anchors, floors, settings: aSettings(), calibration, tables });
}

/** The path-loss model, the ceilings' loss, and shadows that extend over some metres. */
function hearing(x: number, y: number): { id: string; rssi: number }[] {
  return anchors.map((anchor, nth) => {
    const rise = anchor.floor === "0" ? 1.3 : STOREY_M + 1.3;
    const ceilingDb = anchor.floor === "0" ? 0 : x < 12 ? 2 : 18;
    const lawDbm = -56 - 24 * Math.log10(Math.hypot(anchor.x - x, anchor.y - y, rise));
    return { id: anchor.id, rssi: lawDbm - ceilingDb + 4 * Math.sin(x / 3 + nth) * Math.cos(y / 4 - nth) };
  });
}

/** A walk test of the lower floor with a point every three metres. */
function survey(): Calibration {
  const snapshots = Array.from({ length: 64 }, (_, nth): LabelledSnapshot => {
    const [x, y] = [1.5 + 3 * (nth % 8), 1.5 + 3 * Math.floor(nth / 8)];
    const heard = hearing(x, y).map(({ id, rssi }) => ({ anchorId: id, rssi, packets: 20 }));
    return { tagId: `p${nth}`, x, y, floor: "0", heard, live: heard };
  });
  return calibrateFromSurvey({
    snapshots,
    version: 1,
    modelWith,
    present: null,
  })!;
}

function meanError(model: SiteModel): number {
  let sum = 0;
  let places = 0;
  for (let x = 3; x < SIDE_M; x += 3) {
    for (let y = 3; y < SIDE_M; y += 3) {
      const state = newTrackerState();
      for (const { id, rssi } of hearing(x, y))
        for (let t = 0; t <= 4000; t += 500) observe(state, { anchorId: id, rssi, atMs: t });
      const fix = locate(model, state, 4000)!;
      sum += Math.hypot(fix.x - x, fix.y - y);
      places++;
    }
  }
  return sum / places;
}

describe("gateways of another floor", () => {
  const calibration = survey();

  it("gateways of another floor improve positions by what a survey received through the ceiling at each place", () => {
    const { map } = calibration;
    expect(calibration.level).toBe(3);
    expect(Object.keys(map!.beyond!)).toHaveLength(4);
    const { beyond: _beyond, ...ownFloorOnly } = map!;
    const without = meanError(modelWith({ ...calibration, map: ownFloorOnly }));
    expect(meanError(modelWith(calibration))).toBeLessThan(0.6 * without);
  });

  it("gateways of another floor keep their survey when the tables were computed elsewhere", () => {
    const here = modelWith(calibration);
    const tables = new Map([...here.anchors].map(([id, anchor]) => [id, anchor.tables]));
    const [lower] = here.floors;
    for (const [id, { beyond }] of here.anchors)
      if (beyond[lower!.index]) tables.set(tableKey(id, lower!.id), beyond[lower!.index]!);
    const there = modelWith(calibration, tables);
    expect(there.anchors.get("b4 4")!.beyond[lower!.index]).toBe(here.anchors.get("b4 4")!.beyond[lower!.index]);
    expect(there.anchors.get("a0")!.beyond[lower!.index]).toBeUndefined();
  });
});
