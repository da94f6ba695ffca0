/** Who is behind an MQTT connection, and what it may do with which topics. */
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
  /** 0: its sender expects no acknowledgement, so that nothing waits for it. */
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
  /** Who has this user name and password; null: nobody. */
  authenticate(username: string, password: string): Promise<BrokerClient | null>;
  /**
   * Called for each accepted message, in the order of its sender. A promise holds the acknowledgement back until the
   * message is kept, and its sender is read no further once much of it waits. Where it rejects, or the call throws, nothing is
   * acknowledged and the connection ends, so that the sender comes again with the message.
   */
  message(message: IncomingMessage): void | Promise<void>;
  connected(client: BrokerClient): void;
  disconnected(client: BrokerClient): void;
  refused(reason: RefusalReason, who: string): void;
}

/** A running broker; aedesBroker.ts is the embedded one. */
export interface Broker {
  port: number;
  /** Whether anybody is subscribed to `topic`; where nobody is, nothing need be made ready for it. */
  hasListeners(topic: string): boolean;
  /** To whoever is subscribed and reads; resolves once it was handed to their sockets. */
  publish(topic: string, payload: string): Promise<void>;
  /** Ends every open connection of this client: its password has changed or it is gone. */
  disconnect(clientId: string): void;
  close(): Promise<void>;
}
