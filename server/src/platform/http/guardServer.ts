import type { Server } from "node:http";
import { Duplex } from "node:stream";
import type { Logger } from "pino";
import { guardListeners } from "../runtime/guardListeners.ts";

/** Keeps what happens on one connection of an HTTP server from ending the process: it only ends that connection. */
export function guardServer(server: Server, log: Pick<Logger, "error">): void {
  guardListeners(server, (error, args) => {
    log.error({ err: error }, "a request could not be read; its connection is closed");
    for (const part of args) socketOf(part)?.destroy();
  });
  server.on("error", (error) => {
    // Whoever opens the port is told of what happens before; later, there are no file descriptors left, for example.
    if (server.listening) log.error({ err: error }, "a connection could not be accepted");
  });
}

/** The connection that an argument of an event belongs to: itself, or that of a request. */
function socketOf(part: unknown): Duplex | undefined {
  if (part instanceof Duplex) return part;
  const socket = (part as { socket?: unknown } | null)?.socket;
  return socket instanceof Duplex ? socket : undefined;
}
