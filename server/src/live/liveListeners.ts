import type { FailedLogin, LiveAuth, LoginAnswer, Watch } from "@pulse/contract/live";
import type { Socket } from "socket.io";
import type { Changed } from "../platform/bus/changed.ts";
import { canEnter, type Viewer } from "../platform/http/viewer.ts";
import { isConcerned } from "../platform/sessions/concerned.ts";
import type { SocketAuthentication, SitePlace } from "./socketAuthentication.ts";
import { everybodyRoom, personRoom, roomOf, roomsOf } from "./liveRooms.ts";
import type { Watcher } from "./watchers.ts";

/** How many open sockets are checked at the same time. */
const recheckedAtOnce = 8;

/** A signed-in socket. */
interface Listening {
  token: string;
  siteId: string;
  viewer: Viewer;
  /** Null: the site was deleted since. */
  place: SitePlace | null;
  rooms: readonly string[];
  expiry: NodeJS.Timeout;
  /** Counts the checks of this socket; only the newest answer is used. */
  checks: number;
}

export interface LiveListeners {
  /** Rejects if it cannot be found out who it is, because the database or the pool is away. */
  login(socket: Socket, token: unknown, siteId: unknown): Promise<LoginAnswer | FailedLogin>;
  /** The socket hears nothing any more. */
  leave(socket: Socket): void;
  /** What a socket watches from now on, whether or not it has signed in yet; null: everything. */
  watch(socket: Socket, watch: Watch | null): void;
  /** The sockets of a site that watch a part of it. */
  watchersOf(siteId: string): readonly Watcher[];
  /**
   * Checks again who is behind the open sockets, all of them or those that a change concerns. Sockets of deleted people
   * are refused, and the others hear what they may hear now.
   */
  recheck(changed?: Changed): Promise<void>;
  /** Refuses the sockets of sessions that have ended. */
  refuseEnded(hasEnded: (sessionId: string) => boolean): void;
  close(): void;
}

/** Who listens to what. Being signed in and hearing something are separate: a socket may hear nothing. */
export function liveListeners(parts: {
  authentication: SocketAuthentication;
  now: () => number;
  refuse(socket: Socket, why: FailedLogin): void;
}): LiveListeners {
  const { authentication } = parts;
  const listening = new Map<Socket, Listening>();
  // Logins of a socket may overtake each other: the newest counts.
  const logins = new WeakMap<Socket, number>();
  const watches = new WeakMap<Socket, Watch>();
  const watchers = new Map<string, Map<Socket, Watcher>>();
  let changes = 0;

  const listen = (socket: Socket, entry: Omit<Listening, "rooms" | "expiry" | "checks">): void => {
    const previous = watchers.get(entry.siteId)?.get(socket);
    leave(socket);
    const { viewer, place } = entry;
    const isInside = place !== null && canEnter(viewer, place);
    const rooms = [everybodyRoom, personRoom(viewer.userId), ...(isInside ? roomsOf(viewer, place) : [])];
    const auth = socket.handshake.auth as LiveAuth;
    const watch = watches.get(socket);
    if (place !== null && (auth.positions === false || watch !== undefined)) rooms.push(roomOf(place.siteId, "quiet"));
    if (isInside && auth.positions !== false && watch !== undefined) {
      const ofSite = watchers.get(place.siteId) ?? new Map<Socket, Watcher>();
      const isNew = previous?.watch !== watch;
      const inside = isNew ? new Set<string>() : previous.inside;
      ofSite.set(socket, { socketId: socket.id, viewer, watch, inside, isNew });
      watchers.set(place.siteId, ofSite);
    }
    void socket.join(rooms);
    // setTimeout takes at most 2^31 ms, and a token lives for hours.
    const leftMs = Math.min(Math.max(0, viewer.tokenExpiresMs - parts.now()), 2 ** 31 - 1);
    const expiry = setTimeout(() => parts.refuse(socket, { code: "unauthorized" }), leftMs);
    listening.set(socket, { ...entry, rooms, expiry, checks: 0 });
  };
  const leave = (socket: Socket): void => {
    const entry = listening.get(socket);
    if (entry === undefined) return;
    clearTimeout(entry.expiry);
    listening.delete(socket);
    for (const room of entry.rooms) void socket.leave(room);
    const ofSite = watchers.get(entry.siteId);
    if (ofSite?.delete(socket) === true && ofSite.size === 0) watchers.delete(entry.siteId);
  };

  const recheckSocket = async (socket: Socket, readsPlace: boolean): Promise<void> => {
    const entry = listening.get(socket);
    if (entry === undefined) return;
    const attempt = ++entry.checks;
    const viewer = await authentication.viewer(entry.token);
    const place = readsPlace ? await authentication.place(entry.siteId) : entry.place;
    if (listening.get(socket) !== entry || entry.checks !== attempt) return;
    if (viewer === null) parts.refuse(socket, { code: "unauthorized" });
    else listen(socket, { ...entry, viewer, place });
  };

  /** The sockets to check, and whether their site may have changed. */
  const pending = new Map<Socket, boolean>();
  let rechecking: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    for (const [socket, readsPlace] of pending) {
      pending.delete(socket);
      // The database did not answer, so the next check tries again.
      await recheckSocket(socket, readsPlace).catch(() => undefined);
    }
  };
  const recheckAll = async (): Promise<void> => {
    // Only after `rechecking` is set: with no sockets the call would end at once.
    await Promise.resolve();
    while (pending.size > 0) await Promise.all(Array.from({ length: recheckedAtOnce }, work));
    rechecking = null;
  };

  const recheck = (changed?: Changed): Promise<void> => {
    changes += 1;
    for (const [socket, { viewer, siteId }] of listening) {
      const isOfSite = changed?.kind === "everything" || (changed?.kind === "site" && changed.ids.includes(siteId));
      if (changed === undefined || isOfSite || isConcerned(viewer, changed))
        pending.set(socket, isOfSite || pending.get(socket) === true);
    }
    return (rechecking ??= recheckAll());
  };

  return {
    login: async (socket, token, siteId) => {
      const attempt = (logins.get(socket) ?? 0) + 1;
      logins.set(socket, attempt);
      const changesBefore = changes;
      const viewer = typeof token === "string" ? await authentication.viewer(token) : null;
      const place = viewer !== null && typeof siteId === "string" ? await authentication.place(siteId) : null;
      if (logins.get(socket) !== attempt || !socket.connected) return { ok: false, code: "superseded" };
      if (viewer === null || typeof token !== "string") return { code: "unauthorized" };
      const isOwnSite = place !== null && (viewer.isSuperadmin || viewer.customerId === place.customerId);
      if (!isOwnSite) return { code: "not_found" };
      listen(socket, { token, siteId: place.siteId, viewer, place });
      // What was read may be older than a change that came meanwhile.
      if (changes !== changesBefore) void recheck();
      return { ok: true };
    },
    leave,
    watch: (socket, watch) => {
      if (watch === null) watches.delete(socket);
      else watches.set(socket, watch);
      const entry = listening.get(socket);
      if (entry !== undefined) listen(socket, entry);
    },
    watchersOf: (siteId) => [...(watchers.get(siteId)?.values() ?? [])],
    recheck,
    refuseEnded: (hasEnded) => {
      // A sign-in under way was judged before.
      changes += 1;
      for (const [socket, { viewer }] of listening)
        if (viewer.sessionId !== undefined && hasEnded(viewer.sessionId))
          parts.refuse(socket, { code: "unauthorized" });
    },
    close: () => {
      for (const socket of listening.keys()) leave(socket);
    },
  };
}
