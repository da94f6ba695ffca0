import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** Takes over a connection that becomes a WebSocket. */
export type HandleUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The paths at which connections of an HTTP server can become WebSockets. */
export interface WebSocketPaths {
  /**
   * From now on requests for a path that `matches` become WebSockets; returns a function that ends this. Null: somebody
   * else listens for the server's upgrades.
   */
  open(matches: (path: string) => boolean, take: HandleUpgrade | null): () => void;
  /**
   * For Node's `shouldUpgradeCallback`. A request to become anything else, or at another path, is answered as HTTP/1.1:
   * a server may ignore an upgrade [RFC 9110 section 7.8].
   */
  isUpgrade(request: IncomingMessage): boolean;
  /** For the server's `upgrade` event. */
  take: HandleUpgrade;
}

export function webSocketPaths(): WebSocketPaths {
  const paths = new Set<{ matches: (path: string) => boolean; take: HandleUpgrade | null }>();
  const pathFor = ({ url = "" }: IncomingMessage) => {
    const path = url.split("?", 1)[0]!;
    return [...paths].find(({ matches }) => matches(path));
  };
  return {
    open: (matches, take) => {
      const path = { matches, take };
      paths.add(path);
      return () => void paths.delete(path);
    },
    isUpgrade: (request) => {
      if (request.headers.upgrade?.toLowerCase() !== "websocket" || pathFor(request) === undefined) return false;
      // Node takes its own listener off a connection that is upgraded, and an error without one ends the process.
      request.socket.on("error", () => request.socket.destroy());
      return true;
    },
    take: (request, socket, head) => pathFor(request)?.take?.(request, socket, head),
  };
}
