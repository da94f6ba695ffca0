import { type FailedLogin, socketEvents } from "@pulse/contract/live";
import { io, type Socket } from "socket.io-client";

/**
 * A signed-in socket of a site, which answers heartbeats like a browser. Otherwise the server would close it after a
 * minute or two, and updates until the socket is back would count as late. If the caller does not close the socket, its
 * end is an error.
 */
export async function liveSocket(where: { url: string; idToken: string; siteId: string }): Promise<Socket> {
  const socket = io(where.url, { transports: ["websocket"], reconnection: false });
  socket.on(socketEvents.heartbeat, () => socket.emit(socketEvents.heartbeat, "pong"));
  socket.on(socketEvents.failedLogin, ({ code }: FailedLogin) => {
    throw new Error(`the socket's login was refused: ${code}`);
  });
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") throw new Error(`the live socket was cut: ${reason}`);
  });
  await new Promise<void>((resolve) => {
    socket.on("connect", () => socket.emit(socketEvents.login, where.idToken, where.siteId, () => resolve()));
  });
  return socket;
}
