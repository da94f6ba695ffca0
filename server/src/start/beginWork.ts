import { knownFences, type KnownFences } from "../pipeline/fencing/knownFences.ts";
import { joinedRuns } from "../pipeline/ingest/joinedRuns.ts";
import { gauge } from "./createMetrics.ts";
import type { OpenNats } from "./openNats.ts";
import { sharedScreen } from "./sharedScreen.ts";
import { type PartitionWork, startWork } from "./startWork.ts";

/** How often other processes are told how far this one is behind, ms. */
const delayMs = 1_000;

/** What this process works on now. */
export interface Work {
  /** Resolves when everything in the log at this moment has been processed, as far as it is this process's. */
  settled(): Promise<void>;
}

/** Works on this process's share of the log, if that is a role of it. */
export async function beginWork(
  parts: Omit<Parameters<typeof startWork>[0], "scope" | "check" | "fences" | "flushStatus" | "makePast"> & {
    nats: OpenNats | null;
  },
): Promise<Work> {
  const { config, share, bus, nats, ingest } = parts;
  const works = new Map<number, PartitionWork>();
  const settled = async (): Promise<void> => {
    await Promise.all([...works.values()].map((work) => work.settled()));
  };
  if (!config.roles.has("locate")) return { settled };
  const fences: KnownFences = await knownFences(parts);
  parts.onStop(fences.close);
  const { status, signals } = ingest;
  const flushStatus = joinedRuns(async () => {
    await status.flush();
    await signals.flush();
    await ingest.storeHealth(share.hasSite);
  });
  let isMakingPast = false;
  const oneAtATime = async (turn: () => Promise<void>): Promise<void> => {
    if (isMakingPast) return;
    isMakingPast = true;
    await turn().finally(() => (isMakingPast = false));
  };
  parts.every(delayMs, () => {
    const partitions = [...works].map(([partition, { freshness }]) => ({
      partition,
      behindMs: freshness.behindMs(),
      workBehindMs: freshness.workBehindMs(),
    }));
    if (partitions.length > 0) bus.publish("partitionDelays", { partitions });
  });
  gauge(parts.metrics, "pulse_trackers_tracked", "Trackers with a window in memory", parts.located.tracked);
  gauge(parts.metrics, "pulse_partitions", "Partitions of the log that this process works on", () => works.size);
  parts.onStop(share.stop);
  await share.begin(async (scope, check) => {
    const { partition } = scope;
    const isHeld = (): boolean => share.isHeld(partition);
    const live = nats === null ? parts.live : sharedScreen({ bus, isHeld });
    const work = await startWork({ ...parts, live, scope, check, fences, flushStatus, makePast: oneAtATime });
    works.set(partition, work);
    return async () => {
      await work.stop();
      works.delete(partition);
    };
  });
  return { settled };
}
