import type { Broker, BrokerAccount, BrokerHandlers } from "../platform/broker/broker.ts";
import { webSocketPath } from "../platform/broker/mqttDoors.ts";
import type { WebSocketPaths } from "../platform/http/webSockets.ts";
import type { MqttAddress } from "../platform/devices/mqttAddress.ts";
import type { BaseContext } from "./baseContext.ts";
import type { DevicesAtBroker } from "./brokerKinds.ts";

/**
 * The broker, for parts that exist before it: it opens last and closes first. While it is not open, nobody is
 * connected.
 */
export interface BrokerHandle {
  isOpen(): boolean;
  /** As the settings have it, until it is open. */
  address: MqttAddress;
  /** Ends every open connection of a client. */
  disconnect(clientId: string): void;
  /** Whether anybody listens. */
  hasSubscriber(topic: string): boolean;
  /** Ends every open connection of a site's devices. */
  disconnectSite(siteId: string): void;
  /** Sends to whoever listens; if nobody does, the text is not built. */
  publish(topic: string, text: () => string): void;
  /** A message that an external broker keeps for those who subscribe later. */
  retain(topic: string, text: string): Promise<void>;
  /** What is wrong with it, in words; null: nothing. */
  unhealthyReason(): string | null;
  /** New credentials. Rejects if they cannot be sent to the broker. */
  provisionAccount(account: BrokerAccount & { password: string }): Promise<void>;
  /** Whether credentials and retained messages have to be sent to it; our own broker asks us for them. */
  needsAccounts: boolean;
  /** Returns its port. */
  open(webSockets: WebSocketPaths, handlers: BrokerHandlers, devices: DevicesAtBroker): Promise<number>;
  close(): Promise<void>;
}

export function brokerHandle(
  base: Pick<BaseContext, "config" | "dataDir" | "now" | "random" | "problem" | "log" | "every">,
): BrokerHandle {
  const { config, problem } = base;
  const url = config.mqttUrl;
  let broker: Broker | null = null;
  return {
    isOpen: () => broker !== null,
    address: () => ({
      host: config.publicMqttHost,
      port: broker?.port ?? config.mqttPort,
      tlsPort: broker?.tlsPort ?? config.mqttTls?.port ?? null,
      ...(url === null ? { websocketUrl: `${config.publicUrl.replace(/^http/, "ws")}${webSocketPath}` } : {}),
    }),
    disconnect: (clientId) => broker?.disconnect(clientId),
    hasSubscriber: (topic) => broker?.hasListeners(topic) ?? false,
    disconnectSite: (siteId) => broker?.disconnectSite(siteId),
    publish: (topic, text) => {
      if (broker?.hasListeners(topic)) broker.publish(topic, text()).catch(problem);
    },
    retain: async (topic, text) => broker?.publish(topic, text, true),
    unhealthyReason: () => broker?.unhealthyReason() ?? null,
    provisionAccount: async (account) => {
      if (broker === null) throw new Error("the broker is not open");
      await broker.provisionAccount(account);
    },
    needsAccounts: url !== null,
    open: async (webSockets, handlers, devices) => {
      // Only here, since most processes have no broker.
      const { openEmbeddedBroker, openExternalBroker } = await import("./brokerKinds.ts");
      broker =
        url === null
          ? await openEmbeddedBroker(base, webSockets, handlers)
          : await openExternalBroker(base, url, handlers, devices);
      return broker.port;
    },
    close: async () => {
      const closing = broker;
      broker = null;
      await closing?.close();
    },
  };
}
