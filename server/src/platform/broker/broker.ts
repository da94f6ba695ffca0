/** The client behind an MQTT connection, and the topics that it may use. */
export interface BrokerClient {
  kind: "gateway" | "tracker" | "site" | "customer" | "site_gateways";
  /** The entity's id; for all gateways of a site, that of their account. */
  id: string;
  name: string;
  /** A device's site; when it is deleted, the device's connections end. */
  siteId?: string;
  /** For all gateways of a site: the site's customer. */
  customerId?: string;
  /** Exact topics, or filters with `+` for one level. */
  publishTopics: ReadonlySet<string>;
  /** Exact topics or filters ending in `/#`; for all gateways of a site, filters with `+` for one level. */
  subscribeTopics: readonly string[];
  /** For all gateways of a site: whether it may receive a topic now, whatever it has subscribed to. */
  mayReceive?: (topic: string) => boolean;
}

/** What an account at the broker is for; its password is known only when it is made. */
export interface BrokerAccount {
  username: string;
  name: string;
  publishTopics: ReadonlySet<string>;
  subscribeTopics: readonly string[];
}

export interface IncomingMessage {
  client: BrokerClient;
  /** Which of its connections. */
  connection: string;
  topic: string;
  payload: Uint8Array;
  /** With 0 the sender expects no acknowledgement, so nothing waits for it. */
  qos: 0 | 1 | 2;
  /** When it arrived, by our clock, in ms. */
  atMs: number;
}

/** What a new subscriber gets at once. */
export interface RetainedMessage {
  topic: string;
  payload: string;
}

export type RefusalReason =
  | "credentials"
  | "publish_topic"
  | "subscribe_topic"
  | "packet_size"
  | "protocol"
  | "not_kept"
  | "not_sent"
  | "slow_reader";

export interface BrokerHandlers {
  /** The client with this user name and password; null: there is none. */
  authenticate(username: string, password: string): Promise<BrokerClient | null>;
  /**
   * Called for each accepted message, in the order in which its sender published them. While the promise is pending the
   * acknowledgement is held back, and a sender with many pending messages is read no further. If it rejects, or the
   * call throws, nothing is acknowledged and the connection ends, so that the sender sends the message again.
   */
  message(message: IncomingMessage): void | Promise<void>;
  connected(client: BrokerClient): void;
  disconnected(client: BrokerClient): void;
  refused(reason: RefusalReason, who: string): void;
  /**
   * A client has published to a topic that is not its own. The message is dropped, and acknowledged once the promise
   * resolves (MQTT 3.1.1, 3.3.5-2), since many devices also publish what is meant for others.
   */
  foreignTopic?(client: BrokerClient, topic: string): void | Promise<void>;
  /** A message on one of the client's own topics was dropped because of its length. */
  tooLong?(client: BrokerClient, topic: string, bytes: number): void;
  /** The messages for somebody who has just subscribed to these filters; an external broker keeps its own. */
  retained?(filters: readonly string[]): AsyncIterable<RetainedMessage>;
}

/** A running broker: aedesBroker.ts is the embedded one, externalBroker.ts one that others run. */
export interface Broker {
  port: number;
  /** Null: there is no port for TLS. */
  tlsPort: number | null;
  /** Whether anybody is subscribed to `topic`; if not, the message need not be built. */
  hasListeners(topic: string): boolean;
  /**
   * Sends to all subscribers that read; resolves once the message was handed to their sockets.
   * @param retain an external broker keeps it for later subscribers, until an empty one comes
   */
  publish(topic: string, payload: string, retain?: boolean): Promise<void>;
  /** What is wrong with it, in words; null: nothing. */
  unhealthyReason(): string | null;
  /** New credentials; they are valid once this has resolved. Rejects if they cannot be sent to the broker. */
  provisionAccount(account: BrokerAccount & { password: string }): Promise<void>;
  /**
   * Ends every open connection of this client, because its password or its topics have changed or it was deleted.
   */
  disconnect(clientId: string): void;
  /** Ends every open connection of a site's devices, because the site was deleted. */
  disconnectSite(siteId: string): void;
  close(): Promise<void>;
}
