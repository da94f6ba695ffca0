import { constants, existsSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The environment variable by which a run tells its workers where its prepared parts are. */
export const preparedVariable = "PULSE_E2E_PREPARED";

/** The demo's world as its first start leaves it. */
export const worldIn = (prepared: string): string => join(prepared, "world");

/** The same after the Harbour Warehouse's assets have moved for a while; it appears while the first specs run. */
export const movedWorldIn = (prepared: string): string => join(prepared, "moved");

/** Why there is no such world, if making it has failed. */
export const failureIn = (prepared: string): string => join(prepared, "failure");

/** Why the last look at the assets of that world in the making has failed. */
export const troubleIn = (prepared: string): string => join(prepared, "trouble");

/** The longest that a spec waits for it, also beside other load. */
export const movedWithinMs = 600_000;

/** Copies a world; the files are shared until one of the two changes, where the file system can do that. */
export const copyWorld = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });

/** Fills a product's empty folder with the demo's world; leaves it empty if none is prepared. */
export async function restoreWorld(dataDir: string): Promise<void> {
  const prepared = process.env[preparedVariable];
  if (prepared !== undefined) await copyWorld(worldIn(prepared), dataDir);
}

/** Fills it with the world whose assets have moved. Rejects if that cannot be made or takes too long. */
export async function restoreMovedWorld(dataDir: string): Promise<void> {
  const prepared = process.env[preparedVariable];
  if (prepared === undefined)
    throw new Error("only a run of the browser tests prepares a world whose assets have moved");
  const until = performance.now() + movedWithinMs;
  while (!existsSync(movedWorldIn(prepared))) {
    if (existsSync(failureIn(prepared))) throw new Error(readFileSync(failureIn(prepared), "utf8"));
    if (performance.now() > until) {
      const trouble = existsSync(troubleIn(prepared))
        ? `; last error: ${readFileSync(troubleIn(prepared), "utf8")}`
        : "";
      throw new Error(`too few assets had moved within ${movedWithinMs / 1000} s${trouble}`);
    }
    await pause(100);
  }
  await copyWorld(movedWorldIn(prepared), dataDir);
}

/** Lets Node compile the product's modules once for all products of this run. */
export function compileCache(): Record<string, string> {
  const prepared = process.env[preparedVariable];
  return prepared === undefined ? {} : { NODE_COMPILE_CACHE: join(prepared, "compiled") };
}
