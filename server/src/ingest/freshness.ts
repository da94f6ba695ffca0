import { Gauge, type Registry } from "prom-client";
import type { Readiness } from "../system/readiness.ts";

/** A shorter delay is not worth a monitor's attention, ms. */
const troubleMs = 10_000;

/** How current the results of devices' messages are. */
export interface Freshness {
  /** The age of the oldest message that waits to be processed, ms; 0: none waits. */
  behindMs(): number;
  /**
   * The moment up to which all messages are processed, ms. Whatever was last heard of is judged by it, since silence
   * after it may be a message that waits.
   */
  processedMs(): number;
}

/** Says how far behind the processing of devices' messages is, also to monitors. */
export function freshnessOf(parts: {
  behindMs(): number;
  now(): number;
  metrics: Registry;
  readiness: Pick<Readiness, "part">;
}): Freshness {
  const { behindMs, now } = parts;
  parts.readiness.part("messages", () => behindWords(behindMs()));
  new Gauge({
    name: "pulse_behind_seconds",
    help: "The age of the oldest device message that waits to be processed; 0: none waits",
    registers: [parts.metrics],
    collect() {
      this.set(behindMs() / 1000);
    },
  });
  return { behindMs, processedMs: () => now() - behindMs() };
}

/** In words, for monitors; null: not worth mentioning. */
function behindWords(behindMs: number): string | null {
  if (behindMs < troubleMs) return null;
  const seconds = Math.round(behindMs / 1000);
  return `the live picture is ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} behind`;
}
