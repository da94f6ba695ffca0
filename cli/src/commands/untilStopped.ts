import type { Io } from "./io.ts";

/** A stop that takes longer than this is aborted. */
const graceMs = 9_000;

/** Waits for SIGTERM or SIGINT, then for `stop`; returns the exit code. */
export async function untilStopped(io: Io, stop: () => Promise<void>): Promise<number> {
  await new Promise<void>((resolve) => {
    // Kept while stopping: Ctrl+C arrives from the terminal and again from our parent, and the second must not kill us.
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  io.stderr.write("Stopping ...\n");
  const tooLong = setTimeout(() => {
    io.stderr.write("pulse: a part did not stop in time\n");
    process.exit(1);
  }, graceMs);
  await stop();
  clearTimeout(tooLong);
  return 0;
}
