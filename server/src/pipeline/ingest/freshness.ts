import { Gauge, type Registry } from "prom-client";
import type { Readiness } from "../../platform/health/readiness.ts";
import type { PartitionDelay } from "../../platform/bus/subjects.ts";
import type { LivePreview } from "./livePreview.ts";

/** A shorter delay is not worth a monitor's attention, ms. */
const maxBehindMs = 10_000;

/** How current the results of devices' messages are. */
export interface Freshness {
  /** The age of the oldest message that the live picture waits for, ms; 0: none waits. */
  behindMs(): number;
  /** The same for history, geofences and what is known of devices: they are made in the order of the messages. */
  workBehindMs(): number;
  /**
   * The moment up to which all messages are processed, ms. Whatever was last heard of is judged by it, since silence
   * after it may be a message that waits.
   */
  processedMs(): number;
}

/** The same for one partition of the log that this process works on. */
export interface PartitionFreshness extends Freshness {
  /** From now on the live picture may be this preview's. */
  follow(preview: Pick<LivePreview, "behindMs">): void;
}

export function partitionFreshness(parts: { workBehindMs(): number; now(): number }): PartitionFreshness {
  const { workBehindMs, now } = parts;
  let preview: Pick<LivePreview, "behindMs"> | null = null;
  return {
    behindMs: () => preview?.behindMs() ?? workBehindMs(),
    workBehindMs,
    processedMs: () => now() - workBehindMs(),
    follow: (one) => void (preview = one),
  };
}

/** Says how far behind the processing of devices' messages is, also to monitors: as far as the slowest partition. */
export function freshnessOf(parts: {
  /** Of the partitions that this process works on. */
  own(): readonly Freshness[];
  /** How far behind the slowest of the others is, ms. */
  elsewhere(what: keyof Omit<PartitionDelay, "partition">): number;
  now(): number;
  metrics: Registry;
  readiness: Pick<Readiness, "part">;
}): Freshness {
  const { own, elsewhere, now, metrics, readiness } = parts;
  const behindMs = (): number => Math.max(elsewhere("behindMs"), ...own().map((one) => one.behindMs()));
  const workBehindMs = (): number => Math.max(elsewhere("workBehindMs"), ...own().map((one) => one.workBehindMs()));
  readiness.part("live_picture", () => delayText("the live picture is", behindMs()));
  readiness.part("history", () => delayText("history and geofences are", workBehindMs()));
  gauge(metrics, "pulse_behind_seconds", "The age of the oldest message that the live picture waits for", behindMs);
  const help = "The age of the oldest message that history and geofences wait for";
  gauge(metrics, "pulse_history_behind_seconds", help, workBehindMs);
  return { behindMs, workBehindMs, processedMs: () => now() - workBehindMs() };
}

/** In words, for monitors; null: not worth mentioning. */
function delayText(what: string, behindMs: number): string | null {
  if (behindMs < maxBehindMs) return null;
  const seconds = Math.round(behindMs / 1000);
  return `${what} ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} behind`;
}

function gauge(registry: Registry, name: string, help: string, readMs: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(readMs() / 1000);
    },
  });
}
