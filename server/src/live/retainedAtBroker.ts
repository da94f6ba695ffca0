import { serialQueue } from "../platform/runtime/keyedQueue.ts";
import { locationsTopic, type RetainedPlaces } from "./retainedPlaces.ts";

/**
 * Keeps the retained messages of an external broker. At each turn, those of sites where something has moved are written
 * anew; a message is removed (with an empty one, as in MQTT) when its customer no longer wants it or the site is gone.
 */
export function retainedAtBroker(parts: {
  places: Pick<RetainedPlaces, "sites" | "messageOf">;
  /** Whether the broker is connected. */
  isOpen(): boolean;
  publish(topic: string, payload: string): Promise<void>;
}) {
  const { places, publish } = parts;
  const changedSites = new Set<string>();
  /** The topics of the sites that have a message at the broker. */
  const topicsBySite = new Map<string, string>();
  const serially = serialQueue();

  return {
    markChanged: (siteId: string): void => void changedSites.add(siteId),

    publishChanged: (): Promise<void> =>
      serially(async () => {
        if (!parts.isOpen()) return;
        const changed = new Set(changedSites);
        changedSites.clear();
        try {
          await settle(changed);
        } catch (error) {
          for (const siteId of changed) changedSites.add(siteId);
          throw error;
        }
      }),
  };

  async function settle(changed: ReadonlySet<string>): Promise<void> {
    const sites = await places.sites();
    for (const site of sites) {
      if (topicsBySite.has(site.id) && !changed.has(site.id)) continue;
      const { topic, payload } = await places.messageOf(site);
      await publish(topic, payload);
      topicsBySite.set(site.id, topic);
    }
    const currentTopics = new Set(sites.map(locationsTopic));
    for (const [siteId, topic] of topicsBySite) {
      if (currentTopics.has(topic)) continue;
      await publish(topic, "");
      topicsBySite.delete(siteId);
    }
  }
}
