import type { Server as HttpServer } from "node:http";
import { limits } from "@pulse/contract/limits";
import { type LocationUpdate, socketEvents } from "@pulse/contract/live";
import { toWire } from "@pulse/contract/wire";
import { Server, type Socket } from "socket.io";
import type { Viewer } from "../http/viewer.ts";
import { coalescer } from "./coalesce.ts";
import type { LiveDoor } from "./liveDoor.ts";
import { hearingOf, messagesByRoom, roomOf } from "./liveRooms.ts";

/** Who has not signed in by then is sent away. */
const loginTimeoutMs = 20_000;

export interface LiveServer {
  add(siteId: string, update: LocationUpdate): void;
  /** Sends what has gathered; called every 500 ms. */
  flush(): void;
  /**
   * Asks of every open socket again who is behind it: who is here no longer is sent away, and the others hear what they
   * may hear now. Called every few seconds, and at once when rights have changed.
   */
  recheck(): Promise<void>;
  sockets(): number;
  close(): Promise<void>;
}

interface Listening {
  token: string;
  siteId: string;
  /** Null: signed in, but nothing of this site may be heard any more. */
  room: string | null;
  expiry: NodeJS.Timeout;
}

/** The live socket of contract.md section 5. */
export function liveServer(parts: {
  http: HttpServer;
  door: LiveDoor;
  now: () => number;
  onFlush(siteId: string, updates: LocationUpdate[]): void;
}): LiveServer {
  const io = new Server(parts.http, {
    path: "/socket.io",
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: limits.heartbeatMs,
    pingTimeout: limits.heartbeatMs,
  });
  const box = coalescer();
  const listening = new Map<Socket, Listening>();

  const refuse = (socket: Socket): void => {
    leave(socket);
    socket.emit(socketEvents.failedLogin);
    socket.disconnect();
  };
  const leave = (socket: Socket): void => {
    clearTimeout(listening.get(socket)?.expiry);
    listening.delete(socket);
    for (const room of socket.rooms) if (room !== socket.id) void socket.leave(room);
  };

  const roomFor = async (viewer: Viewer, siteId: string): Promise<string | null> => {
    const hearing = hearingOf(viewer);
    return hearing && (await parts.door.opens(viewer, siteId)) ? roomOf(siteId, hearing) : null;
  };

  const login = async (socket: Socket, token: unknown, siteId: unknown): Promise<boolean> => {
    if (typeof token !== "string" || typeof siteId !== "string") return false;
    const viewer = await parts.door.viewer(token);
    const room = viewer && (await roomFor(viewer, siteId));
    if (!viewer || !room || !socket.connected) return false;
    leave(socket);
    await socket.join(room);
    // setTimeout holds at most 2^31 ms; a token lives for hours.
    const leftMs = Math.min(Math.max(0, viewer.tokenExpiresMs - parts.now()), 2 ** 31 - 1);
    listening.set(socket, { token, siteId, room, expiry: setTimeout(() => refuse(socket), leftMs) });
    return true;
  };

  const recheckOne = async (socket: Socket, entry: Listening): Promise<void> => {
    const viewer = await parts.door.viewer(entry.token);
    const room = viewer && (await roomFor(viewer, entry.siteId));
    // Gone, or signed in anew, while we asked.
    if (listening.get(socket) !== entry) return;
    if (viewer === null) return refuse(socket);
    if (room === entry.room) return;
    if (entry.room !== null) void socket.leave(entry.room);
    entry.room = room;
    if (room !== null) await socket.join(room);
  };

  let asked = false;
  let checking: Promise<void> | null = null;
  const recheckAll = async (): Promise<void> => {
    // Not before `checking` is set: with no sockets this would be through at once.
    await Promise.resolve();
    while (asked) {
      asked = false;
      for (const [socket, entry] of listening)
        // The database did not answer: asked again at the next turn.
        await recheckOne(socket, entry).catch(() => undefined);
    }
    checking = null;
  };

  io.on("connection", (socket) => {
    let missed = 0;
    const beat = setInterval(() => {
      if (++missed > limits.heartbeatsMissed) socket.disconnect(true);
      else socket.emit(socketEvents.heartbeat);
    }, limits.heartbeatMs);
    const tooLate = setTimeout(() => refuse(socket), loginTimeoutMs);
    const alive = (): void => {
      missed = 0;
    };
    socket.on(socketEvents.login, (token: unknown, siteId: unknown, acknowledge?: unknown) => {
      login(socket, token, siteId).then(
        (welcome) => {
          if (!welcome) return refuse(socket);
          clearTimeout(tooLate);
          if (typeof acknowledge === "function") (acknowledge as (answer: { ok: true }) => void)({ ok: true });
        },
        // Our fault, not the token's: the client comes back by itself and is not signed out.
        () => socket.disconnect(true),
      );
    });
    socket.on(socketEvents.pong, alive);
    // A client may beat unasked and gets a beat back; with "pong" it answers ours (decisions C1).
    socket.on(socketEvents.heartbeat, (argument: unknown) => {
      alive();
      if (argument !== "pong") socket.emit(socketEvents.heartbeat);
    });
    socket.on("disconnect", () => {
      clearInterval(beat);
      clearTimeout(tooLate);
      leave(socket);
    });
  });

  return {
    add: box.add,
    flush: () => {
      const isEmpty = (room: string): boolean => (io.sockets.adapter.rooms.get(room)?.size ?? 0) === 0;
      for (const [siteId, updates] of box.take()) {
        for (const { room, message } of messagesByRoom(siteId, updates, isEmpty))
          io.to(room).emit(socketEvents.locationUpdate, message);
        parts.onFlush(siteId, updates);
      }
    },
    recheck: () => {
      // Whoever asks while a turn is under way means a state that it may have passed already.
      asked = true;
      return (checking ??= recheckAll());
    },
    sockets: () => io.sockets.sockets.size,
    close: async () => {
      for (const socket of listening.keys()) leave(socket);
      io.disconnectSockets(true);
      // Not io.close(): it would end the HTTP server, which is its owner's to end and may never have listened.
      io.engine.close();
    },
  };
}

/** The array of `location_update` as text, for MQTT listeners. */
export function locationsText(updates: readonly LocationUpdate[]): string {
  return JSON.stringify(toWire(updates));
}
