import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { aedesBroker, type EmbeddedBroker } from "../../src/platform/broker/aedesBroker.ts";
import type { BrokerClient, BrokerHandlers, IncomingMessage } from "../../src/platform/broker/broker.ts";

export interface TestBroker extends EmbeddedBroker {
  /** What was handed over, in order. */
  messages: IncomingMessage[];
  /** `reason who`, in order. */
  refusals: string[];
  /** `+ name` and `- name`, in order. */
  presence: string[];
  connect(username: string, options?: IClientOptions): Promise<MqttClient>;
}

/** Someone who may publish to `up/NAME` and subscribe to `down/NAME` and `live/NAME/#`. */
export function aDevice(name: string): BrokerClient {
  return {
    kind: "gateway",
    id: name,
    name,
    publishTopics: new Set([`up/${name}`]),
    subscribeTopics: [`down/${name}`, `live/${name}/#`],
  };
}

/** The embedded broker alone; every user name is let in as the device of that name. Clients end with it. */
export async function testBroker(
  handlers: Partial<BrokerHandlers> = {},
  options: Partial<Parameters<typeof aedesBroker>[0]> = {},
): Promise<TestBroker> {
  const messages: IncomingMessage[] = [];
  const refusals: string[] = [];
  const presence: string[] = [];
  const clients: MqttClient[] = [];
  const broker = await aedesBroker(
    { host: "127.0.0.1", port: 0, now: Date.now, ...options },
    {
      authenticate: async (username) => aDevice(username),
      connected: ({ name }) => presence.push(`+ ${name}`),
      disconnected: ({ name }) => presence.push(`- ${name}`),
      refused: (reason, who) => refusals.push(`${reason} ${who}`),
      ...handlers,
      message: (message) => {
        messages.push(message);
        return handlers.message?.(message);
      },
    },
  );
  return {
    ...broker,
    messages,
    refusals,
    presence,
    connect: async (username, more = {}) => {
      const url = `mqtt://127.0.0.1:${broker.port}`;
      const client = await connectAsync(url, { username, password: "x", reconnectPeriod: 0, ...more });
      client.on("error", () => undefined);
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.endAsync(true)));
      await broker.close();
    },
  };
}
