import type { DemoCustomer } from "./demo/model.ts";
import { demoSites } from "./demo/world.ts";
import { newSiteRun, type SimulatedMessage, type Truth } from "./siteRun.ts";

/** A run without a broker or a clock: messages in order of time, and where everything is meanwhile. */
export interface GeneratedMessages extends Iterable<SimulatedMessage> {
  /** Where everything truly is at the second whose messages come now. */
  truth(): Map<string, Truth>;
}

/**
 * The messages of one site's gateways for `durationMs`; the same input gives the same messages. `startMs` (ms since
 * 1970) is what the gateways' clocks show at the beginning.
 * @throws {RangeError} for a site that is not in the world
 */
export function generateMessages(input: {
  world: readonly DemoCustomer[];
  site: string;
  seed: number;
  durationMs: number;
  startMs?: number;
}): GeneratedMessages {
  const site = demoSites(input.world).find((each) => each.key === input.site);
  if (!site) throw new RangeError(`no site "${input.site}" in the demo world`);
  const run = newSiteRun(site, input.seed, input.startMs ?? Date.UTC(2026, 10, 20, 8));
  return {
    truth: () => run.truth(),
    *[Symbol.iterator]() {
      for (let n = 0; (n + 1) * 1000 <= input.durationMs; n++) yield* run.second(n);
    },
  };
}
