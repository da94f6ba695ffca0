import { expect, test } from "vitest";
import { newPosterior } from "../cost/posterior.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { addMeasurement, arrangeFor, clear } from "../window/measurements.ts";
import { chooseAnchor } from "./chooseAnchor.ts";

test("a tracker that only another floor's gateways receive stays at its mobile gateway until that position expires", () => {
  const model = buildSiteModel({
    anchors: [
      { ...anAnchor({ id: "mobile", x: 4, y: 4 }), validUntilMs: 8000 },
      anAnchor({ id: "upstairs", x: 4, y: 4, floor: "first" }),
    ],
    floors: [aSquareFloor("ground", 20), { ...aSquareFloor("first", 20), level: 1, elevationM: 3 }],
    settings: aSettings({ mechanism: "ANCHORED" }),
  });
  const { measurements: m } = model.work;
  clear(m);
  addMeasurement(m, model.anchors.get("upstairs")!, -80, 5, 7000);
  arrangeFor(
    m,
    model.floors.find(({ id }) => id === "ground")!,
    { tagHeightM: 1.2, slabDb: 15 },
  );
  const displayPlace = (nowMs: number) => {
    const { anchor } = newTrackerState();
    return chooseAnchor(model, m, newPosterior(), { ...anchor, id: "mobile" }, nowMs)?.id;
  };
  expect(displayPlace(8000)).toBe("mobile");
  expect(displayPlace(8001)).toBe("upstairs");
});
