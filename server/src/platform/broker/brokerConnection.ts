import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from "mqtt";

/** Twice the size of a whole in-flight window of the largest uploads. */
const maxWaitingBytes = 64 * 1024 * 1024;

/** One connection to an external broker, from its sign-in to its end. */
export interface BrokerConnection {
  client: MqttClient;
  /** Resolves when the broker has let us in. Rejects with the reason if it does not. */
  opened: Promise<void>;
  /** Resolves when it has ended, however it ended, with the last thing that was wrong. */
  ended: Promise<Error | null>;
  /** Ends it, so that the broker sends again what was not acknowledged. */
  cut(): void;
}

/**
 * Connects once. Each QoS 1 message is acknowledged when `take` has resolved, in the order of arrival, and the next
 * ones are handed over meanwhile: mqtt.js by itself handles one message after the other, and each would wait for its
 * own write to the disk. If `take` rejects, the connection ends without the acknowledgement.
 */
export function brokerConnection(
  url: string,
  options: IClientOptions,
  onPublish: (packet: IPublishPacket) => void | Promise<void>,
): BrokerConnection {
  const client = connect(url, { ...options, reconnectPeriod: 0 });
  // Its types call it private; it has no other way to acknowledge.
  const sender = client as unknown as { _sendPacket(packet: { cmd: "puback"; messageId: number }): void };
  let problem: Error | null = null;
  let waitingBytes = 0;
  let readOn: (() => void)[] = [];
  let acknowledged: Promise<unknown> = Promise.resolve();
  const owed = new WeakMap<IPublishPacket, number>();

  const cut = (): void => void client.stream.destroy();
  client.on("error", (error) => (problem = error));
  client.on("disconnect", ({ reasonCode }) => (problem = new Error(`the broker ends the connection (${reasonCode})`)));
  client.on("packetreceive", (packet) => {
    if (packet.cmd !== "publish" || packet.qos !== 1) return;
    owed.set(packet, packet.messageId!);
    // So that mqtt.js leaves the acknowledgement to us.
    packet.qos = 0;
  });
  const acknowledge = (messageId: number | undefined): void => {
    if (messageId !== undefined && client.connected) sender._sendPacket({ cmd: "puback", messageId });
  };
  client.handleMessage = (packet, done) => {
    const messageId = owed.get(packet);
    let handled: void | Promise<void>;
    try {
      handled = onPublish(messageId === undefined ? packet : { ...packet, qos: 1 });
    } catch {
      cut();
      return done();
    }
    const bytes = packet.payload.length;
    waitingBytes += bytes;
    const settled = (): void => {
      waitingBytes -= bytes;
      if (waitingBytes > maxWaitingBytes) return;
      const waiting = readOn;
      readOn = [];
      for (const next of waiting) next();
    };
    const before = acknowledged;
    // MQTT asks for acknowledgements in the order of the messages [MQTT-4.6.0-2].
    acknowledged = Promise.all([handled, before]).then(() => acknowledge(messageId));
    acknowledged.then(settled, () => {
      settled();
      cut();
    });
    if (waitingBytes > maxWaitingBytes) readOn.push(() => done());
    else done();
  };
  const opened = new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("close", () => reject(problem ?? new Error("the connection was closed")));
  });
  const ended = new Promise<Error | null>((resolve) => client.once("close", () => resolve(problem)));
  return { client, opened, ended, cut };
}
