import type { Bus } from "../../platform/bus/bus.ts";
import type { Consume } from "../../platform/events/eventStream.ts";
import { audienceOf } from "./audience.ts";
import { notificationOf } from "./notificationView.ts";

/** Sends notifications to whoever is connected to this process by the live socket or MQTT. */
export function announceNotifications(bus: Pick<Bus, "publish">): Consume {
  return (event) => {
    const [notification, audience] = [notificationOf(event), audienceOf(event)];
    if (notification !== null && audience !== null) bus.publish("notifications", { notification, audience });
  };
}
