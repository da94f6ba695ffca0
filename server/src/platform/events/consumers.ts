import type { Bus } from "../bus/bus.ts";
import { everythingChanged } from "../bus/changed.ts";
import { completionEvents, fenceOperations } from "../writes/record.ts";
import type { Consume } from "./eventStream.ts";

const irrelevantToCaches: ReadonlySet<string> = new Set([...fenceOperations, ...completionEvents]);

/**
 * Tells the caches of this process what they have to read again, and the sender of device requests that there is work.
 */
export function announceChanges(bus: Bus): Consume {
  return ({ kind, operation, entity, siteId, customerId }) => {
    if (operation === "device_requested") {
      // Nothing of the device itself has changed yet.
      if (siteId !== null) bus.publish("deviceRequestQueued", { siteId });
      return;
    }
    // An asset that crosses a fence does not change it, and ends are announced separately.
    if (irrelevantToCaches.has(operation)) return;
    // A walk test's point changes nothing in use until it is fitted.
    if (entity.type === "calibration_point") return;
    // Its things are too many to name.
    if (entity.type === "import") {
      bus.publish("changed", { ...everythingChanged, siteId, customerId });
      return;
    }
    const id = kind === "calibration" ? siteId : entity.id;
    bus.publish("changed", { kind, ids: id === null ? [] : [id], siteId, customerId });
  };
}

/** Fields of a gateway that name its topics. */
const topicFields: ReadonlySet<string> = new Set(["mac", "hardware_type", "name"]);

/**
 * Ends the broker connections of clients whose password has changed or that were deleted, alone or with their site, and of
 * gateways whose topics have changed, which get the new ones when they sign in again.
 */
export function endConnections(broker: {
  disconnect(clientId: string): void;
  disconnectSite(siteId: string): void;
}): Consume {
  return ({ kind, operation, entity, data }) => {
    if (entity.id === null) return;
    const hasNewTopics =
      kind === "gateway" && operation === "updated" && data.changes.some(({ field }) => topicFields.has(field));
    if (operation === "credentials_reset" || operation === "deleted" || hasNewTopics) broker.disconnect(entity.id);
    if (operation === "deleted" && kind === "site") broker.disconnectSite(entity.id);
  };
}
