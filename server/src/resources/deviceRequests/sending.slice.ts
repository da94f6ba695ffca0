import type { Dependencies } from "../dependencies.ts";
import { deviceRequestsRepository } from "./deviceRequests.repository.ts";
import { dispatcher } from "./dispatcher.ts";
import { outgoing } from "./outgoing.ts";

/** How often to look for requests that can be sent now or have waited long enough. */
const turnMs = 500;

/** Sends requests to the devices of the sites that this process works on. */
export function sendingSlice(
  parts: Pick<
    Dependencies,
    "db" | "bus" | "ingest" | "share" | "freshness" | "now" | "problem" | "every" | "onStop"
  > & {
    unit: Dependencies["context"]["unit"];
  },
): void {
  const { bus, now, problem } = parts;
  const sending = dispatcher({
    requests: deviceRequestsRepository(parts.db),
    withTransaction: deviceRequestsRepository,
    unit: parts.unit,
    outgoing: outgoing({
      ...parts.ingest,
      subscribedTopics: async (siteId, topics) =>
        new Set(await bus.ask("subscribedTopics", { siteId, topics: [...topics] }).catch(() => [])),
      now: parts.freshness.processedMs,
    }),
    // Whoever works on a site's messages knows which gateways hear a tracker, and is one process.
    isSender: parts.share.hasSite,
    held: parts.share.held,
    bus,
    now,
    problem,
  });
  parts.onStop(sending.close);
  parts.share.onRelease(sending.idle);
  parts.every(turnMs, sending.dispatch);
}
