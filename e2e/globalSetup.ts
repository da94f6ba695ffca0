import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beginMovedWorld } from "./support/movedWorld.ts";
import { preparedVariable, worldIn } from "./support/preparedWorld.ts";
import { startPulse } from "./support/pulse.ts";

/**
 * Seeds the demo's world once, so that every product of this run starts on a copy, and lets assets move in another copy
 * meanwhile. Returns what removes both again.
 */
export default async function prepareWorld(): Promise<() => Promise<void>> {
  const prepared = await mkdtemp(join(tmpdir(), "pulse-e2e-prepared-"));
  process.env[preparedVariable] = prepared;
  await mkdir(worldIn(prepared));
  const pulse = await startPulse({ dataDir: worldIn(prepared) });
  await pulse.stop();
  const endMovedWorld = beginMovedWorld(prepared);
  return async () => {
    await endMovedWorld();
    await rm(prepared, { recursive: true, force: true });
  };
}
