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
  /** What the page shows instead of live positions, whatever arrives meanwhile. */
  instead: "past" | "paused" | null;
}

export interface Timers {
  set(work: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** The state of the live connection, as the top bar shows it. */
export function createConnectionStore(now: () => number, timers: Timers) {
  const store = createStore<Connection>(() => ({ state: "none", lastHeardMs: null, instead: null }));
  let heardMs: number | null = null;
  let giveUp: unknown = null;

  const change = (state: ConnectionState): void => {
    if (store.getState().state !== state) store.setState({ state, lastHeardMs: heardMs });
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
      change("live");
    },
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
      change("none");
    },
    show(instead: Connection["instead"]): void {
      if (store.getState().instead !== instead) store.setState({ instead });
    },
    subscribe: store.subscribe,
  };
}
