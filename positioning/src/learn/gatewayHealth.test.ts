import { describe, expect, it } from "vitest";
import { newPosterior } from "../cost/posterior.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { cellAt } from "../model/floorGrid.ts";
import { buildSiteModel, inheritLearning, type SiteModel } from "../engine/siteModel.ts";
import { newMeasurements } from "../window/measurements.ts";
import { gatewayHealth, updateResiduals, updateWeakness } from "./gatewayHealth.ts";
import { type PersistedLearning, persistedLearning, restoreLearning } from "./persistedLearning.ts";

const anchors = ["a", "b", "c", "d", "e"].map((id, i) => anAnchor({ id, x: 4 * i, y: (7 * i) % 20 }));

function site(version: number, learnedDb = 0, measuredPower: number | null = null): SiteModel {
  const calibration = {
    version,
    level: 1 as const,
    exponent: 2.2,
    powerShiftDb: 0,
    shadowSdDb: 4,
    tagOffsetSdDb: 4,
    anchorOffsetsDb: { a: learnedDb },
    radius: null,
  };
  const set = anchors.map((anchor) => (anchor.id === "a" ? { ...anchor, measuredPower } : anchor));
  return buildSiteModel({ anchors: set, floors: [aSquareFloor("ground", 20)], settings: aSettings(), calibration });
}

/** Fixes in which all gateways hear what they should, except `a`, which is off by this much. */
function minutes(model: SiteModel, count: number, offDb: number, fromMs: number): void {
  const placed = [...model.anchors.values()];
  const floor = model.floors[0]!;
  const posterior = { ...newPosterior(), x: 10, y: 10 };
  const cell = cellAt(floor.grid, posterior.x, posterior.y);
  const m = newMeasurements();
  m.anchors = placed;
  m.own = m.count = placed.length;
  for (let second = 1; second <= 60 * count; second++) {
    placed.forEach(({ id, tables }, i) => (m.rssi[i] = tables.level[cell]! + (id === "a" ? offDb : 0)));
    updateResiduals(m, floor, posterior, fromMs + 1000 * second);
  }
}

const suspects = (model: SiteModel): string[] =>
  gatewayHealth(model).flatMap(({ anchorId, suspect }) => (suspect ? [anchorId] : []));

describe("a gateway's health", () => {
  it("a gateway's health is judged against what it used to receive, so that a small loss is found", () => {
    const model = site(1);
    minutes(model, 10, -0.5, 0);
    expect(suspects(model)).toEqual([]);
    minutes(model, 10, -4.5, 600_000);
    expect(suspects(model)).toEqual(["a"]);
    minutes(model, 10, -0.5, 1_200_000);
    expect(suspects(model)).toEqual([]);
  });

  it("a gateway's health is reported at once where the site's path-loss model has learned that it is deaf", () => {
    const model = site(1, -12);
    minutes(model, 1, 0, 0);
    expect(suspects(model)).toEqual(["a"]);
    const usual = site(1, -6);
    minutes(usual, 1, 0, 0);
    expect(suspects(usual)).toEqual([]);
  });

  it("a gateway's deafness is reported by a path-loss model that has learned of it before locating anything", () => {
    const first = site(1);
    minutes(first, 4, -14, 0);
    expect(suspects(first)).toEqual(["a"]);
    const next = site(2, -14);
    inheritLearning(next, first);
    expect(suspects(next)).toEqual(["a"]);
  });

  it("a gateway's deafness is not hidden by a path-loss model that has learned the loss", () => {
    const before = site(1);
    minutes(before, 10, 0, 0);
    minutes(before, 10, -5, 600_000);
    const model = site(2, -5);
    inheritLearning(model, before);
    minutes(model, 10, 0, 1_200_000);
    expect(suspects(model)).toEqual(["a"]);
  });

  it("a gateway is suspected when traffic says twice in a row that it is weak", () => {
    const model = site(1);
    const weak = new Map([["a", -10]]);
    updateWeakness(model, weak);
    expect(suspects(model)).toEqual([]);
    updateWeakness(model, weak);
    expect(gatewayHealth(model)).toMatchObject([{ anchorId: "a", suspect: true, meanResidualDb: -10 }]);
    updateWeakness(model, new Map());
    updateWeakness(model, weak);
    updateWeakness(model, new Map());
    expect(suspects(model)).toEqual(["a"]);
    updateWeakness(model, new Map());
    expect(suspects(model)).toEqual([]);
  });

  it("a gateway's health continues over a restart from what was stored", () => {
    const before = site(1);
    minutes(before, 10, 0, 0);
    minutes(before, 10, -5, 600_000);
    const kept = JSON.parse(JSON.stringify([...before.anchors.values()].map(persistedLearning))) as PersistedLearning[];
    const after = site(1);
    [...after.anchors.values()].forEach((anchor, i) => restoreLearning(anchor, kept[i]!));
    expect(suspects(after)).toEqual(["a"]);
    minutes(after, 30, -5, 1_500_000);
    expect(suspects(after)).toEqual(["a"]);
    minutes(after, 10, 0, 3_300_000);
    expect(suspects(after)).toEqual([]);
  });

  it("a gateway's health starts anew when somebody sets its measured power, since that says what is usual of it", () => {
    const before = site(1);
    minutes(before, 10, 0, 0);
    minutes(before, 10, -5, 600_000);
    const same = site(1);
    inheritLearning(same, before);
    expect(suspects(same)).toEqual(["a"]);
    const set = site(1, 0, -64);
    inheritLearning(set, before);
    minutes(set, 10, 0, 1_200_000);
    expect(suspects(set)).toEqual([]);
  });

  it("a fault is reported for a gateway that was always very deaf, but not for one slightly worse placed than others", () => {
    const deaf = site(1, -10);
    minutes(deaf, 10, 0, 0);
    expect(suspects(deaf)).toEqual(["a"]);
    const worse = site(1, -5);
    minutes(worse, 10, 0, 0);
    expect(suspects(worse)).toEqual([]);
  });
});
