import type { Calibration } from "@pulse/positioning/model/calibration";
import { threadWork } from "../threadWork.ts";
import type { FitJob } from "./fitThread.ts";

export interface Fitter {
  /** Null: nothing is better than what the site has. Rejects when the thread fails or was closed. */
  fit(job: FitJob): Promise<Calibration | null>;
  /** Ends the running fit; waiting ones do not start. */
  close(): Promise<void>;
}

/** Fits calibrations, one at a time, since a fit takes a whole core. */
export function fitter(): Fitter {
  const { run, close } = threadWork<FitJob, Calibration | null>(new URL("./fitThread.ts", import.meta.url));
  return { fit: run, close };
}
