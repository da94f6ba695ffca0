import type { Dependencies } from "../dependencies.ts";
import { deviceRequestsRepository } from "./deviceRequests.repository.ts";
import { dispatcher } from "./dispatcher.ts";
import { outgoing } from "./outgoing.ts";

/** How often to look for requests that can be sent now or have waited long enough. */
const turnMs = 500;

/** Sends requests to devices, if this process works on the log. */
export function sendingSlice(
  parts: Pick<
    Dependencies,
    "db" | "bus" | "ingest" | "lease" | "freshness" | "now" | "problem" | "every" | "onStop"
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
    // Whoever works on the log knows which gateways hear a tracker, and is one process.
    isSender: parts.lease.isHeld,
    bus,
    now,
    problem,
  });
  parts.onStop(sending.close);
  parts.every(turnMs, sending.dispatch);
}
