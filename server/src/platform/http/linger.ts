import type { IncomingMessage } from "node:http";

/** A client that sends nothing for this long will not send the rest, ms; nginx's lingering_timeout. */
export const lingerIdleMs = 5_000;
/** The rest of a body that was refused is read for this long at most, ms; nginx's lingering_time. */
const lingerMs = 30_000;

/**
 * After an answer that came before the end of the request's body: reads on for a while, since a connection that is
 * closed while the client sends would take the answer with it, and then closes it.
 */
export function linger(request: IncomingMessage, idleMs: number): void {
  const { socket } = request;
  if (socket.destroyed) return;
  let readBytes = socket.bytesRead;
  let leftMs = lingerMs;
  const timer = setInterval(() => {
    leftMs -= idleMs;
    if (socket.bytesRead === readBytes || leftMs <= 0) socket.destroy();
    readBytes = socket.bytesRead;
  }, idleMs).unref();
  const finish = (): void => {
    clearInterval(timer);
    request.off("end", finish);
    socket.off("close", finish);
  };
  request.once("end", finish);
  socket.once("close", finish);
}
