import type { Random } from "@pulse/positioning/model/seededRandom";
import type { Impairments } from "./impairments.ts";
import type { Receiver } from "./receivers.ts";

export interface Collisions {
  /** Whether a packet that a receiver could hear in the n-th second met another one. */
  hit(receiver: Receiver, n: number): boolean;
}

/**
 * Packets that meet on the air are lost (pure ALOHA: of n a second, each t long, e^(−2nt) come through), so each further
 * tag costs all others some packets. Their number is counted in the previous second.
 */
export function collisions({ airtimeMs, foreignPerS }: Impairments, random: Random): Collisions {
  const counts = new Map<Receiver, { second: number; now: number; before: number }>();
  return {
    hit: (receiver, n) => {
      if (airtimeMs <= 0) return false;
      const count = counts.get(receiver) ?? { second: n, now: 0, before: 0 };
      counts.set(receiver, count);
      if (count.second !== n)
        Object.assign(count, { second: n, now: 0, before: count.second === n - 1 ? count.now : 0 });
      count.now++;
      return random() >= Math.exp((-2 * (count.before + foreignPerS) * airtimeMs) / 1000);
    },
  };
}
