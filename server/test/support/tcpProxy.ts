import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** A cable between a client and a server on this machine, which can be cut. */
export interface TcpProxy {
  port: number;
  /** From now on nothing gets through, in either direction, and nobody is told: connections stay open and new ones get no answer. */
  cut(): void;
  /** What was on its way arrives, late. */
  heal(): void;
  close(): void;
}

/** @param port where the server is */
export async function tcpProxy(port: number): Promise<TcpProxy> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on("data", (bytes) => void other.write(bytes));
      // The end of a connection is news, too, which does not get through.
      one.on("close", () => {
        ends.delete(one);
        if (!isCut) other.destroy();
      });
      one.on("error", () => undefined);
      if (isCut) one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      for (const end of ends) end.pause();
    },
    heal: () => {
      isCut = false;
      for (const end of ends) end.resume();
    },
    close: () => {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}
