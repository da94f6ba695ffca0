import { describe, expect, it } from "vitest";
import { buildSiteModel } from "../engine/siteModel.ts";
import { strayAnchors } from "./strayAnchors.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";

const hall = aSquareFloor("ground", 40);
const inHall = [
  [2, 2],
  [38, 2],
  [2, 38],
  [38, 38],
].map(([x, y], nth) => anAnchor({ id: `g${nth}`, x: x!, y: y! }));

const straysAt = (x: number, y: number): string[] =>
  strayAnchors([...inHall, anAnchor({ id: "odd", x, y })], [hall]).map(({ id }) => id);

describe("a gateway on a drawn floor", () => {
  it("a gateway a kilometre from its drawn floor's outline is astray, and takes no part in positions", () => {
    expect(straysAt(1040, 20)).toEqual(["odd"]);
    const anchors = [...inHall, anAnchor({ id: "odd", x: 1040, y: 20 })];
    const model = buildSiteModel({ anchors, floors: [hall], settings: aSettings() });
    expect([...model.anchors.keys()]).toEqual(["g0", "g1", "g2", "g3"]);
  });

  it("a gateway on a drawn floor may hang in the yard, up to about 100 m outside", () => {
    expect(straysAt(139, 20)).toEqual([]);
    expect(straysAt(20, -99)).toEqual([]);
    expect(straysAt(141, 20)).toEqual(["odd"]);
    // Around a corner the straight line counts.
    expect(straysAt(40 + 75, 40 + 75)).toEqual(["odd"]);
    expect(straysAt(40 + 65, 40 + 65)).toEqual([]);
  });

  it("a gateway on a drawn floor is never astray inside the outline, however large the floor is", () => {
    const field = aSquareFloor("ground", 5000);
    expect(strayAnchors([anAnchor({ id: "far", x: 4990, y: 4990 }), ...inHall], [field])).toEqual([]);
    expect(strayAnchors([anAnchor({ id: "middle", x: 2500, y: 2500 })], [field])).toEqual([]);
  });

  it("a gateway that is astray does not make the others of its floor astray", () => {
    const off = ["a", "b", "c", "d", "e"].map((id) => anAnchor({ id, x: 900, y: 900 }));
    expect(strayAnchors([...off, ...inHall], [hall])).toEqual(off);
  });
});

it("a gateway is astray outside a plan image just as outside a drawn outline", () => {
  const imaged = { ...hall, outline: [], image: hall.outline };
  const odd = anAnchor({ id: "odd", x: 141, y: 20 });
  expect(strayAnchors([...inHall, odd], [imaged])).toEqual([odd]);
  expect(strayAnchors([...inHall, { ...odd, x: 139 }], [imaged])).toEqual([]);
  expect([...buildSiteModel({ anchors: [odd], floors: [imaged], settings: aSettings() }).anchors]).toEqual([]);
});

it("a gateway takes part 40 km away from an undrawn floor only if the others hang there", () => {
  const there = inHall.map((anchor) => ({ ...anchor, x: anchor.x + 40_000 }));
  expect(strayAnchors(there, [])).toEqual([]);
  expect(strayAnchors([...inHall, there[0]!], []).map(({ x }) => x)).toEqual([40_002]);
});
