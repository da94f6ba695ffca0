import type { Bus } from "../../platform/bus/bus.ts";
import type { PartitionDelay } from "../../platform/bus/subjects.ts";

/** Whoever works on a partition reports every second how far it is; one that does not is away. */
const silentMs = 3_000;

/** How far other processes are with the partitions of the log that they work on. */
export interface DelayElsewhere {
  /** Which partitions there are besides those of sites: the shares of divided ones. */
  expect(shares: readonly number[]): void;
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
  const expect = (all: readonly number[]): void => {
    for (const partition of all)
      if (!last.has(partition))
        last.set(partition, { partition, behindMs: 0, workBehindMs: 0, receivedMs: monotonicMs() });
    for (const partition of last.keys()) if (!all.includes(partition)) last.delete(partition);
  };
  expect(partitions);
  parts.bus.subscribe("partitionDelays", ({ partitions: delays }) => {
    for (const delay of delays) last.set(delay.partition, { ...delay, receivedMs: monotonicMs() });
  });
  return {
    expect: (more) => expect([...partitions, ...more]),
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
export const noDelayElsewhere: DelayElsewhere = { expect: () => undefined, of: () => 0 };
