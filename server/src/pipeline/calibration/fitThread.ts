import { parentPort, workerData } from "node:worker_threads";
import { calibrateFromSurvey } from "@pulse/positioning/learn/calibrateFromSurvey";
import type { Calibration } from "@pulse/positioning/model/calibration";
import type { LabelledSnapshot } from "@pulse/positioning/learn/labelledSnapshot";
import { type LearnedFromTraffic, learnFromTraffic } from "@pulse/positioning/learn/learnFromTraffic";
import { type PackedSnapshot, unpackTraffic } from "@pulse/positioning/learn/snapshot";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import type { SitePlan } from "../locate/sitePlan.ts";

/** What a fit needs, as plain data. */
interface Fit<Snapshot> {
  plan: SitePlan;
  snapshots: Snapshot[];
  present: Calibration | null;
}

export type SurveyFit = { kind: "survey" } & Fit<LabelledSnapshot>;
/** `doubted`: gateways that take no part in the law. */
export type TrafficFit = { kind: "traffic"; doubted: string[] } & Fit<PackedSnapshot>;
export type FitJob = SurveyFit | TrafficFit;

export interface FitResults {
  survey: Calibration | null;
  traffic: LearnedFromTraffic;
}

/** A version gets its number when it is stored. */
const unnumbered = 0;

// Runs in a thread of its own, since a fit takes up to seconds in which no packet may wait.
const port = parentPort!;
port.postMessage(fit(workerData as FitJob));

function fit(job: FitJob): FitResults[FitJob["kind"]] {
  const modelWith = (calibration: Calibration | null) => buildSiteModel({ ...job.plan, calibration });
  if (job.kind === "traffic") {
    const { snapshots, doubted, present } = job;
    return learnFromTraffic(unpackTraffic(snapshots, modelWith(null)), {
      version: unnumbered,
      inUse: present,
      doubted,
    });
  }
  return calibrateFromSurvey({
    snapshots: job.snapshots,
    version: unnumbered,
    modelWith,
    present: job.present,
  });
}
