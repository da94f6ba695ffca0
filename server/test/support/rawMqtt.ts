import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A bare connection to a broker, for what no client library does. */
export interface RawMqtt {
  socket: Socket;
  /** Waits for the next bytes. */
  next(): Promise<Buffer>;
}

/** Opens a connection and sends nothing. */
export async function rawMqtt(port: number): Promise<RawMqtt> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.setNoDelay(true);
  return {
    socket,
    next: async () => {
      for (;;) {
        const chunk = socket.read() as Buffer | null;
        if (chunk !== null) return chunk;
        await once(socket, "readable");
      }
    },
  };
}

/** A CONNECT [MQTT-3.1.1 section 3.1] with a clean session. */
export function connectPacket(clientId: string, username: string, password = "x"): Buffer {
  const head = Buffer.from([0, 4, ...Buffer.from("MQTT"), 4, 0b1100_0010, 0, 60]);
  return packet(0x10, Buffer.concat([head, ...[clientId, username, password].map(text)]));
}

/** A SUBSCRIBE to one filter [MQTT-3.1.1 section 3.8]. */
export function subscribePacket(filter: string): Buffer {
  return packet(0x82, Buffer.concat([Buffer.from([0, 1]), text(filter), Buffer.from([0])]));
}

/** A PUBLISH [MQTT-3.1.1 section 3.3]. */
export function publishPacket(topic: string, payload: Uint8Array, qos: 0 | 1 | 2, messageId = 1): Buffer {
  const id = qos === 0 ? [] : [messageId >> 8, messageId & 0xff];
  return packet(0x30 | (qos << 1), Buffer.concat([text(topic), Buffer.from(id), payload]));
}

function packet(first: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = body.length; rest > 0 || length.length === 0; rest = Math.floor(rest / 128))
    length.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}
