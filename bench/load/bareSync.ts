import { constants, mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** As often and as much at once as the message log writes at the bench's pace. */
const everyMs = 10;
const bytes = 17_000;

/**
 * How long each write took with only the disk to confirm it, ms: a growing file, synced at every write, on the file system
 * of the benchmarks' folders. No program can acknowledge a stored message faster.
 */
export async function bareSyncs(seconds: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-bench-sync-"));
  const file = await open(join(folder, "log"), constants.O_RDWR | constants.O_DSYNC | constants.O_CREAT);
  const block = Buffer.alloc(bytes, 7);
  const took: number[] = [];
  const untilMs = performance.now() + seconds * 1000;
  try {
    for (let at = 0; performance.now() < untilMs; at += bytes) {
      const startedMs = performance.now();
      await file.write(block, 0, bytes, at);
      took.push(performance.now() - startedMs);
      await pause(everyMs);
    }
  } finally {
    await file.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return took;
}
