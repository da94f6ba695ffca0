import { describe, expect, it } from "vitest";
import { locate } from "./locate.ts";
import type { Anchor } from "../model/placedSite.ts";
import { buildSiteModel, type SiteModel } from "./siteModel.ts";
import { newTrackerState, type TrackerState } from "./trackerState.ts";
import { observe } from "../window/signalState.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "./testSite.ts";

/** A hall with many gateways and a small floor above it with few, such as a warehouse with a mezzanine. */
const floors = [aSquareFloor("hall", 40), { ...aSquareFloor("above", 40), level: 1, elevationM: 4 }];
const hall = Array.from({ length: 12 }, (_, i) =>
  anAnchor({ id: `hall${i}`, x: 5 + 10 * (i % 4), y: 7 + 13 * (i % 3), floor: "hall" }),
);
const above = [
  anAnchor({ id: "above0", x: 10, y: 10, floor: "above" }),
  anAnchor({ id: "above1", x: 30, y: 30, floor: "above" }),
];
const site = () => buildSiteModel({ anchors: [...hall, ...above], floors, settings: aSettings() });
const tag = { x: 21, y: 18 };
const APART_MS = 500;

/** Each of the gateways hears the tag once, this much weaker than in the open; then it is located. */
function heardBy(
  model: SiteModel,
  state: TrackerState,
  atMs: number,
  gateways: readonly (readonly [Anchor, number])[],
) {
  for (const [anchor, lossDb] of gateways)
    observe(state, { anchorId: anchor.id, rssi: Math.round(rssiAt(anchor, tag)) - lossDb, atMs });
  return locate(model, state, atMs + APART_MS / 2)!.floor;
}

/** How long after its first packet a tag that was above and then silent is shown in the hall, ms. */
function returnsAfter(silentS: number, heardS: number): number {
  const model = site();
  const state = newTrackerState();
  const untilMs = 1000 * heardS;
  for (let atMs = 0; atMs < untilMs; atMs += APART_MS)
    expect(heardBy(model, state, atMs, [[above[0]!, 0]])).toBe("above");
  const fromMs = untilMs + 1000 * silentS;
  const inHall = hall.map((anchor) => [anchor, 0] as const);
  for (let atMs = fromMs; atMs < fromMs + 10_000; atMs += APART_MS)
    if (heardBy(model, state, atMs, inHall) === "hall") return atMs + APART_MS / 2 - fromMs;
  return Infinity;
}

describe("a tag that was on a small floor with few gateways", () => {
  it.each([
    [60, 2],
    [200, 2],
    [200, 8],
    [900, 8],
  ])(
    "a tracker from a small floor is in the hall with its first fix there after %i s without reception (%i s before)",
    (silentS, heardS) => {
      expect(returnsAfter(silentS, heardS)).toBe(APART_MS / 2);
    },
  );

  it.each([4, 8])(
    "a tracker stays above while the hall's many gateways receive it and its own floor's miss it for %i s",
    (missedS) => {
      const model = site();
      const state = newTrackerState();
      const through = hall.map((anchor) => [anchor, 12] as const);
      const own = above.map((anchor) => [anchor, 0] as const);
      const seen = new Set<string>();
      for (let atMs = 0; atMs < 40_000; atMs += APART_MS) {
        const misses = atMs >= 20_000 && atMs < 20_000 + 1000 * missedS;
        seen.add(heardBy(model, state, atMs, misses ? through : [...own, ...through]));
      }
      expect([...seen]).toEqual(["above"]);
    },
  );
});

it("a tracker whose first packets came from the wrong floor is on the right one by its fourth fix", () => {
  const storeys = ["hall", "above"].map((floor) => ({
    floor,
    gateways: hall.slice(0, 6).map((anchor) => anAnchor({ ...anchor, id: `${floor}${anchor.id}`, floor })),
  }));
  const model = buildSiteModel({ anchors: storeys.flatMap(({ gateways }) => gateways), floors, settings: aSettings() });
  const state = newTrackerState();
  const seen = [0, 1, 2, 3, 4, 5].map((nth) => {
    const loudest = nth === 0 ? "above" : "hall";
    const heard = storeys.flatMap(({ floor, gateways }) =>
      gateways.map((anchor) => [anchor, floor === loudest ? 0 : 12] as const),
    );
    return heardBy(model, state, nth * APART_MS, heard);
  });
  expect(seen.slice(3)).toEqual(["hall", "hall", "hall"]);
});
