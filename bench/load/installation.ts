import { setTimeout as pause } from "node:timers/promises";
import type { CellSite, SiteCounts } from "./cellSites.ts";
import type { CellParts } from "./cellParts.ts";
import { type RoleProcess, startRole } from "./startRole.ts";

/** How often to look how far it is, ms: each look costs the processes a little. */
const lookMs = 200;
/** History is current once it is no older than this, s. */
const currentS = 2;
const partitions = 16;

/** A running Pulse of one process or of several. */
export interface Installation {
  url: string;
  mqttUrl: string;
  idToken: string;
  sites: CellSite[];
  /** The processes that work on the log. */
  locating: RoleProcess[];
  /** The processor time that each of its parts has used, by what it is, ms. */
  used(): Record<string, number>;
  stop(): Promise<void>;
}

/** One process with everything in it, and its sites. */
export async function startEmbedded(counts: SiteCounts): Promise<Installation> {
  const all = await startRole({ settings: {}, seed: counts });
  return { ...all, idToken: all.idToken!, locating: [all], used: () => ({ embedded: all.processorMs() }) };
}

/** A cell over parts that run: a process each for connections and people, and `locating` processes that share the sites. */
export async function startCell(parts: CellParts, locating: number): Promise<Installation> {
  const store = await parts.open("live");
  const start = (roles: string): Promise<RoleProcess> =>
    startRole({ settings: { ...store.settings, PULSE_ROLES: roles } });
  const api = await start("api,jobs");
  const [ingest, ...rest] = (await Promise.all(
    ["ingest", ...Array.from({ length: locating }, () => "locate")].map(start),
  )) as [RoleProcess, ...RoleProcess[]];
  while (!(await sharesAreEven(rest))) await pause(lookMs);
  return {
    url: api.url,
    mqttUrl: ingest.mqttUrl,
    idToken: api.idToken!,
    sites: parts.sites,
    locating: rest,
    used: () => ({
      ingest: ingest.processorMs(),
      locate: rest.reduce((sum, one) => sum + one.processorMs(), 0),
      "api, jobs": api.processorMs(),
      ...store.used(),
    }),
    stop: async () => {
      await Promise.all(rest.map((one) => one.stop()));
      await Promise.all([api.stop(), ingest.stop()]);
      await store.close();
    },
  };
}

/** Whether each of these processes has the same number of partitions. */
export async function sharesAreEven(all: readonly RoleProcess[]): Promise<boolean> {
  const shares = await Promise.all(all.map((one) => one.metric("pulse_partitions")));
  return shares.every((share) => share === partitions / all.length);
}

/** Resolves once these processes have read so many adverts, and history is current. */
export async function untilCurrent(all: readonly RoleProcess[], adverts: number): Promise<void> {
  while ((await countedBy(all)) < adverts || (await delayS(all)) > currentS) await pause(lookMs);
}

/** How many adverts these processes have read so far. */
export async function countedBy(all: readonly RoleProcess[]): Promise<number> {
  const counts = await Promise.all(all.map((one) => one.metric('pulse_ingest_total\\{outcome="sighting"\\}')));
  return counts.reduce((sum, count) => sum + (Number.isNaN(count) ? 0 : count), 0);
}

/** How far behind the slowest of them is, s. */
export async function delayS(all: readonly RoleProcess[]): Promise<number> {
  return Math.max(...(await Promise.all(all.map((one) => one.metric("pulse_history_behind_seconds")))));
}
