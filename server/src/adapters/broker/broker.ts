/** The client behind an MQTT connection, and the topics that it may use. */
export interface BrokerClient {
  kind: "gateway" | "tracker" | "site" | "customer";
  /** The entity's id. */
  id: string;
  name: string;
  publishTopics: ReadonlySet<string>;
  /** Exact topics or filters ending in `/#`. */
  subscribeTopics: readonly string[];
}

export interface IncomingMessage {
  client: BrokerClient;
  topic: string;
  payload: Uint8Array;
  /** With 0 the sender expects no acknowledgement, so nothing waits for it. */
  qos: 0 | 1 | 2;
  /** When it arrived, by our clock, in ms. */
  atMs: number;
}

export type RefusalReason =
  | "credentials"
  | "publish_topic"
  | "subscribe_topic"
  | "packet_size"
  | "protocol"
  | "not_kept"
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
}

/** A running broker; aedesBroker.ts is the embedded one. */
export interface Broker {
  port: number;
  /** Whether anybody is subscribed to `topic`; if not, the message need not be built. */
  hasListeners(topic: string): boolean;
  /** Sends to all subscribers that read; resolves once the message was handed to their sockets. */
  publish(topic: string, payload: string): Promise<void>;
  /** Ends every open connection of this client, because its password has changed or it was deleted. */
  disconnect(clientId: string): void;
  close(): Promise<void>;
}
