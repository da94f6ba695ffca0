import { coalescer } from "../live/coalesce.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { LogLease } from "../pipeline/ingest/logLease.ts";
import type { Screen } from "./livePicture.ts";

/** Shows positions at the sockets of every process. Whoever has lost the log shows nothing more. */
export function sharedScreen({ bus, lease }: { bus: Pick<Bus, "publish">; lease: Pick<LogLease, "isHeld"> }): Screen {
  const box = coalescer();
  return {
    add: box.add,
    flush: () => {
      for (const [siteId, updates] of box.drain()) if (lease.isHeld()) bus.publish("locations", { siteId, updates });
    },
  };
}
