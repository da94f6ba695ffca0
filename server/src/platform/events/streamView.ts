import type { StreamEvent } from "@pulse/contract/eventStream";
import { toCamelKey } from "@pulse/contract/wire";
import { elevationKeys } from "../http/elevation.ts";
import type { DomainEvent } from "./domainEvent.ts";

/** An event as programs read it, without elevations for those who may not see them. */
export function streamEventOf(event: DomainEvent, seesElevations: boolean): StreamEvent {
  const { id, at, kind, operation, siteId, customerId, entity, actor, data } = event;
  const isShown = ({ field }: { field: string }): boolean => seesElevations || !elevationKeys.has(toCamelKey(field));
  return {
    id,
    at: at.toISOString(),
    kind,
    operation,
    siteId,
    customerId,
    entity,
    actor: actor.kind === "system" ? { kind: "system", id: null, email: null } : actor,
    data: { changes: data.changes.filter(isShown), asset: data.asset ?? null },
  };
}
