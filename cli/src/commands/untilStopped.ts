import type { Io } from "./io.ts";

/** A stop that takes longer than this is aborted, ms; who stops us waits 10 s (docker stop, systemd waits longer). */
const graceMs = 9_000;

/** What has not ended by itself this long after the stop, such as a timer, is left behind, ms. */
const leftMs = 1_000;

/** What runs until it is stopped. */
export interface Running {
  stop(): Promise<void>;
  /** Logs and counts an error that nobody caught. Undefined: Node prints it and ends the process. */
  uncaught?(error: unknown): void;
  /** Resolves if it cannot go on, with the reason for the user. */
  lost?: Promise<Error>;
}

/**
 * Waits for SIGTERM or SIGINT, or for an error that nobody caught, then for `stop`; returns the exit code. Afterwards
 * the process ends within 10 s of the signal, whatever is left.
 */
export async function untilStopped(io: Io, running: Running): Promise<number> {
  let code = 0;
  await new Promise<void>((resolve) => {
    // Kept while stopping: Ctrl+C arrives from the terminal and again from our parent, and the second must not kill us.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve());
    const { uncaught, lost } = running;
    void lost?.then(({ message }) => {
      code = 1;
      io.stderr.write(`pulse: ${message}\n`);
      resolve();
    });
    if (uncaught === undefined) return;
    // Rejections that nobody handles arrive here too.
    process.on("uncaughtException", (error) => {
      code = 1;
      uncaught(error);
      resolve();
    });
  });
  io.stderr.write("Stopping ...\n");
  const endLate = (why: string, exitCode: number, ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      io.stderr.write(`pulse: ${why}: ${[...new Set(process.getActiveResourcesInfo())].join(", ")}\n`);
      process.exit(exitCode);
    }, ms);
  const tooLong = endLate("a part did not stop in time", 1, graceMs);
  await running.stop();
  clearTimeout(tooLong);
  // This timer alone does not keep the process running.
  endLate("something was left at the stop", code, leftMs).unref();
  return code;
}
