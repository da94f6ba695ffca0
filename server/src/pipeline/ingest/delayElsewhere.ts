import type { Bus } from "../../platform/bus/bus.ts";
import type { PartitionDelay } from "../../platform/bus/subjects.ts";

/** Whoever works on a partition reports every second how far it is; one that does not is away. */
const silentMs = 3_000;

/** How far other processes are with the partitions of the log that they work on. */
export interface DelayElsewhere {
  /**
   * How far behind the slowest partition is, ms. While a partition is silent, its delay grows.
   * @param isOwn whether this process works on a partition itself
   */
  of(what: keyof Omit<PartitionDelay, "partition">, isOwn: (partition: number) => boolean): number;
}

/** @param parts.monotonicMs a clock that is never set, ms */
export function delayElsewhere(parts: {
  bus: Pick<Bus, "subscribe">;
  partitions: readonly number[];
  monotonicMs(): number;
}): DelayElsewhere {
  const { partitions, monotonicMs } = parts;
  const last = new Map<number, PartitionDelay & { receivedMs: number }>();
  for (const partition of partitions)
    last.set(partition, { partition, behindMs: 0, workBehindMs: 0, receivedMs: monotonicMs() });
  parts.bus.subscribe("partitionDelays", ({ partitions: delays }) => {
    for (const delay of delays) last.set(delay.partition, { ...delay, receivedMs: monotonicMs() });
  });
  return {
    of: (what, isOwn) => {
      let slowestMs = 0;
      for (const delay of last.values()) {
        if (isOwn(delay.partition)) continue;
        const silence = monotonicMs() - delay.receivedMs;
        slowestMs = Math.max(slowestMs, delay[what] + (silence > silentMs ? silence : 0));
      }
      return slowestMs;
    },
  };
}

/** Nothing is behind before this process has begun to work on the log itself. */
export const noDelayElsewhere: DelayElsewhere = { of: () => 0 };
