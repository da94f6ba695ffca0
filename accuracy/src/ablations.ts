import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mechanism } from "@pulse/positioning/model/mechanisms";

/** What a mechanism does, and the files of `positioning/src` that would go with it. */
interface Ablation {
  about: string;
  files: readonly string[];
}

/** Every mechanism that six sites can show. */
export const ABLATIONS: Readonly<Record<Mechanism, Ablation>> = {
  censoring: { about: "means corrected for packets too weak to be heard", files: ["window/correctCensoring"] },
  displayFilter: {
    about: "the filter of the dot",
    files: ["smooth/displayFilter", "smooth/constantVelocity", "smooth/filterParameters", "smooth/displayState"],
  },
  foreignTags: { about: "a tag may be unlike the site's own", files: ["learn/tagModelPrior"] },
  gatewayOffsets: { about: "gateways' offsets in the self-calibrated model", files: [] },
  likelyPlace: { about: "the likeliest place instead of the posterior's mean", files: ["cost/likelyPlace"] },
  nonDetection: {
    about: "silent gateways count",
    files: ["cost/nonDetection", "cost/nonDetectionCurve", "cost/nonDetectingAnchors"],
  },
  selfCalibration: {
    about: "a path-loss model from traffic",
    files: [
      "learn/selfCalibration",
      "learn/fitPathLoss",
      "learn/evidence",
      "learn/observation",
      "learn/snapshot",
      "learn/trafficSample",
    ],
  },
  speedWindow: { about: "windows get shorter with speed", files: [] },
  stillWindow: { about: "longer windows at rest", files: [] },
  tagStrength: {
    about: "each tag's strength is learned",
    files: ["learn/tagOffset", "learn/strengthAlone", "learn/makeStrengths", "learn/modelShifts"],
  },
};

/** What six sites cannot show: they have one floor, no rooms, no late uploads and no beacons. */
export const NOT_SHOWN: readonly Ablation[] = [
  {
    about: "rooms and their probabilities",
    files: ["fix/chooseRoom", "cost/areaShares", "model/areaIndex"],
  },
  { about: "floors and ceilings", files: ["fix/chooseFloor", "cost/floorEvidence", "learn/slabLoss"] },
  { about: "walls", files: ["model/walls"] },
  { about: "late uploads", files: ["engine/trackLate", "window/uploads"] },
  { about: "frames of several powers", files: ["window/frameStrength"] },
  { about: "no leaps", files: ["smooth/limitSpeed", "smooth/stepOnFloor"] },
  {
    about: "health of gateways",
    files: ["learn/weakGateways", "learn/swappedGateways", "learn/missedPackets", "learn/gatewayHealth"],
  },
  { about: "beacons and their level shifts", files: ["learn/beaconDrift", "learn/levelShifts"] },
  { about: "explanations on an isolated model", files: ["explain/explain", "explain/isolatedModel"] },
];

/** Lines of these files. */
export function linesOf({ files }: Ablation): number {
  const root = join(import.meta.dirname, "../../positioning/src");
  return files.reduce((sum, file) => sum + readFileSync(join(root, `${file}.ts`), "utf8").split("\n").length - 1, 0);
}
