import type { Dependencies } from "../dependencies.ts";
import { deviceRequestsRepository } from "./deviceRequests.repository.ts";
import { deviceRequestsRoutes } from "./deviceRequests.routes.ts";
import { deviceRequestsService } from "./deviceRequests.service.ts";
import { dispatcher } from "./dispatcher.ts";
import { outgoing } from "./outgoing.ts";

/** How often to look for requests that can be sent now or have waited long enough. */
const turnMs = 500;

/** Requests to gateways and trackers: settings and ringing. */
export function deviceRequestsSlice(
  parts: Pick<
    Dependencies,
    "context" | "db" | "bus" | "ingest" | "lease" | "freshness" | "now" | "problem" | "every" | "onStop"
  >,
): void {
  const { context, bus, now, problem } = parts;
  const requests = deviceRequestsRepository(parts.db);
  deviceRequestsRoutes(context, deviceRequestsService({ requests, now }));
  const sending = dispatcher({
    requests,
    withTransaction: deviceRequestsRepository,
    unit: context.unit,
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
