import { describe, expect, test } from "vitest";
import { anAnchor, aSettings } from "../engine/testSite.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import type { Wall } from "../model/walls.ts";
import { wallLossDb } from "../model/walls.ts";
import { calibrateFromSurvey } from "./calibrateFromSurvey.ts";
import { fitPathLoss } from "./fitPathLoss.ts";
import { observationOf } from "./observation.ts";
import type { Snapshot } from "./snapshot.ts";

// A flat of 24 × 16 m: six rooms, a gateway in each and two in the corridor's walls.
const floor = {
  id: "ground",
  level: 0,
  elevationM: 0,
  outline: [
    { x: 0, y: 0 },
    { x: 24, y: 0 },
    { x: 24, y: 16 },
    { x: 0, y: 16 },
  ],
};
const line = (...points: [number, number][]): Wall => ({
  floor: "ground",
  points: points.map(([x, y]) => ({ x, y })),
  lossDb: null,
});
const walls = [line([0, 8], [24, 8]), line([8, 0], [8, 16]), line([16, 0], [16, 16])];
const anchors = [4, 12, 20].flatMap((x, nth) =>
  [3, 13].map((y) => anAnchor({ id: `${nth}${y}`, x: x + (y === 3 ? 2 : -2), y })),
);
const flat = (drawn: readonly Wall[]): SiteModel =>
  buildSiteModel({ anchors, floors: [floor], walls: drawn, settings: aSettings() });

/** Pseudo-random numbers from −1 to 1, the same at each run. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (2 * state) / 2_147_483_648 - 1;
  };
}

/** What the gateways hear of tags here and there, if walls take `share` of 3 dB each. */
function heardAt(share: number, count: number): { x: number; y: number; rssi: number[] }[] {
  const random = noise(7);
  const index = flat(walls).floors[0]!.walls!;
  return Array.from({ length: count }, () => {
    const [x, y] = [12 + 11.5 * random(), 8 + 7.5 * random()];
    const rssi = anchors.map((anchor) => {
      const distanceM = Math.hypot(anchor.x - x, anchor.y - y, 1.3);
      const behindDb = share * wallLossDb(index, anchor.x, anchor.y, x, y);
      return -59 - 22 * Math.log10(distanceM) - behindDb + 3 * random() + 3 * random();
    });
    return { x, y, rssi };
  });
}

describe("the loss of drawn walls is learned", () => {
  const fromTraffic = (share: number, drawn: readonly Wall[]): number => {
    const model = flat(drawn);
    const all = anchors.map(({ id }) => model.anchors.get(id)!);
    const snapshots = heardAt(share, 160).map(({ rssi }, nth): Snapshot => ({
      tagId: `tag ${nth % 12}`,
      atMs: nth * 5000,
      floor: model.floors[0]!,
      anchors: all,
      rssi,
      nonDetecting: [],
      weight: 1,
    }));
    return fitPathLoss(snapshots.map(observationOf), false).wallShare;
  };

  test("the loss of drawn walls is learned from traffic: thick walls take more than stated, curtains next to nothing", () => {
    const thick = fromTraffic(2, walls);
    const usual = fromTraffic(1, walls);
    const curtain = fromTraffic(0, walls);
    expect(thick).toBeGreaterThan(1.4);
    expect(usual).toBeGreaterThan(0.6);
    expect(usual).toBeLessThan(1.4);
    expect(curtain).toBeLessThan(0.5);
  });

  test("the loss of drawn walls is learned from a survey", () => {
    const survey = (share: number, drawn: readonly Wall[]) => {
      return calibrateFromSurvey({
        snapshots: heardAt(share, 48).map(({ x, y, rssi }, nth) => {
          const heard = rssi.map((value, i) => ({ anchorId: anchors[i]!.id, rssi: value - 6, packets: 20 }));
          return { tagId: `point ${nth}`, x, y, floor: "ground", heard, live: heard };
        }),
        version: 1,
        modelWith: (calibration) =>
          buildSiteModel({ anchors, floors: [floor], walls: drawn, settings: aSettings(), calibration }),
        present: null,
      });
    };
    expect(survey(2, walls)?.wallShare).toBeGreaterThan(1.5);
    expect(survey(0, walls)?.wallShare ?? 0).toBeLessThan(0.4);
    expect(survey(1, [])).not.toHaveProperty("wallShare");
  });

  test("a path-loss model learned without walls stays as it is when walls are drawn later", () => {
    const learned = {
      version: 1,
      level: 1 as const,
      exponent: 2.6,
      powerShiftDb: 0,
      shadowSdDb: 4,
      tagOffsetSdDb: 4,
      anchorOffsetsDb: {},
      radius: null,
    };
    const expected = (drawn: readonly Wall[], wallShare?: number): number => {
      const calibration = { ...learned, ...(wallShare === undefined ? {} : { wallShare }) };
      const model = buildSiteModel({ anchors, floors: [floor], walls: drawn, settings: aSettings(), calibration });
      const { level } = model.anchors.get(anchors[0]!.id)!.tables;
      return level.at(-1)!;
    };
    expect(expected(walls)).toBe(expected([]));
    expect(expected(walls, 0.5)).toBeCloseTo(expected([]) - 3, 4);
  });
});
