import type { Client } from "aedes";
import type { BrokerClient, BrokerHandlers } from "./broker.ts";

/** Who is behind each open connection, from its sign-in to its end. */
export interface Connections {
  /** Runs a sign-in. Null: the credentials are wrong, or the connection or the credentials ended meanwhile. */
  provisionAccount(client: Client, authenticate: () => Promise<BrokerClient | null>): Promise<BrokerClient | null>;
  /** The client has its CONNACK. */
  ready(client: Client): void;
  of(client: Client): BrokerClient | undefined;
  /** Tells a connection from all others. */
  nameOf(client: Client): string;
  /** Ends every connection of the client with this id, including those that are still signing in. */
  disconnect(id: string): void;
  /** The same for all devices of a site. */
  disconnectSite(siteId: string): void;
}

/** Starts with no connection; `ended` is called for each client that was let in and has left. */
export function connections(
  handlers: Pick<BrokerHandlers, "connected" | "disconnected">,
  ended: (client: Client) => void,
): Connections {
  const known = new Map<Client, BrokerClient>();
  const open = new Map<string, Set<Client>>();
  const names = new WeakMap<Client, string>();
  let admitted = 0;
  /** The ids that were announced as connected. */
  const online = new Set<string>();
  /**
   * For each sign-in in progress: the ids of clients and sites whose credentials have ended since it began, since it may
   * have read the old ones.
   */
  const signingIn = new Set<Set<string>>();

  const forget = (client: Client, who: BrokerClient): void => {
    known.delete(client);
    ended(client);
    const rest = open.get(who.id);
    rest?.delete(client);
    // A client that reconnects is not gone, even while its newer connection is not ready yet.
    if (rest !== undefined && rest.size > 0) return;
    open.delete(who.id);
    if (online.delete(who.id)) handlers.disconnected(who);
  };

  return {
    provisionAccount: async (client, authenticate) => {
      const cut = new Set<string>();
      signingIn.add(cut);
      const who = await authenticate().finally(() => signingIn.delete(cut));
      // Aedes reports the end only of clients that it has registered, so we ask the socket itself.
      if (who === null || cut.has(who.id) || cut.has(ofSite(who.siteId)) || client.closed || client.conn.destroyed)
        return null;
      client.conn.once("close", () => forget(client, who));
      // A client id counts within its credentials: a client only takes over its own older connection, never somebody
      // else's.
      client.id = `${who.id}/${client.id}`;
      known.set(client, who);
      names.set(client, String(++admitted));
      const all = open.get(who.id) ?? new Set();
      open.set(who.id, all.add(client));
      return who;
    },
    ready: (client) => {
      const who = known.get(client);
      if (who === undefined || online.has(who.id)) return;
      online.add(who.id);
      handlers.connected(who);
    },
    of: (client) => known.get(client),
    nameOf: (client) => names.get(client) ?? "",
    disconnect: (id) => {
      for (const cut of signingIn) cut.add(id);
      for (const client of open.get(id) ?? []) client.close();
    },
    disconnectSite: (siteId) => {
      for (const cut of signingIn) cut.add(ofSite(siteId));
      for (const [client, who] of known) if (who.siteId === siteId) client.close();
    },
  };
}

/** Differs from the site's own id, since a new password of the site must not disconnect its devices. */
const ofSite = (siteId: string | undefined): string => `site ${siteId ?? "none"}`;
