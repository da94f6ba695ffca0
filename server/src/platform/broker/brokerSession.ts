import type { IClientOptions, IPublishPacket } from "mqtt";
import { type BrokerAccounts, brokerAccounts } from "./brokerAccounts.ts";
import { type BrokerConnection, brokerConnection } from "./brokerConnection.ts";
import { controlAnswers, type DynamicSecurity, dynamicSecurity } from "./dynamicSecurity.ts";

/** As the embedded broker's: a gateway's message of 100 adverts is about 20 KB. */
export const maxPayloadBytes = 256 * 1024;
/** Messages that the broker may have sent without an acknowledgement, where MQTT 5 lets us say so. */
const maxInFlight = 1_000;
/** How long the broker keeps messages while we are away, where MQTT 5 lets us say so. */
const awayS = 7 * 24 * 3600;
/** CONNACK of a broker that does not speak MQTT 5, by MQTT 3.1.1's and by MQTT 5's numbers. */
const otherVersion: ReadonlySet<unknown> = new Set([1, 132]);

/** A connection to an external broker over which messages come. */
export interface BrokerSession {
  connection: BrokerConnection;
  /** Null: the operator keeps the broker's accounts. */
  accounts: BrokerAccounts | null;
}

/** Opens sessions with one broker, each time in the version of MQTT that it turned out to speak. */
export function brokerSessions(parts: {
  url: string;
  clientId: string;
  filters: readonly string[];
  onPublish(packet: IPublishPacket): void | Promise<void>;
}): () => Promise<BrokerSession> {
  const { url, clientId, filters, onPublish } = parts;
  const username = decodeURIComponent(new URL(url).username);
  let version: 4 | 5 = 5;

  /** @param isLast throws where our own account would have to be completed once more */
  const open = async (isLast = false): Promise<BrokerSession> => {
    let security: DynamicSecurity | null = null;
    const connection = brokerConnection(url, optionsOf(clientId, version), (packet) => {
      if (packet.topic !== controlAnswers) return onPublish(packet);
      security?.answered(packet.payload);
      return undefined;
    });
    const { client } = connection;
    security = dynamicSecurity(client);
    void connection.ended.then(security.close);
    await connection.opened;
    try {
      const accounts = (await hasDynamicSecurity(connection, security)) ? brokerAccounts(security) : null;
      if (accounts !== null && !(await accounts.isComplete(username))) {
        if (isLast) throw new Error("the broker does not allow its account pulse to publish");
        await accounts.complete(username);
        connection.cut();
        await connection.ended;
        return await open(true);
      }
      // Without the old messages that the broker has retained.
      const retained = version === 5 ? { rh: 2 } : {};
      await client.subscribeAsync([...filters], { qos: 1, ...retained });
      return { connection, accounts };
    } catch (error) {
      connection.cut();
      throw (await connection.ended) ?? error;
    }
  };
  return async () => {
    try {
      return await open();
    } catch (error) {
      if (version === 4 || !otherVersion.has((error as { code?: unknown }).code)) throw error;
      version = 4;
      return open();
    }
  };
}

/**
 * Whether mosquitto's plugin answers. The broker answers in order, so if a subscription that was made after the
 * question is answered first, there is no plugin.
 */
async function hasDynamicSecurity({ client }: BrokerConnection, security: DynamicSecurity): Promise<boolean> {
  const [yes, no] = [() => true, () => false];
  // Another broker may well refuse the topic.
  if (!(await client.subscribeAsync(controlAnswers, { qos: 1 }).then(yes, no))) return false;
  const answered = security.ask([{ command: "getDefaultACLAccess" }]).then(yes, no);
  const passed = client.subscribeAsync("pulse/v1/none", { qos: 0 }).then(no, no);
  return Promise.race([answered, passed]);
}

function optionsOf(clientId: string, protocolVersion: 4 | 5): IClientOptions {
  const properties = {
    sessionExpiryInterval: awayS,
    receiveMaximum: maxInFlight,
    // With room for topic and properties.
    maximumPacketSize: maxPayloadBytes + 64 * 1024,
  };
  return {
    clientId,
    clean: false,
    protocolVersion,
    keepalive: 30,
    connectTimeout: 10_000,
    resubscribe: false,
    queueQoSZero: false,
    ...(protocolVersion === 5 ? { properties } : {}),
  };
}
