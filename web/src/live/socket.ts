import { Event, NotificationState } from "@pulse/contract/events";
import { limits } from "@pulse/contract/limits";
import { FailedLogin, Freshness, type LiveAuth, LocationUpdate, socketEvents, type Watch } from "@pulse/contract/live";
import { fromWire, toWire } from "@pulse/contract/wire";
import { io } from "socket.io-client";
import { inChunks } from "../time/inChunks.ts";

export interface LiveEvents {
  /** The site was joined; `again`: after a break, so what was missed must be loaded. */
  joined(again: boolean): void;
  updates(updates: LocationUpdate[]): void;
  /** Assets of the site were made, renamed, archived, deleted or linked. */
  assetsChanged?(): void;
  /** Something happened. */
  onEvent(event: Event): void;
  /** The person has read something, perhaps on another device. */
  onRead(state: NotificationState): void;
  /** How far behind the server's picture is has changed, ms. */
  delayed(behindMs: number): void;
  lost(): void;
  /** The token was refused: the person is signed out. */
  refused(): void;
  /** The person's customer has no such site: the person stays signed in and leaves it. */
  siteGone(): void;
}

/** An open line to one site. */
export interface LiveLine {
  /** Signs in again with a fresh token, before the old one ends. */
  renew(): void;
  /** Tells the server what is being viewed, now and after each break; null: everything. */
  watch(watch: Watch | null): void;
  close(): void;
}

/**
 * Opens the live socket of contract.md section 5 and keeps it open until `close`.
 * @param auth without positions it reports only events
 */
export function openLive(
  siteId: string,
  idToken: () => string | null,
  events: LiveEvents,
  auth: LiveAuth = { positions: true },
): LiveLine {
  const socket = io({
    auth,
    path: "/socket.io",
    transports: ["websocket"],
    reconnectionDelay: limits.socket.reconnectionDelay,
    reconnectionDelayMax: limits.socket.reconnectionDelayMax,
    randomizationFactor: limits.socket.randomizationFactor,
    timeout: limits.socket.timeout,
  });
  let joins = 0;
  let watched: Watch | null = null;
  const login = (): void => {
    const token = idToken();
    if (token === null) return events.refused();
    socket.emit(socketEvents.login, token, siteId, (answer: unknown) => {
      if ((answer as { ok?: unknown } | null)?.ok === true) events.joined(joins++ > 0);
    });
  };
  socket.on("connect", () => {
    // To the server this is a new socket, which does not know the watch yet.
    if (watched !== null) socket.emit(socketEvents.watch, toWire(watched));
    login();
  });
  socket.on("disconnect", () => events.lost());
  socket.on("connect_error", () => events.lost());
  socket.on(socketEvents.failedLogin, (reason: unknown) => {
    const failure = FailedLogin.safeParse(reason);
    if (failure.success && failure.data.code === "not_found") events.siteGone();
    else events.refused();
  });
  socket.on(socketEvents.heartbeat, () => socket.emit(socketEvents.heartbeat, "pong"));
  let isClosed = false;
  socket.on(socketEvents.locationUpdate, (message: unknown) => {
    if (!Array.isArray(message)) return;
    // At times a message contains a whole big site. Items that newer positions overtake meanwhile are recognised by their time.
    void inChunks(message as unknown[], (some) => {
      if (!isClosed) events.updates(readUpdates(some));
    });
  });
  socket.on(socketEvents.notification, (message: unknown) => {
    const event = Event.safeParse(fromWire(message));
    if (event.success) events.onEvent(event.data);
  });
  socket.on(socketEvents.notificationState, (message: unknown) => {
    const state = NotificationState.safeParse(fromWire(message));
    if (state.success) events.onRead(state.data);
  });
  socket.on(socketEvents.freshness, (message: unknown) => {
    const freshness = Freshness.safeParse(fromWire(message));
    if (freshness.success) events.delayed(freshness.data.behindMs);
  });
  socket.on(socketEvents.assetsChanged, () => events.assetsChanged?.());
  return {
    renew: () => {
      if (socket.connected) login();
    },
    watch: (watch) => {
      watched = watch;
      if (socket.connected) socket.emit(socketEvents.watch, toWire(watch));
    },
    close: () => {
      isClosed = true;
      socket.off();
      // A socket that is still connecting is closed once it has connected: browsers complain if it is closed before.
      if (socket.connected || !socket.active) socket.disconnect();
      else for (const end of ["connect", "connect_error"]) socket.once(end, () => socket.disconnect());
    },
  };
}

/** The items of a message that match the contract; others are dropped, so that one bad item does not spoil a batch. */
export function readUpdates(message: readonly unknown[]): LocationUpdate[] {
  return message.flatMap((item) => {
    const update = LocationUpdate.safeParse(fromWire(item));
    return update.success ? [update.data] : [];
  });
}
