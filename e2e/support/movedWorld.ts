import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getDwell } from "@pulse/contract/analytics";
import { listLiveAssets } from "@pulse/contract/assets";
import { listCustomers, updateCustomer } from "@pulse/contract/customers";
import { listGeofences } from "@pulse/contract/geofences";
import { listSites } from "@pulse/contract/sites";
import { copyWorld, failureIn, movedWorldIn, troubleIn, worldIn } from "./preparedWorld.ts";
import { type Pulse, startPulse } from "./pulse.ts";
import { accounts, signIn } from "./world.ts";

/** Of 120: the others are where no gateway hears them well. */
const leastLocated = 100;
/** One or the other may walk out of its geofence before the product stops. */
const leastInside = 5;
const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;

/**
 * Makes the world whose assets have moved, while the first specs run. Returns what ends that: nobody waits for a world that
 * no spec has asked for.
 */
export function beginMovedWorld(prepared: string): () => Promise<void> {
  let isEnded = false;
  const making = makeMovedWorld(prepared, () => isEnded).catch((error: unknown) =>
    writeFile(failureIn(prepared), error instanceof Error ? error.message : String(error)),
  );
  return async () => {
    isEnded = true;
    await making;
  };
}

async function makeMovedWorld(prepared: string, isEnded: () => boolean): Promise<void> {
  const folder = join(prepared, "moving");
  await copyWorld(worldIn(prepared), folder);
  const pulse = await startPulse({ dataDir: folder, simulate: "warehouse" });
  try {
    let hasMoved: (() => Promise<boolean>) | undefined;
    const look = async (): Promise<boolean> => {
      hasMoved ??= await movesOf(pulse);
      return hasMoved();
    };
    // On a busy machine a request may fail once.
    const noteTrouble = async (error: unknown): Promise<boolean> => {
      await writeFile(troubleIn(prepared), error instanceof Error ? error.message : String(error));
      return false;
    };
    while (!isEnded() && !(await look().catch(noteTrouble))) await pause(500);
  } finally {
    await pulse.stop();
  }
  if (!isEnded()) await rename(folder, movedWorldIn(prepared));
}

/** Assets that rest are out of a geofence after this time, min; a run on a busy machine takes longer than the usual one. */
const exitTimeoutMin = 10_080;

/**
 * Whether nearly all of the warehouse's assets have a place, some have been in rooms for a full minute, and some are in
 * geofences.
 */
async function movesOf({ url }: Pulse): Promise<() => Promise<boolean>> {
  const api = await signIn(url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
  const query = { siteId: site.id };
  await extendStays(url);
  const minute = (ms: number): string => new Date(Math.floor(ms / minuteMs) * minuteMs).toISOString();
  return async () => {
    const live = await api.call(listLiveAssets, { query });
    if (live.filter(({ lat }) => lat !== null).length < leastLocated) return false;
    const span = { startTimeUtc: minute(Date.now() - dayMs), endTimeUtc: minute(Date.now()) };
    if ((await api.call(getDwell, { query: { ...query, ...span, by: "room" } })).length === 0) return false;
    const fences = await api.call(listGeofences, { query });
    return fences.reduce((sum, { numAssetsInside }) => sum + numAssetsInside, 0) >= leastInside;
  };
}

async function extendStays(url: string): Promise<void> {
  const api = await signIn(url, accounts.superadmin);
  for (const { id, version } of await api.call(listCustomers)) {
    const body = { config: { geofenceExitTimeout: exitTimeoutMin }, version };
    await api.call(updateCustomer, { params: { id }, body });
  }
}
