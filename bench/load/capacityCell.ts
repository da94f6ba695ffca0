import { setTimeout as pause } from "node:timers/promises";
import { socketEvents } from "@pulse/contract/live";
import { type RoleName, roleNames } from "./capacityModel.ts";
import { startCellParts } from "./cellParts.ts";
import type { SiteCounts } from "./cellSites.ts";
import { delayS, type Installation, startCell } from "./installation.ts";
import { liveSocket } from "./liveSocket.ts";
import { type Fleet, startFleet } from "./startFleet.ts";
import type { RoleProcess } from "./startRole.ts";
import { steadyCost } from "./steadyCost.ts";

/** How many `locate` processes it has. */
export const locating = 2;
const advertsPerMessage = 30;
const idleS = 8;
const warmUpS = 10;
const seconds = 10;
/** Messages a second of each gateway: what a part costs is known from two loads. */
const paces = { low: 1, high: 3 };
/** The load goes on for so long around the death of a process, which comes once it has settled, s. */
const deathS = 30;
const settlingS = 4;
/** How often to look, ms, and how far behind history that is current may be, s. */
const lookMs = 100;
const currentS = 2;
const partitions = 16;
/** What a cell of one size has used. */
export interface Point {
  tags: number;
  idle: Record<RoleName, number>;
  low: { advertsPerS: number; cores: Record<RoleName, number> };
  high: { advertsPerS: number; cores: Record<RoleName, number> };
}

/** By the model's names. */
const roleCores = (cores: Record<string, number>): Record<RoleName, number> => ({
  ingest: cores["ingest"]!,
  locate: cores["locate"]!,
  api: cores["api, jobs"]!,
  postgres: cores["postgres"]!,
  nats: cores["nats"]!,
});

const fleetOf = ({ mqttUrl, sites }: Installation): Promise<Fleet> =>
  startFleet({
    url: mqttUrl,
    gateways: sites.flatMap(({ gateways }) => gateways),
    trackers: sites.flatMap(({ trackers }) => trackers),
    advertsPerMessage,
  });

async function idleCores({ used }: Installation): Promise<Record<RoleName, number>> {
  const [before, beganMs] = [used(), performance.now()];
  await pause(idleS * 1000);
  const ms = performance.now() - beganMs;
  return roleCores(
    Object.fromEntries(Object.entries(used()).map(([part, usedMs]) => [part, (usedMs - before[part]!) / ms])),
  );
}

/** How a cell took the death of one of its `locate` processes. */
export interface Killed {
  /** Until the other process had all partitions, s. */
  takeOverS: number;
  /** For how long a site of the dead process had no news on a live socket at most, s. */
  stillS: number;
  /** Until history was current again, s. */
  currentS: number;
  /** The share of a core that the other process got until then. */
  core: number;
  advertsPerS: number;
}

/** Sends on meanwhile. */
async function killOne(installation: Installation, fleet: Fleet, messagesPerS: number): Promise<Killed> {
  const { url, idToken, sites, locating: processes } = installation;
  const [killed, other] = processes as [RoleProcess, RoleProcess];
  const sockets = await Promise.all(sites.map(({ siteId }) => liveSocket({ url, idToken, siteId })));
  const news = sites.map((): number[] => []);
  for (const [nth, socket] of sockets.entries())
    socket.on(socketEvents.locationUpdate, () => void news[nth]!.push(performance.now()));
  const load = fleet.sendAcknowledged(deathS * messagesPerS, messagesPerS);
  await pause(settlingS * 1000);
  const [killedMs, usedMs] = [performance.now(), other.processorMs()];
  await killed.kill();
  while ((await other.metric("pulse_partitions")) < partitions) await pause(lookMs);
  const takeOverS = (performance.now() - killedMs) / 1000;
  while ((await delayS([other])) > currentS) await pause(lookMs);
  const ms = performance.now() - killedMs;
  const core = (other.processorMs() - usedMs) / ms;
  await load;
  for (const socket of sockets) socket.disconnect();
  const gaps = news.map((moments) => {
    const since = [killedMs, ...moments.filter((moment) => moment > killedMs)];
    return Math.max(...since.slice(1).map((moment, nth) => moment - since[nth]!));
  });
  return {
    takeOverS,
    stillS: Math.max(...gaps) / 1000,
    currentS: ms / 1000,
    core,
    advertsPerS: messagesPerS * advertsPerMessage,
  };
}

const coresText = (cores: Record<RoleName, number>): string =>
  roleNames.map((role) => `${role} ${cores[role].toFixed(3)}`).join(", ");

/** Runs a cell of this size at rest and under two loads and, if asked to, kills one of its `locate` processes. */
export async function measureCell(
  counts: SiteCounts,
  withDeath: boolean,
): Promise<{ point: Point; death: Killed | null }> {
  const parts = await startCellParts(counts);
  const installation = await startCell(parts, locating);
  const fleet = await fleetOf(installation);
  const gateways = counts.sites * counts.gateways;
  const at = async (pace: number) => {
    const messagesPerS = pace * gateways;
    const load = { messagesPerS, advertsPerMessage, warmUpS, seconds };
    const { advertsPerS, cores } = await steadyCost(installation, fleet, load);
    return { advertsPerS: Math.round(advertsPerS), cores: roleCores(cores) };
  };
  const idle = await idleCores(installation);
  const low = await at(paces.low);
  const high = await at(paces.high);
  for (const { advertsPerS, cores } of [{ advertsPerS: 0, cores: idle }, low, high])
    process.stderr.write(`${counts.sites * counts.trackers} tags, ${advertsPerS} adverts/s: ${coresText(cores)}\n`);
  const death = withDeath ? await killOne(installation, fleet, gateways) : null;
  await fleet.stop();
  await installation.stop();
  await parts.stop();
  return { point: { tags: counts.sites * counts.trackers, idle, low, high }, death };
}
