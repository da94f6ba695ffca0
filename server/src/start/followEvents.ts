import type { Bus } from "../adapters/bus/bus.ts";
import { announceChanges, endConnections } from "../events/consumers.ts";
import { tellPeople } from "../notifications/tellPeople.ts";
import type { EventStream } from "../events/eventStream.ts";
import type { LateBroker } from "./lateBroker.ts";

/** Follows what is written from now on, for the caches, the connections and the listeners of this process. */
export async function followEvents(parts: {
  events: Pick<EventStream, "inEveryProcess">;
  bus: Bus;
  broker: Pick<LateBroker, "disconnect" | "disconnectSite">;
}): Promise<void> {
  await parts.events.inEveryProcess(announceChanges(parts.bus));
  await parts.events.inEveryProcess(endConnections(parts.broker));
  await parts.events.inEveryProcess(tellPeople(parts.bus));
}
