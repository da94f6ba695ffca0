import { describe, expect, test } from "vitest";
import { anAnchor, aSettings } from "../engine/testSite.ts";
import { testNoise } from "../model/testNoise.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { precomputeStatistics, logEvidence, type SitePathLoss, type Snapshot } from "./evidence.ts";
import { defaultPathLoss } from "./fitPathLoss.ts";
import { predictsHeldOut } from "./predictsHeldOut.ts";
import { calibrateFromTraffic, fitSitePathLoss } from "./selfCalibration.ts";

// A flat of 14 × 9 m with six gateways.
const [widthM, depthM] = [14, 9];
const outline = [
  { x: 0, y: 0 },
  { x: widthM, y: 0 },
  { x: widthM, y: depthM },
  { x: 0, y: depthM },
];
const anchors = [
  [1, 1],
  [7, 1],
  [13, 1],
  [1, 8],
  [7, 8],
  [13, 8],
].map(([x, y], i) => anAnchor({ id: `g${i}`, x: x!, y: y! }));
const model = buildSiteModel({
  anchors,
  floors: [{ id: "ground", level: 0, elevationM: 0, outline }],
  settings: aSettings(),
});

/**
 * Traffic of ten weak tags, by turns in the left half and in the right half of the flat. A cupboard beside g4 weakens
 * what it hears from the right.
 */
function traffic(seed: number, cupboardDb: number): Snapshot[] {
  const { next, normal } = testNoise(seed);
  return Array.from({ length: 10 }, (_, tag) => {
    const isRight = tag % 2 === 1;
    const tagDb = -14 + 1.5 * normal();
    return Array.from({ length: 5 }, (__, place): Snapshot => {
      const [x, y] = [(widthM / 2) * (next() + (isRight ? 1 : 0)), depthM * next()];
      const rssi = anchors.map((anchor) => {
        const lawDbm = -59 - 24 * Math.log10(Math.hypot(anchor.x - x, anchor.y - y, 1.3));
        return lawDbm + tagDb - (anchor.id === "g4" && isRight ? cupboardDb : 0) + 3 * normal();
      });
      return {
        tagId: `tag ${tag}`,
        atMs: 5000 * (5 * tag + place),
        floor: model.floors[0]!,
        anchors: [...model.anchors.values()],
        rssi,
        nonDetecting: [],
        weight: 1,
      };
    });
  }).flat();
}

const usual: SitePathLoss = { ...defaultPathLoss, anchorOffsetsDb: {} };

describe("the traffic's own path-loss model in a flat of six gateways", () => {
  test("a model from traffic is rejected if it predicts how strong trackers are but not a gateway from the others", () => {
    for (const seed of [1, 2]) {
      const heard = traffic(seed, 10);
      const isLeft = ({ tagId }: Snapshot): boolean => Number(tagId.slice(4)) % 2 === 0;
      const held = heard.filter((one) => !isLeft(one));
      const pathLoss = fitSitePathLoss(heard.filter(isLeft), model.tagHeightM, false);
      const evidence = (of: SitePathLoss): number =>
        held.reduce((sum, one) => sum + logEvidence(precomputeStatistics(one, model.tagHeightM), of), 0) / held.length;
      expect(evidence(pathLoss)).toBeGreaterThan(evidence(usual) + 0.2);
      expect(predictsHeldOut([{ pathLoss, held }], usual, model.tagHeightM)).toBe(false);
      expect(calibrateFromTraffic(heard, model.tagHeightM, 1)).toBeNull();
    }
  });

  test("a model from traffic is accepted where each gateway is predicted by the others", () => {
    for (const seed of [1, 2]) expect(calibrateFromTraffic(traffic(seed, 0), model.tagHeightM, 1)?.level).toBe(1);
  });
});
