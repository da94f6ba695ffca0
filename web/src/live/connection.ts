import { limits } from "@pulse/contract/limits";
import { createStore } from "zustand/vanilla";

/**
 * `none`: nothing on the page is live. `offline`: the break has lasted for 10 s. `polling`: only the live connection is
 * broken, so the server is polled.
 */
export type ConnectionState = "none" | "connecting" | "live" | "reconnecting" | "offline" | "polling";

export interface Connection {
  state: ConnectionState;
  /** When the last message came, ms: how current the positions are that an offline map still shows. */
  lastHeardMs: number | null;
  /** How far behind the server's picture is, ms; 0: it is current. After a break the last known value. */
  behindMs: number;
  /** What the page shows instead of live positions, whatever arrives meanwhile. */
  instead: "past" | "paused" | null;
}

/** A shorter delay is not shown, ms: positions that nobody watches are sent every 10 s anyway. */
const shownBehindMs = 5_000;

/** How far behind a live picture is, ms; null: it is current, or not live at all. */
export function shownDelayMs({ state, behindMs }: Connection): number | null {
  return state === "live" && behindMs >= shownBehindMs ? behindMs : null;
}

export interface Timers {
  set(work: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** The state of the live connection, as the top bar shows it. */
export function createConnectionStore(now: () => number, timers: Timers) {
  const store = createStore<Connection>(() => ({
    state: "none",
    lastHeardMs: null,
    behindMs: 0,
    instead: null,
  }));
  let heardMs: number | null = null;
  let giveUp: unknown = null;

  const change = (state: ConnectionState): void => {
    if (store.getState().state !== state) store.setState({ state, lastHeardMs: heardMs });
  };

  const setDelay = (behindMs: number): void => {
    if (store.getState().behindMs !== behindMs) store.setState({ behindMs });
  };

  return {
    current: store.getState,
    lastHeardMs: (): number | null => heardMs,
    opening(): void {
      change("connecting");
    },
    joined(): void {
      heardMs = now();
      timers.clear(giveUp);
      // If the server is behind it says so right after this.
      setDelay(0);
      change("live");
    },
    /** The server has said how far behind its picture is. */
    delayed: setDelay,
    heard(): void {
      heardMs = now();
    },
    lost(): void {
      // Each failed attempt to reconnect reports another loss; the break began with the first.
      const { state } = store.getState();
      if (state !== "connecting" && state !== "live") return;
      change("reconnecting");
      giveUp = timers.set(() => change("offline"), limits.networkDisconnectedMs);
    },
    /** While the live connection is broken: whether the server answered a poll. */
    polled(isAnswered: boolean): void {
      const { state } = store.getState();
      if (state !== "offline" && state !== "polling") return;
      if (isAnswered) heardMs = now();
      change(isAnswered ? "polling" : "offline");
    },
    closed(): void {
      timers.clear(giveUp);
      heardMs = null;
      setDelay(0);
      change("none");
    },
    show(instead: Connection["instead"]): void {
      if (store.getState().instead !== instead) store.setState({ instead });
    },
    subscribe: store.subscribe,
  };
}
