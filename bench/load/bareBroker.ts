import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { Aedes } from "aedes";

/** Aedes with nothing behind it, to measure the broker alone. */
export interface BareBroker {
  url: string;
  /** Resolves once `count` more messages have arrived. */
  received: (count: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts it on a free port of the loopback. */
export async function startBareBroker(): Promise<BareBroker> {
  let seen = 0;
  let wanted = Infinity;
  let reached = () => {};
  const aedes = await Aedes.createBroker({
    published: (packet, client, done) => {
      if (client !== null && ++seen >= wanted) reached();
      done(null);
    },
  });
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    aedes.handle(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: (count) =>
      new Promise((resolve) => {
        wanted = seen + count;
        reached = resolve;
      }),
    stop: async () => {
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
