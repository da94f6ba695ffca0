import type { Bus } from "../adapters/bus/bus.ts";
import type { Consume } from "./eventStream.ts";

/** Tells the caches of this process what they have to read again. */
export function announceChanges(bus: Bus): Consume {
  return ({ kind, entity, siteId, customerId }) => {
    // A walk test's point changes nothing in use until it is fitted.
    if (entity.type === "calibration_point") return;
    const id = kind === "calibration" ? siteId : entity.id;
    bus.publish("changed", { kind, ids: id === null ? [] : [id], siteId, customerId });
  };
}

/** Ends the broker connections of clients whose password has changed or that were deleted. */
export function endConnections(disconnect: (clientId: string) => void): Consume {
  return ({ operation, entity }) => {
    if ((operation === "credentials_reset" || operation === "deleted") && entity.id !== null) disconnect(entity.id);
  };
}
