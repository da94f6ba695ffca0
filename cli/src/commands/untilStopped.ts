import type { Io } from "./io.ts";

/** A stop that takes longer than this is broken off. */
const graceMs = 9_000;

/** Waits for SIGTERM or SIGINT, then for `stop`; answers the exit code. */
export async function untilStopped(io: Io, stop: () => Promise<void>): Promise<number> {
  await new Promise<void>((resolve) => {
    // Kept while it stops: Ctrl+C reaches us from the terminal and again from our parent, and the second must not kill.
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
