import { parentPort, workerData } from "node:worker_threads";
import { calibrateFromSurvey } from "@pulse/positioning/calibrate";
import type { Calibration } from "@pulse/positioning/calibration";
import type { LabelledSnapshot } from "@pulse/positioning/labelled";
import { fitPackedTraffic, type PackedSnapshot } from "@pulse/positioning/packedTraffic";
import { buildSiteModel, surveyedAnchors } from "@pulse/positioning/siteModel";
import type { SitePlan } from "../locate/sitePlan.ts";

/** What a fit needs, as plain data. */
export type FitJob = { plan: SitePlan; version: number } & (
  | { kind: "traffic"; snapshots: PackedSnapshot[] }
  | { kind: "survey"; snapshots: LabelledSnapshot[]; present: Calibration | null }
);

// Runs in a thread of its own: a fit takes tenths of a second to seconds, in which no packet may wait.
parentPort?.postMessage(fit(workerData as FitJob));

function fit(job: FitJob): Calibration | null {
  const modelWith = (calibration: Calibration | null) => buildSiteModel({ ...job.plan, calibration });
  const plain = modelWith(null);
  if (job.kind === "traffic") return fitPackedTraffic(job.snapshots, plain, job.version);
  return calibrateFromSurvey({
    snapshots: job.snapshots,
    anchors: surveyedAnchors(plain),
    tagHeightM: plain.tagHeightM,
    version: job.version,
    modelWith,
    present: job.present,
  });
}
