import type { Client } from "aedes";
import { fits } from "./topicAccess.ts";

/** Who has subscribed to what, so that no message is built for topics without listeners. */
export interface Listeners {
  add(client: Client, filter: string): void;
  remove(client: Client, filters: readonly string[]): void;
  /** The client's connection has ended. */
  drop(client: Client): void;
  /** Whether anybody listens to `topic`. */
  hasListener(topic: string): boolean;
}

/** Starts without any subscription. */
export function listeners(): Listeners {
  const filters = new Map<Client, Set<string>>();
  // Cached, since the same few topics are asked about twice a second and subscriptions change seldom.
  const answers = new Map<string, boolean>();
  return {
    add: (client, filter) => {
      const subscriptions = filters.get(client) ?? new Set();
      filters.set(client, subscriptions.add(filter));
      answers.clear();
    },
    remove: (client, gone) => {
      for (const filter of gone) filters.get(client)?.delete(filter);
      answers.clear();
    },
    drop: (client) => {
      if (filters.delete(client)) answers.clear();
    },
    hasListener: (topic) => {
      const known = answers.get(topic);
      if (known !== undefined) return known;
      const answer = [...filters.values()].some((own) => [...own].some((filter) => fits(filter, topic)));
      answers.set(topic, answer);
      return answer;
    },
  };
}
