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
  const moved = new Set<string>();
  /** The topics of the sites that have a message at the broker. */
  const kept = new Map<string, string>();
  const serially = serialQueue();

  return {
    moved: (siteId: string): void => void moved.add(siteId),

    turn: (): Promise<void> =>
      serially(async () => {
        if (!parts.isOpen()) return;
        const due = new Set(moved);
        moved.clear();
        try {
          await settle(due);
        } catch (error) {
          for (const siteId of due) moved.add(siteId);
          throw error;
        }
      }),
  };

  async function settle(due: ReadonlySet<string>): Promise<void> {
    const sites = await places.sites();
    for (const site of sites) {
      if (kept.has(site.id) && !due.has(site.id)) continue;
      const { topic, payload } = await places.messageOf(site);
      await publish(topic, payload);
      kept.set(site.id, topic);
    }
    const wanted = new Set(sites.map(locationsTopic));
    for (const [siteId, topic] of kept) {
      if (wanted.has(topic)) continue;
      await publish(topic, "");
      kept.delete(siteId);
    }
  }
}
