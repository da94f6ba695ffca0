import { coalescer } from "../live/coalesce.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Screen } from "./livePicture.ts";

/**
 * How many positions one message holds at most: NATS takes no message above 1 MB, and a position with its names has half a kilobyte, or a few.
 */
const inMessage = 200;

/**
 * Shows positions at the sockets of every process. Whoever has lost the partition shows nothing more.
 * @param parts.isHeld whether this process has the partition whose positions it shows
 */
export function sharedScreen(parts: { bus: Pick<Bus, "publish">; isHeld(): boolean }): Screen {
  const { bus, isHeld } = parts;
  const box = coalescer();
  return {
    add: box.add,
    flush: () => {
      for (const [siteId, all] of box.drain())
        for (let at = 0; at < all.length; at += inMessage)
          if (isHeld()) bus.publish("locations", { siteId, updates: all.slice(at, at + inMessage) });
    },
  };
}
