import { toWire } from "@pulse/contract/wire";
import type { Kysely } from "kysely";
import type { Bus } from "../platform/bus/bus.ts";
import type { Database } from "../platform/database/schema.ts";
import type { Freshness } from "../pipeline/ingest/freshness.ts";
import { eventTopics } from "../resources/notifications/eventTopics.repository.ts";
import { locationsText } from "../live/liveServer.ts";
import { retainedAtBroker } from "../live/retainedAtBroker.ts";
import { locationsTopic, type RetainedPlaces, retainedPlaces } from "../live/retainedPlaces.ts";
import { newestShown } from "../live/newestShown.ts";
import { liveSocket } from "../live/liveSocket.ts";
import type { SiteModels } from "../pipeline/locate/siteModels.ts";
import type { Authentication } from "./authentication.ts";
import type { BaseContext } from "./baseContext.ts";
import { gauge, type Metrics } from "./createMetrics.ts";
import type { OpenServer } from "./openServer.ts";
import type { BrokerHandle } from "./brokerHandle.ts";

/** How often an external broker's retained positions are written anew. */
const retainedEveryMs = 10_000;

/**
 * Opens the live socket; what it shows about a site also goes out over MQTT. `retained` is what listeners of our own
 * broker get when they subscribe.
 */
export function liveMap(
  parts: BaseContext &
    Pick<Metrics, "metrics"> &
    Pick<Authentication, "auth" | "viewers" | "revoked" | "sites"> & {
      server: Pick<OpenServer, "app" | "webSockets">;
      bus: Bus;
      db: Kysely<Database>;
      located: { models: Pick<SiteModels, "ready"> };
      freshness: Pick<Freshness, "behindMs">;
      broker: Pick<BrokerHandle, "publish" | "retain" | "isOpen" | "needsAccounts">;
    },
): ReturnType<typeof liveSocket> & { retained: RetainedPlaces["answer"] } {
  const { server, bus, sites, broker } = parts;
  const { models } = parts.located;
  const places = retainedPlaces(parts.db);
  const markChanged = broker.needsAccounts ? retainAtBroker(parts, places) : () => undefined;
  const topicOf = eventTopics(parts.db);
  bus.subscribe("notifications", async ({ notification, audience }) => {
    // What concerns one person does not concern the customer's programs.
    if (audience.userId !== null) return;
    const topic = await topicOf(notification);
    if (topic !== null) broker.publish(topic, () => JSON.stringify(toWire(notification)));
  });
  const socket = liveSocket({
    ...parts,
    http: server.app.server,
    webSockets: server.webSockets,
    place: sites.place,
    behindMs: parts.freshness.behindMs,
    onFlush: (siteId, updates) => {
      const site = models.ready(siteId);
      if (site) broker.publish(locationsTopic(site), () => locationsText(updates));
      markChanged(siteId);
    },
  });
  gauge(parts.metrics, "pulse_sockets_open", "Open live sockets", socket.live.sockets);
  // Those of the process that works on the log, if it shares them.
  const isNew = newestShown(() => performance.now());
  bus.subscribe("locations", ({ siteId, updates }) => {
    for (const update of updates) if (isNew(update)) socket.live.add(siteId, update);
    socket.live.flush();
  });
  return { ...socket, retained: places.answer };
}

/** Returns a function to call for a site in which something has moved. */
function retainAtBroker(
  { bus, broker, every, problem }: Parameters<typeof liveMap>[0],
  places: RetainedPlaces,
): (siteId: string) => void {
  const retained = retainedAtBroker({ places, isOpen: broker.isOpen, publish: broker.retain });
  bus.subscribe("changed", ({ kind, siteId }) => {
    if (siteId !== null) retained.markChanged(siteId);
    // A changed setting takes effect at once.
    if (kind === "customer" || kind === "site") retained.publishChanged().catch(problem);
  });
  every(retainedEveryMs, retained.publishChanged);
  return retained.markChanged;
}
