import { macHex } from "@pulse/protocols/mac";
import { downlinkTopics, uplinkTopics } from "@pulse/protocols/kgateway/topics";
import { aedesBroker } from "@pulse/server/platform/broker/aedesBroker";

export interface HeardMessage {
  topic: string;
  payload: Uint8Array;
  username: string;
}

/** Pulse's own broker, where gateway "gw-<hex>" has the password "secret", and a list of what was published. */
export async function gatewayBroker(macs: readonly string[], port = 0) {
  const heard: HeardMessage[] = [];
  let wake = (): void => {};
  const macOf = new Map(macs.map((mac) => [usernameOf(mac), mac]));
  const broker = await aedesBroker(
    { host: "127.0.0.1", port, now: Date.now },
    {
      authenticate: async (username, password) => {
        const mac = macOf.get(username);
        if (mac === undefined || password !== "secret") return null;
        return {
          kind: "gateway",
          id: mac,
          name: username,
          publishTopics: new Set(uplinkTopics(mac)),
          subscribeTopics: downlinkTopics(mac),
        };
      },
      connected: () => {},
      disconnected: () => {},
      refused: () => {},
      message: ({ client, topic, payload }) => {
        heard.push({ topic, payload, username: client.name });
        wake();
      },
    },
  );
  return {
    url: `mqtt://127.0.0.1:${broker.port}`,
    port: broker.port,
    heard,
    /** Resolves once `enough` is true. */
    until: async (enough: () => boolean): Promise<void> => {
      while (!enough()) {
        const next = Promise.withResolvers<void>();
        wake = next.resolve;
        await next.promise;
      }
    },
    close: () => broker.close(),
  };
}

export function usernameOf(mac: string): string {
  return `gw-${macHex(mac)}`;
}
