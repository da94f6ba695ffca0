import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { WebSocket } from "ws";
import type { BrokenStream, Port } from "./brokenStreams.ts";

/** Where a product listens on 127.0.0.1. */
export interface ListeningPorts {
  http: number;
  mqtt: number;
  mqttTls: number;
}

/** Sends one stream over a connection of its own, which then ends; returns what was answered. */
export async function feed(at: ListeningPorts, port: Port, stream: BrokenStream): Promise<Buffer> {
  if (port === "webSocket" && stream.isInside) return feedWebSocket(at.http, stream);
  const target = port === "webSocket" ? at.http : at[port];
  const socket = await opened(target, port === "mqttTls" && stream.isInside);
  const answer: Buffer[] = [];
  socket.on("data", (part: Buffer) => answer.push(part));
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  if (stream.ending === "end") socket.end(stream.bytes);
  else
    socket.write(stream.bytes, () => {
      if (stream.ending === "reset" && !("encrypted" in socket)) socket.resetAndDestroy();
      else socket.destroy();
    });
  await closed;
  return Buffer.concat(answer);
}

async function opened(port: number, overTls: boolean): Promise<Socket> {
  const socket = overTls
    ? connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false })
    : connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, overTls ? "secureConnect" : "connect");
  return socket;
}

/** As messages in correct frames, so that what reads them gets them. */
async function feedWebSocket(port: number, { bytes, ending }: BrokenStream): Promise<Buffer> {
  // What begins with a digit is for the live socket, whose messages are text.
  const isLive = bytes.length > 0 && bytes[0]! >= 0x30 && bytes[0]! <= 0x39;
  const path = isLive ? "/socket.io/?EIO=4&transport=websocket" : "/mqtt";
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, isLive ? [] : ["mqtt"], { perMessageDeflate: false });
  const answer: Buffer[] = [];
  socket.on("error", () => undefined);
  socket.on("message", (part: Buffer) => answer.push(part));
  await once(socket, "open");
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  socket.send(isLive ? bytes.toString("latin1") : bytes, () =>
    ending === "end" ? socket.close() : socket.terminate(),
  );
  await closed;
  return Buffer.concat(answer);
}
