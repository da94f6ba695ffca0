import type { Client } from "aedes";
import type { BrokerHandlers, RefusalReason } from "./broker.ts";
import type { Connections } from "./connections.ts";

/** Ends a connection; the refusal was already counted. */
export class Refused extends Error {}

/** Counts a refusal; given to Aedes, the error ends the connection. */
export type Refuse = (reason: RefusalReason, client: Client, what: string) => Refused;

/** Reports refusals under the client's name, or under its address while it has none. */
export function refusals(open: Pick<Connections, "of">, handlers: Pick<BrokerHandlers, "refused">): Refuse {
  return (reason, client, what) => {
    handlers.refused(reason, `${open.of(client)?.name ?? describe(client)}: ${what}`);
    return new Refused(reason);
  };
}

/** A client that has not signed in. */
export function describe(client: Client, username?: string): string {
  const address = "remoteAddress" in client.conn ? client.conn.remoteAddress : undefined;
  return `${username?.slice(0, 60) ?? client.id ?? "?"} (${address ?? "?"})`;
}
