import { Worker } from "node:worker_threads";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { nothing, oneAtATime } from "../turns.ts";
import type { FitJob } from "./fitThread.ts";

export interface Fitter {
  /** Null: nothing is better than what the site has. Rejects when the thread fails or was closed. */
  fit(job: FitJob): Promise<Calibration | null>;
  /** Ends the running fit; waiting ones do not start. */
  close(): Promise<void>;
}

/** Fits calibrations, each in a thread that ends with its fit; one at a time, since a fit takes a whole core. */
export function fitter(): Fitter {
  const inTurn = oneAtATime();
  let running: Worker | null = null;
  let closed = false;

  const run = async (job: FitJob): Promise<Calibration | null> => {
    if (closed) throw new Error("Pulse is stopping");
    const worker = new Worker(new URL("./fitThread.ts", import.meta.url), {
      workerData: job,
      // Flags of the main thread (--input-type, --test …) must not be passed on, and some forbid a file.
      execArgv: [],
    });
    running = worker;
    worker.unref();
    try {
      return await new Promise<Calibration | null>((resolve, reject) => {
        worker.on("message", (calibration: Calibration | null) => resolve(calibration));
        worker.on("error", reject);
        worker.on("exit", () => reject(new Error("The fit was ended")));
      });
    } finally {
      running = null;
      await worker.terminate();
    }
  };

  return {
    fit: (job) => inTurn(() => run(job)),
    close: async () => {
      closed = true;
      await running?.terminate();
      await inTurn(nothing);
    },
  };
}
