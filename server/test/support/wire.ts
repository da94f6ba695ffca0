import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A wire to a server, on a port of its own, that a test may break. */
export interface Wire {
  port: number;
  /** Ends every connection and refuses new ones, like a server that is down. */
  cut(): Promise<void>;
  /** Accepts connections and bytes but answers nothing, like a server that hangs. */
  stall(): void;
  /** Works again as before. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function wireTo(host: string, targetPort: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let stalled = false;
  const server = createServer((near) => {
    const far = connect(targetPort, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("data", (bytes) => void to.write(bytes));
      if (stalled) from.pause();
    }
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    cut,
    stall: () => {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    mend: async () => {
      stalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
