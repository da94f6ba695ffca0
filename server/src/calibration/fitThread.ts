import { parentPort, workerData } from "node:worker_threads";
import { calibrateFromSurvey } from "@pulse/positioning/learn/calibrate";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { LabelledSnapshot } from "@pulse/positioning/learn/labelled";
import { fitPackedTraffic, type PackedSnapshot } from "@pulse/positioning/learn/packedTraffic";
import { buildSiteModel, surveyedAnchors } from "@pulse/positioning/model/siteModel";
import type { SitePlan } from "../locate/sitePlan.ts";

/** What a fit needs, as plain data. */
export type FitJob = { plan: SitePlan } & (
  | { kind: "traffic"; snapshots: PackedSnapshot[]; present: Calibration | null }
  | { kind: "survey"; snapshots: LabelledSnapshot[]; present: Calibration | null }
);

/** A version gets its number when it is stored. */
const unnumbered = 0;

// Runs in a thread of its own, since a fit takes up to seconds in which no packet may wait.
const port = parentPort!;
port.postMessage(fit(workerData as FitJob));

function fit(job: FitJob): Calibration | null {
  const modelWith = (calibration: Calibration | null) => buildSiteModel({ ...job.plan, calibration });
  const plain = modelWith(null);
  if (job.kind === "traffic") return fitPackedTraffic(job.snapshots, plain, unnumbered, job.present);
  return calibrateFromSurvey({
    snapshots: job.snapshots,
    anchors: surveyedAnchors(plain),
    tagHeightM: plain.tagHeightM,
    version: unnumbered,
    modelWith,
    present: job.present,
  });
}
