import type { FastifyInstance } from "fastify";
import type { Bus } from "../adapters/bus/bus.ts";
import { locationsText } from "../live/liveServer.ts";
import { liveSocket } from "../live/liveSocket.ts";
import type { SiteModels } from "../locate/siteModels.ts";
import type { Door } from "./door.ts";
import type { Ground } from "./ground.ts";
import type { LateBroker } from "./lateBroker.ts";

/** Opens the live socket; what it shows of a site also goes out over MQTT. */
export function liveMap(
  parts: Ground &
    Pick<Door, "auth" | "viewers" | "revoked" | "sites"> & {
      app: FastifyInstance;
      bus: Bus;
      models: Pick<SiteModels, "ready">;
      broker: Pick<LateBroker, "tell">;
    },
): ReturnType<typeof liveSocket> {
  const { app, sites, models, broker } = parts;
  return liveSocket({
    ...parts,
    http: app.server,
    place: sites.place,
    onFlush: (siteId, updates) => {
      const site = models.ready(siteId);
      if (site) broker.tell(`pulse/v1/${site.customerGuid}/${site.guid}/locations`, () => locationsText(updates));
    },
  });
}
