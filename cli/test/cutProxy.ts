import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CutProxy {
  /** The same address through the proxy. */
  url: string;
  /** Resolves once so many bytes were sent to the server; from then on nothing is passed on any more. */
  reached: Promise<void>;
  close(): void;
}

/** Stands before a server and lets only the first bytes of its clients through. */
export async function cutProxy(address: string, bytes: number): Promise<CutProxy> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let [left, reach] = [bytes, (): void => undefined];
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("data", (chunk) => {
      const passed = chunk.subarray(0, Math.max(0, left));
      left -= chunk.length;
      if (passed.length > 0) server.write(passed);
      if (left <= 0) reach();
    });
    client.once("close", () => server.destroy());
    server.pipe(client);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(address);
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    reached,
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
