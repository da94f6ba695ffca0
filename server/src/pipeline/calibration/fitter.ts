import type { LearnedFromTraffic } from "@pulse/positioning/learn/learnFromTraffic";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { threadWork } from "../../platform/runtime/threadWork.ts";
import type { FitJob, FitResults, SurveyFit, TrafficFit } from "./fitThread.ts";

/** Both reject when the thread fails or was closed. */
export interface Fitter {
  /** Null: nothing is better than what the site has. */
  fitSurvey(of: Omit<SurveyFit, "kind">): Promise<Calibration | null>;
  fitTraffic(of: Omit<TrafficFit, "kind">): Promise<LearnedFromTraffic>;
  /** Ends the running fit; waiting ones do not start. */
  close(): Promise<void>;
}

/** Fits calibrations, one at a time, since a fit takes a whole core. */
export function fitter(): Fitter {
  const { run, close } = threadWork<FitJob, FitResults[FitJob["kind"]]>(new URL("./fitThread.ts", import.meta.url));
  return {
    fitSurvey: async (of) => (await run({ kind: "survey", ...of })) as FitResults["survey"],
    fitTraffic: async (of) => (await run({ kind: "traffic", ...of })) as FitResults["traffic"],
    close,
  };
}
