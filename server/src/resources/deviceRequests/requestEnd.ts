import type { SystemEvent } from "../../platform/writes/record.ts";
import type { RequestRow } from "./deviceRequests.repository.ts";

const operations = { done: "request_done", failed: "request_failed", expired: "request_expired" } as const;

/** What people are told about a request that has ended: the device, and who asked. */
export function requestEnd(row: RequestRow): SystemEvent {
  const { state, kind, target, reason } = row;
  if (state === "queued" || state === "accepted") throw new Error(`a request that is ${state} has not ended`);
  return {
    kind: target === "hardware" ? "gateway" : "tracker",
    operation: operations[state],
    entity: { id: row.target_id, name: row.target_name },
    customerId: row.customer_id,
    siteId: row.site_id,
    changes: Object.entries({ request: kind, reason }).flatMap(([field, after]) =>
      after === null ? [] : { field, before: null, after },
    ),
    person: { email: row.requested_by },
  };
}
