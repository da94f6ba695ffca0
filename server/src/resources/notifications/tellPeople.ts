import type { Bus } from "../../platform/bus/bus.ts";
import type { Consume } from "../../platform/events/eventStream.ts";
import { audienceOf } from "./audience.ts";
import { notificationOf } from "./notificationView.ts";

/** Tells whoever is connected to this process, by the live socket or MQTT, what has happened. */
export function tellPeople(bus: Pick<Bus, "publish">): Consume {
  return (event) => {
    const [notification, audience] = [notificationOf(event), audienceOf(event)];
    if (notification !== null && audience !== null) bus.publish("notified", { notification, audience });
  };
}
