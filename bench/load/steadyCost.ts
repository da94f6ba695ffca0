import type { Fleet } from "./startFleet.ts";
import { countedBy, type Installation, untilCurrent } from "./installation.ts";
import { startOnlooker } from "./startOnlooker.ts";
import { quantile } from "../harness.ts";

/** The load of a fleet: each message goes out at its moment. */
export interface SteadyLoad {
  messagesPerS: number;
  advertsPerMessage: number;
  warmUpS: number;
  seconds: number;
}

/** What the parts of an installation cost under a steady load. */
export interface SteadyCost {
  /** As they came: a busy machine may not keep the pace. */
  advertsPerS: number;
  /** Processor time for each advert, by part, µs. */
  usPerAdvert: Record<string, number>;
  /** Cores that were busy, by part. */
  cores: Record<string, number>;
}

/** Measures it once everything that has to be compiled is. */
export async function steadyCost(
  { used, locating }: Installation,
  fleet: Fleet,
  { messagesPerS, advertsPerMessage, warmUpS, seconds }: SteadyLoad,
): Promise<SteadyCost> {
  await fleet.sendAcknowledged(warmUpS * messagesPerS, messagesPerS);
  await untilCurrent(locating, 0);
  const [before, countedBefore, beganMs] = [used(), await countedBy(locating), performance.now()];
  await fleet.sendAcknowledged(seconds * messagesPerS, messagesPerS);
  await untilCurrent(locating, countedBefore + seconds * messagesPerS * advertsPerMessage);
  const [after, adverts, ms] = [used(), (await countedBy(locating)) - countedBefore, performance.now() - beganMs];
  const of = (share: number): Record<string, number> =>
    Object.fromEntries(Object.entries(after).map(([part, usedMs]) => [part, (usedMs - before[part]!) * share]));
  return { advertsPerS: (1000 * adverts) / ms, usPerAdvert: of(1000 / adverts), cores: of(1 / ms) };
}

/** What a flood looks like to somebody at a screen. */
export interface FloodSeen {
  /** From the first message to when history is current again. */
  advertsPerS: number;
  apiP95Ms: number;
  refused: number;
  /** The longest time without news on a live socket, ms. */
  silenceMs: number;
}

/** Sends as fast as the broker accepts, by QoS 0. */
export async function flood(
  installation: Installation,
  fleet: Fleet,
  { messages, advertsPerMessage }: { messages: number; advertsPerMessage: number },
): Promise<FloodSeen> {
  const { url, idToken, locating } = installation;
  const { siteId } = installation.sites[0]!;
  const onlooker = await startOnlooker({ url, idToken, siteId, path: `/api/v3/assets?site_id=${siteId}&limit=25` });
  const before = await countedBy(locating);
  await onlooker.look();
  const startedMs = performance.now();
  const sent = await fleet.send(messages);
  await untilCurrent(locating, before + sent * advertsPerMessage);
  const seconds = (performance.now() - startedMs) / 1000;
  const seen = await onlooker.look();
  await onlooker.stop();
  return {
    advertsPerS: (sent * advertsPerMessage) / seconds,
    apiP95Ms: quantile(
      seen.answersMs.toSorted((a, b) => a - b),
      0.95,
    ),
    refused: seen.refused,
    silenceMs: Math.max(...seen.gapsMs),
  };
}
