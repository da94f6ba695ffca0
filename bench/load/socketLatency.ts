import { socketEvents } from "@pulse/contract/live";
import { liveSocket } from "./liveSocket.ts";
import type { RunningPulse } from "./runningPulse.ts";

/** Without an update after this there will be none. */
const longestMs = 60_000;

export interface SocketLatency {
  /** How long each advert took to a browser's socket during `work`, ms, shortest first. */
  during(work: () => Promise<unknown>): Promise<number[]>;
  close(): void;
}

/** Listens at a Socket.IO client, and records for each advert when it arrived and when an update first showed it. */
export async function socketLatency({ pulse, site, idToken }: RunningPulse): Promise<SocketLatency> {
  // For each tracker the arrival times of adverts that no update has shown yet.
  const waiting = new Map(site.trackers.map(({ id }) => [id, [] as number[]]));
  pulse.bus.subscribe("sightings", ({ sightings }) => {
    // The bench's gateways send no advert that is older than its message, so this is when it arrived.
    for (const { trackerId, atMs } of sightings) waiting.get(trackerId)?.push(atMs);
  });

  let outMs: number[] = [];
  const socket = await liveSocket({ url: pulse.url, idToken, siteId: site.siteId });
  socket.on(socketEvents.locationUpdate, (items: { tracker_id: string; last_updated: string }[]) => {
    const nowMs = Date.now();
    for (const { tracker_id: trackerId, last_updated: lastUpdated } of items) {
      // An update shows every advert that had arrived when its fix was made.
      const fixedMs = Date.parse(lastUpdated);
      const arrivals = waiting.get(trackerId) ?? [];
      const shown = arrivals.findIndex((atMs) => atMs > fixedMs);
      for (const atMs of arrivals.splice(0, shown === -1 ? arrivals.length : shown)) outMs.push(nowMs - atMs);
    }
  });
  return {
    during: async (work) => {
      outMs = [];
      const started = performance.now();
      // Of a short run on a busy machine everything may go out before the server has read the site.
      do await work();
      while (outMs.length === 0 && performance.now() - started < longestMs);
      if (outMs.length === 0) throw new Error("nothing came out at the socket");
      return outMs.toSorted((a, b) => a - b);
    },
    close: () => void socket.disconnect(),
  };
}
