import type { Bus } from "../platform/bus/bus.ts";
import { announceChanges, endConnections } from "../platform/events/consumers.ts";
import { announceNotifications } from "../resources/notifications/announceNotifications.ts";
import type { EventStream } from "../platform/events/eventStream.ts";
import type { BrokerHandle } from "./brokerHandle.ts";

/** Follows what is written from now on, for the caches, the connections and the listeners of this process. */
export async function followEvents(parts: {
  events: Pick<EventStream, "inEveryProcess">;
  bus: Bus;
  broker: Pick<BrokerHandle, "disconnect" | "disconnectSite">;
}): Promise<void> {
  await parts.events.inEveryProcess(announceChanges(parts.bus));
  await parts.events.inEveryProcess(endConnections(parts.broker));
  await parts.events.inEveryProcess(announceNotifications(parts.bus));
}
