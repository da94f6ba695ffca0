import { constants } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";

/** The environment variable by which a run tells its workers where its prepared parts are. */
export const preparedVariable = "PULSE_E2E_PREPARED";

/** The demo's world as its first start leaves it. */
export const worldIn = (prepared: string): string => join(prepared, "world");

/** Fills a product's empty folder with the demo's world; leaves it empty if none is prepared. */
export async function restoreWorld(dataDir: string): Promise<void> {
  const prepared = process.env[preparedVariable];
  if (prepared === undefined) return;
  // File systems that can share the files until one of the two changes.
  await cp(worldIn(prepared), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

/** Lets Node compile the product's modules once for all products of this run. */
export function compileCache(): Record<string, string> {
  const prepared = process.env[preparedVariable];
  return prepared === undefined ? {} : { NODE_COMPILE_CACHE: join(prepared, "compiled") };
}
