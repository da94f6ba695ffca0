import { setTimeout as pauseFor } from "node:timers/promises";
import type { IPublishPacket } from "mqtt";
import { serialQueue } from "../runtime/keyedQueue.ts";
import type { Broker, BrokerAccount, BrokerClient, BrokerHandlers } from "./broker.ts";
import type { BrokerAccounts } from "./brokerAccounts.ts";
import { type BrokerSession, brokerSessions, maxPayloadBytes } from "./brokerSession.ts";

/** The wait before the first new attempt and the longest one, ms; each is shortened at random by up to a half. */
const firstWaitMs = 250;
const longestWaitMs = 30_000;

export interface ExternalBrokerOptions {
  /** With user name and password, where the broker asks for them. */
  url: string;
  /** The same after a restart, so that the broker keeps the messages that come meanwhile. */
  clientId: string;
  /** Several processes share the messages; null: this one gets them all. */
  shareName: string | null;
  /** The topic filters of devices' messages. */
  uplinks: readonly string[];
  /** The client whose topic it is; null: nobody's that we know, or several devices'. */
  senderOf(topic: string): BrokerClient | null | Promise<BrokerClient | null>;
  /** The accounts that should be at the broker: all, or that of one id, if it is still there. */
  accounts: { all(): Promise<BrokerAccount[]>; of(id: string): Promise<BrokerAccount | null> };
  now: () => number;
  random: () => number;
  log: { info(text: string): void; warn(text: string): void };
}

type Handlers = Pick<BrokerHandlers, "message" | "refused" | "tooLong">;

/**
 * A broker that others run: we are a client of it, and it checks who may publish where. Where mosquitto's dynamic
 * security answers, we write its accounts; elsewhere its operator does. It keeps our session, and sends again what we
 * have not acknowledged. Resolves when messages come; rejects if the first connection fails.
 */
export async function externalBroker(options: ExternalBrokerOptions, handlers: Handlers): Promise<Broker> {
  const { shareName, log, now } = options;
  const address = new URL(options.url);
  const tlsPort = address.protocol === "mqtts:" ? Number(address.port) || 8883 : null;
  const share = shareName === null ? "" : `$share/${shareName}/`;
  const filters = options.uplinks.map((filter) => share + filter);
  const openSession = brokerSessions({ ...options, filters, onPublish: uplink(options, handlers) });
  const serially = serialQueue();
  const ending = new AbortController();
  let current: BrokerSession | null = null;
  let away: { sinceMs: number; reason: string } | null = null;

  const settle = (accounts: BrokerAccounts): Promise<void> =>
    serially(async () => {
      const { missing } = await accounts.settle(await options.accounts.all());
      if (missing.length > 0)
        log.warn(
          `${missing.length} of our MQTT accounts are missing at the broker, for example that of ${missing[0]!.name}: reset their credentials once`,
        );
    });
  const open = async (): Promise<BrokerSession> => {
    const session = await openSession();
    try {
      if (session.accounts !== null) await settle(session.accounts);
      return session;
    } catch (error) {
      session.connection.cut();
      throw error;
    }
  };
  /** Stays connected until it is closed. */
  const stay = async (first: BrokerSession): Promise<void> => {
    current = first;
    for (let failures = 0; !ending.signal.aborted; failures++) {
      if (current !== null) {
        const openedMs = now();
        away = null;
        const fault = await current.connection.ended;
        current = null;
        if (ending.signal.aborted) return;
        away = { sinceMs: now(), reason: fault?.message ?? "it has ended the connection" };
        log.warn(`The MQTT broker is away: ${away.reason}`);
        // A connection that keeps ending is tried less and less often.
        if (away.sinceMs - openedMs > longestWaitMs) failures = 0;
      }
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** failures) * (1 - options.random() / 2);
      await pauseFor(waitMs, undefined, { signal: ending.signal }).catch(() => undefined);
      if (ending.signal.aborted) return;
      try {
        current = await open();
        log.info("The MQTT broker is back");
      } catch (error) {
        away = { sinceMs: away?.sinceMs ?? now(), reason: (error as Error).message };
      }
    }
  };

  const first = await open();
  if (first.accounts === null)
    log.info("The MQTT broker has no dynamic security: its operator must manage accounts and topics");
  const staying = stay(first);

  /** A failed change is made up for at the next connection. */
  const keepAccounts = (act: (accounts: BrokerAccounts) => Promise<void>): void => {
    const { accounts = null, connection } = current ?? {};
    if (accounts === null) return;
    act(accounts).catch((error: Error) => {
      log.warn(`An MQTT account could not be changed: ${error.message}`);
      connection?.cut();
    });
  };
  return {
    port: Number(address.port) || (tlsPort ?? 1883),
    tlsPort,
    hasListeners: () => current !== null && !current.connection.client.stream.writableNeedDrain,
    publish: async (topic, payload, retain = false) => {
      await current?.connection.client.publishAsync(topic, payload, { qos: 0, retain });
    },
    unhealthyReason: () => away && `away since ${new Date(away.sinceMs).toISOString()}: ${away.reason}`,
    provisionAccount: async (account) => {
      if (current === null) throw new Error("the broker is away");
      await current.accounts?.write(account);
    },
    disconnect: (id) =>
      keepAccounts(async (accounts) => {
        const account = await options.accounts.of(id);
        if (account === null) await settle(accounts);
        else await accounts.renew(account);
      }),
    disconnectSite: () => keepAccounts(settle),
    close: async () => {
      ending.abort();
      await current?.connection.client.endAsync();
      await staying;
    },
  };
}

/** The path of a published message to its handler. Rejects if it is not kept. */
function uplink(
  { senderOf, now }: Pick<ExternalBrokerOptions, "senderOf" | "now">,
  handlers: Handlers,
): (packet: IPublishPacket) => void | Promise<void> {
  const hand = ({ topic, payload, qos }: IPublishPacket, client: BrokerClient | null): void | Promise<void> => {
    if (client === null) return handlers.refused("publish_topic", `${topic.slice(0, 120)}: not one device's topic`);
    const bytes = typeof payload === "string" ? Buffer.from(payload) : payload;
    const message = { client, connection: "broker", topic, payload: bytes, qos, atMs: now() };
    return handlers.message(message);
  };
  return async (packet) => {
    const { topic, payload, retain } = packet;
    // An old message, which brokers hand to every new subscription.
    if (retain) return;
    try {
      if (payload.length > maxPayloadBytes) {
        const tooLong = await senderOf(topic);
        if (tooLong !== null) handlers.tooLong?.(tooLong, topic, payload.length);
        return handlers.refused("packet_size", `${topic}: ${payload.length} bytes`);
      }
      const sender = senderOf(topic);
      await hand(packet, sender instanceof Promise ? await sender : sender);
    } catch (error) {
      handlers.refused("not_kept", `${topic}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  };
}
