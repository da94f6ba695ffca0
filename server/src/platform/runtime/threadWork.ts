import { Worker } from "node:worker_threads";
import { nothing, serialQueue } from "./keyedQueue.ts";

/** Work that takes so long that no packet may wait for it. */
export interface ThreadWork<Job, Result> {
  /** Rejects when the thread fails or was closed. */
  run(job: Job): Promise<Result>;
  /** Ends what is running; what waits does not start. */
  close(): Promise<void>;
}

/**
 * Runs jobs one at a time, each in a thread that ends with its job. The thread's file finds the job in `workerData` and
 * posts its result.
 */
export function threadWork<Job, Result>(file: URL): ThreadWork<Job, Result> {
  const serially = serialQueue();
  let running: Worker | null = null;
  let closed = false;

  const run = async (job: Job): Promise<Result> => {
    if (closed) throw new Error("Pulse is stopping");
    // Flags of the main thread (--input-type, --test …) must not be passed on, and some forbid a file.
    const worker = new Worker(file, { workerData: job, execArgv: [] });
    running = worker;
    worker.unref();
    try {
      return await new Promise<Result>((resolve, reject) => {
        worker.on("message", (result: Result) => resolve(result));
        worker.on("error", reject);
        worker.on("exit", () => reject(new Error("The thread was ended")));
      });
    } finally {
      running = null;
      await worker.terminate();
    }
  };

  return {
    run: (job) => serially(() => run(job)),
    close: async () => {
      closed = true;
      await running?.terminate();
      await serially(nothing);
    },
  };
}
