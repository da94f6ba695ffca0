import { describe, expect, it } from "vitest";
import { newPosterior } from "../cost/posterior.ts";
import { cellAt, cellX, cellY } from "../model/floorGrid.ts";
import { buildSiteModel, type SiteModel } from "../engine/siteModel.ts";
import { addMeasurement, arrangeFor, clear } from "../window/measurements.ts";
import { newChiSquare, reducedChiSquare, type ChiSquare } from "../model/chiSquare.ts";
import { updateChiSquare } from "./updateChiSquare.ts";

const unset = { measuredPower: null, alpha: null, beta: null, gamma: null, snapRadiusM: null };
const places = [
  [1, 1],
  [19, 1],
  [19, 11],
  [1, 11],
  [10, 2],
  [10, 10],
] as const;

function site(): SiteModel {
  return buildSiteModel({
    anchors: places.map(([x, y], i) => ({ id: `g${i}`, x, y, z: 2.5, floor: "0", ...unset })),
    floors: [],
    settings: {
      mechanism: "TRILATERATED",
      anchorSnapRadiusM: 5,
      locationAccuracyThresholdM: 50,
      ignoreMovingTracker: false,
    },
  });
}

/** Fixes whose gateways are by turns this much above and below the path-loss model, whose own deviation is 5 dB. */
function heard(chiSquare: ChiSquare, offDb: number, fixes: number): void {
  const model = site();
  const [floor] = model.floors;
  const { measurements: m } = model.work;
  const cell = cellAt(floor!.grid, 8, 6);
  const posterior = {
    ...newPosterior(),
    x: cellX(floor!.grid, cell % floor!.grid.columns),
    y: cellY(floor!.grid, Math.floor(cell / floor!.grid.columns)),
  };
  clear(m);
  [...model.anchors.values()].forEach((anchor, i) =>
    addMeasurement(m, anchor, anchor.tables.level[cell]! + (i % 2 ? offDb : -offDb), 5, 0),
  );
  arrangeFor(m, floor!, null);
  m.weight.fill(1 / 25);
  for (let fix = 0; fix < fixes; fix++) updateChiSquare(chiSquare, m, floor!, posterior);
}

/** Relative to what is usual. */
const shareOf = (chiSquare: ChiSquare): number => reducedChiSquare(chiSquare) / reducedChiSquare(newChiSquare());

describe("radii on a site without a survey", () => {
  it("radii on a site without a survey shrink where gateways receive what the model expects, and grow elsewhere", () => {
    const [calm, wild] = [newChiSquare(), newChiSquare()];
    heard(calm, 1.5, 100);
    heard(wild, 6, 100);
    expect(shareOf(calm)).toBeLessThan(0.64);
    expect(shareOf(wild)).toBeGreaterThan(1.7);
  });

  it("radii on a site without a survey change little after a few fixes, and follow a changing site", () => {
    const chiSquare = newChiSquare();
    heard(chiSquare, 1, 3);
    expect(shareOf(chiSquare)).toBeGreaterThan(0.8);
    heard(chiSquare, 0, 5000);
    expect(shareOf(chiSquare)).toBeLessThan(0.1);
    heard(chiSquare, 30, 5000);
    expect(shareOf(chiSquare)).toBeGreaterThan(2.2);
  });
});
