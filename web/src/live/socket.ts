import { limits } from "@pulse/contract/limits";
import { FailedLogin, LocationUpdate, socketEvents } from "@pulse/contract/live";
import { fromWire } from "@pulse/contract/wire";
import { io } from "socket.io-client";

export interface LiveEvents {
  /** The site was entered; `again` after a break, when what was missed must be loaded. */
  joined(again: boolean): void;
  updates(updates: LocationUpdate[]): void;
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
  close(): void;
}

/** Opens the live socket of contract.md section 5 and keeps it open until `close`. */
export function openLive(siteId: string, idToken: () => string | null, events: LiveEvents): LiveLine {
  const socket = io({
    path: "/socket.io",
    transports: ["websocket"],
    reconnectionDelay: limits.socket.reconnectionDelay,
    reconnectionDelayMax: limits.socket.reconnectionDelayMax,
    randomizationFactor: limits.socket.randomizationFactor,
    timeout: limits.socket.timeout,
  });
  let joins = 0;
  const login = (): void => {
    const token = idToken();
    if (token === null) return events.refused();
    socket.emit(socketEvents.login, token, siteId, (answer: unknown) => {
      if ((answer as { ok?: unknown } | null)?.ok === true) events.joined(joins++ > 0);
    });
  };
  socket.on("connect", login);
  socket.on("disconnect", () => events.lost());
  socket.on("connect_error", () => events.lost());
  socket.on(socketEvents.failedLogin, (why: unknown) => {
    const given = FailedLogin.safeParse(why);
    if (given.success && given.data.code === "not_found") events.siteGone();
    else events.refused();
  });
  socket.on(socketEvents.heartbeat, () => socket.emit(socketEvents.heartbeat, "pong"));
  socket.on(socketEvents.locationUpdate, (message: unknown) => {
    if (Array.isArray(message)) events.updates(readUpdates(message));
  });
  return {
    renew: () => {
      if (socket.connected) login();
    },
    close: () => {
      socket.off();
      socket.disconnect();
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
