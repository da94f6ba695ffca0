import type { Server as HttpServer } from "node:http";
import type { DeviceRequest } from "@pulse/contract/deviceRequests";
import type { NotificationState } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import {
  type FailedLogin,
  type Freshness,
  type LocationUpdate,
  socketEvents,
  Watch,
  type WatchAnswer,
} from "@pulse/contract/live";
import { fromWire, toWire } from "@pulse/contract/wire";
import { Server, type Socket } from "socket.io";
import type { Changed } from "../platform/bus/changed.ts";
import type { UserNotification } from "../platform/bus/subjects.ts";
import { coalescer } from "./coalesce.ts";
import type { WebSocketPaths } from "../platform/http/webSockets.ts";
import { delayAnnouncer } from "./delayAnnouncer.ts";
import type { SocketAuthentication } from "./socketAuthentication.ts";
import { liveListeners } from "./liveListeners.ts";
import {
  type Audience,
  everybodyRoom,
  locationMessages,
  notificationRoom,
  personRoom,
  requestRooms,
  roomOf,
} from "./liveRooms.ts";
import { watchedPositions } from "./watchers.ts";

/** A socket that has not signed in by then is disconnected. */
const loginMs = 20_000;
/** With and without a path after it, as Socket.IO itself takes it. */
const socketPath = "/socket.io/";

export interface LiveServer {
  add(siteId: string, update: LocationUpdate): void;
  /** Sends a request to a device that has changed, at once. */
  requestChanged(siteId: string, request: DeviceRequest): void;
  /** Takes something that people are told of; events that are folded into one go out once. */
  notified(notification: UserNotification): void;
  /** Sends what people are told of, and positions that have waited too long; called every 500 ms. */
  flushNotifications(): void;
  /** Tells a person's sockets what they have read. */
  read(userId: string, state: NotificationState): void;
  /** Says that lists of a site's assets are to be asked for again. */
  assetsChanged(siteId: string): void;
  /** Sends what has gathered; called every 500 ms. */
  flush(): void;
  /** Tells everybody how far behind the picture is, if that has changed; called every second. */
  flushFreshness(): void;
  /**
   * Checks again who may hear what. It runs for every socket every few seconds, and at once if a change concerns
   * somebody.
   */
  recheck(changed?: Changed): Promise<void>;
  /** Refuses the sockets of sessions that have ended. */
  refuseEnded(hasEnded: (sessionId: string) => boolean): void;
  sockets(): number;
  close(): Promise<void>;
}

/** The live socket of contract.md section 5. */
export function liveServer(parts: {
  http: HttpServer;
  webSockets: Pick<WebSocketPaths, "open">;
  authentication: SocketAuthentication;
  now: () => number;
  /** How far behind the live picture is, ms. */
  behindMs(): number;
  onFlush(siteId: string, updates: LocationUpdate[]): void;
  /** How long a socket may take to sign in. */
  loginMs?: number;
}): LiveServer {
  const io = new Server(parts.http, {
    path: socketPath,
    // Only upgrades to this path and to others that are taken arrive as such.
    destroyUpgrade: false,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: limits.heartbeatMs,
    pingTimeout: limits.heartbeatMs,
  });
  const closePath = parts.webSockets.open((path) => path.startsWith(socketPath), null);
  const box = coalescer();
  const freshness = delayAnnouncer(parts.behindMs);
  /** By the id of the event. */
  let notifications = new Map<string, UserNotification>();
  const refuse = (socket: Socket, why: FailedLogin): void => {
    listeners.leave(socket);
    socket.emit(socketEvents.failedLogin, why);
    socket.disconnect();
  };
  const listeners = liveListeners({ ...parts, refuse });
  const watchedUpdates = watchedPositions({
    now: () => performance.now(),
    watchersOf: listeners.watchersOf,
    send: (socketIds, message) => void io.to(socketIds).emit(socketEvents.locationUpdate, message),
  });

  io.on("connection", (socket) => {
    let missed = 0;
    // If the transport closes, the client reconnects; a disconnect from here would be final.
    const hangUp = (): void => socket.conn.close();
    const beat = setInterval(() => {
      if (++missed > limits.heartbeatsMissed) hangUp();
      else socket.emit(socketEvents.heartbeat);
    }, limits.heartbeatMs);
    // Not a refusal: with a blocked event loop or a slow database, people are late although they sent their token in
    // time.
    const loginTimeout = setTimeout(hangUp, parts.loginMs ?? loginMs);
    const alive = (): void => {
      missed = 0;
    };
    socket.on(socketEvents.login, (token: unknown, siteId: unknown, acknowledge?: unknown) => {
      listeners.login(socket, token, siteId).then((answer) => {
        if (!("ok" in answer)) return refuse(socket, answer);
        if (answer.ok) clearTimeout(loginTimeout);
        if (typeof acknowledge === "function") (acknowledge as (result: typeof answer) => void)(answer);
        const behindMs = answer.ok ? freshness.atJoin() : null;
        if (behindMs !== null) socket.emit(socketEvents.freshness, freshnessMessage(behindMs));
        // It could not be found out who this is. That is no refusal, so the client reconnects by itself.
      }, hangUp);
    });
    socket.on(socketEvents.watch, (input: unknown, acknowledge?: unknown) => {
      const watch = watchOf(input);
      if (watch !== undefined) listeners.watch(socket, watch);
      const answer: WatchAnswer = watch === undefined ? { ok: false, code: "invalid_parameter" } : { ok: true };
      if (typeof acknowledge === "function") (acknowledge as (result: WatchAnswer) => void)(answer);
    });
    socket.on(socketEvents.pong, alive);
    // A client may send a beat of its own and gets one back; with "pong" it answers ours (decisions C1).
    socket.on(socketEvents.heartbeat, (argument: unknown) => {
      alive();
      if (argument !== "pong") socket.emit(socketEvents.heartbeat);
    });
    socket.on("disconnect", () => {
      clearInterval(beat);
      clearTimeout(loginTimeout);
      listeners.leave(socket);
    });
  });

  const membersOf = (room: string): ReadonlySet<string> => io.sockets.adapter.rooms.get(room) ?? new Set();
  const hasListener = ({ to, except }: Audience): boolean => {
    const excluded = except.map(membersOf);
    for (const id of membersOf(to)) if (!excluded.some((members) => members.has(id))) return true;
    return false;
  };

  return {
    add: box.add,
    flush: () => {
      for (const [siteId, updates] of box.drain()) {
        for (const { audience, message } of locationMessages(siteId, updates, hasListener))
          io.to(audience.to).except(audience.except).emit(socketEvents.locationUpdate, message);
        watchedUpdates.sendUpdates(siteId, updates);
        parts.onFlush(siteId, updates);
      }
    },
    flushFreshness: () => {
      const behindMs = freshness.next();
      if (behindMs !== null) io.to(everybodyRoom).emit(socketEvents.freshness, freshnessMessage(behindMs));
    },
    requestChanged: (siteId, request) => {
      io.to(requestRooms(siteId, request)).emit(socketEvents.deviceRequest, toWire(request));
    },
    notified: (message) => void notifications.set(message.notification.id, message),
    flushNotifications: () => {
      for (const message of notifications.values())
        io.to(notificationRoom(message)).emit(socketEvents.notification, toWire(message.notification));
      notifications = new Map();
      watchedUpdates.sendOverdue();
    },
    read: (userId, state) => {
      io.to(personRoom(userId)).emit(socketEvents.notificationState, toWire(state));
    },
    assetsChanged: (siteId) => {
      io.to(roomOf(siteId, "asset_management")).emit(socketEvents.assetsChanged);
    },
    recheck: listeners.recheck,
    refuseEnded: listeners.refuseEnded,
    sockets: () => io.sockets.sockets.size,
    close: async () => {
      closePath();
      listeners.close();
      // Not io.close(), which would end the HTTP server; its owner does that, and it may never have listened. And no
      // disconnect, so that clients come back by themselves to a server that restarts.
      io.engine.close();
    },
  };
}

function freshnessMessage(behindMs: number): unknown {
  return toWire({ behindMs } satisfies Freshness);
}

/** What a client says it watches; undefined: the value is not valid. */
function watchOf(input: unknown): Watch | null | undefined {
  try {
    return Watch.nullable().safeParse(fromWire(input)).data;
  } catch {
    // Nested too deeply to be checked.
    return undefined;
  }
}

/** The array of `location_update` as text, for MQTT listeners. */
export function locationsText(updates: readonly LocationUpdate[]): string {
  return JSON.stringify(toWire(updates));
}
