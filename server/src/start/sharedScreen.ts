import { coalescer } from "../live/coalesce.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Screen } from "./livePicture.ts";

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
      for (const [siteId, updates] of box.drain()) if (isHeld()) bus.publish("locations", { siteId, updates });
    },
  };
}
