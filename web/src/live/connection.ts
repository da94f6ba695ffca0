import { limits } from "@pulse/contract/limits";
import { createStore } from "zustand/vanilla";

/** `offline` is a break that has lasted for 10 s. */
export type ConnectionState = "connecting" | "live" | "reconnecting" | "offline";

export interface Connection {
  state: ConnectionState;
  /** When the last message came, ms: the time of what an offline map still shows. */
  lastHeardMs: number | null;
}

export interface Timers {
  set(work: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** The state of the live connection, as the top bar shows it. */
export function createConnectionStore(now: () => number, timers: Timers) {
  const store = createStore<Connection>(() => ({ state: "connecting", lastHeardMs: null }));
  let heardMs: number | null = null;
  let giveUp: unknown = null;

  const change = (state: ConnectionState): void => {
    if (store.getState().state !== state) store.setState({ state, lastHeardMs: heardMs });
  };

  return {
    current: store.getState,
    lastHeardMs: (): number | null => heardMs,
    joined(): void {
      heardMs = now();
      timers.clear(giveUp);
      change("live");
    },
    heard(): void {
      heardMs = now();
    },
    lost(): void {
      // Each failed attempt to reconnect reports a loss again; the break began with the first.
      const { state } = store.getState();
      if (state === "offline" || state === "reconnecting") return;
      change("reconnecting");
      giveUp = timers.set(() => change("offline"), limits.networkDisconnectedMs);
    },
    reset(): void {
      timers.clear(giveUp);
      heardMs = null;
      change("connecting");
    },
    subscribe: store.subscribe,
  };
}
