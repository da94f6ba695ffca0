import type { Bus } from "../../platform/bus/bus.ts";
import type { Delay } from "../../platform/bus/subjects.ts";

/** The process that works on the log reports every second how far it is; one that does not is away. */
const silentMs = 3_000;

/** How far the process is that works on the log, if it is another one. */
export interface DelayElsewhere {
  /** How far behind it is, ms. While it is silent, the delay grows. */
  of(what: keyof Delay): number;
}

/** @param parts.monotonicMs a clock that is never set, ms */
export function delayElsewhere(parts: { bus: Pick<Bus, "subscribe">; monotonicMs(): number }): DelayElsewhere {
  let last: Delay = { behindMs: 0, workBehindMs: 0 };
  let receivedMs = parts.monotonicMs();
  parts.bus.subscribe("delay", (delay) => {
    last = delay;
    receivedMs = parts.monotonicMs();
  });
  return {
    of: (what) => {
      const silence = parts.monotonicMs() - receivedMs;
      return last[what] + (silence > silentMs ? silence : 0);
    },
  };
}

/** Nothing is behind before this process has begun to work on the log itself. */
export const noDelayElsewhere: DelayElsewhere = { of: () => 0 };
