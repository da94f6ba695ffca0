import { expect, it } from "vitest";
import { anAnchor, aSettings, aSquareFloor, heard } from "../engine/testSite.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import type { EngineSettings } from "../model/placedSite.ts";
import { likelyPlaces } from "./likelyPlaces.ts";
import { locate } from "../engine/locate.ts";

/** A room of 20 m with a gateway in each corner; the left half is a room of its own. */
const anchors = [
  [0, 0],
  [20, 0],
  [20, 20],
  [0, 20],
].map(([x, y], nth) => anAnchor({ id: String(nth), x: x!, y: y! }));
const half = [
  { x: 0, y: 0 },
  { x: 9, y: 0 },
  { x: 9, y: 20 },
  { x: 0, y: 20 },
];
function placesOf(settings: Partial<EngineSettings>, tag: { x: number; y: number }) {
  const rooms = [{ id: "left", floor: "ground", outline: half }];
  const floors = [aSquareFloor("ground", 20)];
  const model = buildSiteModel({ anchors, floors, rooms, settings: aSettings(settings) });
  const fix = locate(model, heard(anchors, tag, { seconds: 10 }), 10_000)!;
  return { fix, places: likelyPlaces(model) };
}

it("the likely places of a tracker are in a room as often as the room's probability says", () => {
  for (const x of [4, 7, 8]) {
    const { fix, places } = placesOf({}, { x, y: 10 });
    const xs = places!.filter((_, nth) => nth % 2 === 0);
    expect(xs).toHaveLength(32);
    const share = xs.filter((at) => at < 9).length / 32;
    expect(fix.room).toMatchObject({ id: "left" });
    expect(Math.abs(share - fix.room!.probability)).toBeLessThan(0.15);
  }
});

it("a tracker shown elsewhere than its posterior has no likely places", () => {
  expect(placesOf({ mechanism: "ANCHORED" }, { x: 4, y: 10 }).places).toBeNull();
  expect(placesOf({ ignoreMovingTracker: true }, { x: 4, y: 10 }).places).toBeNull();
});
