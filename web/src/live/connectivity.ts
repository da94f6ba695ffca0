import { limits } from "@pulse/contract/limits";
import { createStore } from "zustand/vanilla";
import type { Timers } from "./connection.ts";

/** The connection states of product.md section 4, and `online`. */
export type ConnectivityState = "online" | "Reconnecting" | "NetworkDisconnected" | "ServerDisconnected";

export interface Connectivity {
  state: ConnectivityState;
  /** The last contact with the server before the trouble, ms; null without trouble. */
  lastContactMs: number | null;
}

/** The sources that tell whether we are connected. */
export interface ConnectivityProbes {
  now(): number;
  timers: Timers;
  /** `navigator.onLine`. */
  isBrowserOnline(): boolean;
  isServerUp(): Promise<boolean>;
  /** Asks a public site; null: only the browser's own state is known. */
  isInternetUp: (() => Promise<boolean>) | null;
  /** When the socket last brought something, ms. */
  lastHeardMs(): number | null;
  /** The catalogue's text of a code. */
  textOf(code: string): string;
}

/** Where the result is reported: the parts of the app's state that concern the connection. */
export interface ConnectivityReport {
  current(): { info: { code: string } | null };
  setInternetConnected(isConnected: boolean): void;
  setServerOnline(isOnline: boolean): void;
  showInfo(info: { code: string; message: string }): void;
  clearInfo(): void;
}

// "Reconecting" is spelt like this in the catalogue.
const codes = {
  Reconnecting: "Reconecting",
  NetworkDisconnected: "NetworkDisconnected",
  ServerDisconnected: "ServerDisconnected",
} as const;
/** The catalogue's codes of a broken connection (product.md section 8). */
export const connectionCodes: ReadonlySet<string> = new Set(Object.values(codes));

export type ConnectivityStore = ReturnType<typeof createConnectivity>;

/**
 * Checks whether the internet and the server can be reached, and updates the app's state. An answer from the server
 * counts for both: a site's own network may have no internet at all.
 */
export function createConnectivity(app: ConnectivityReport, probes: ConnectivityProbes) {
  const { timers } = probes;
  const store = createStore<Connectivity>(() => ({ state: "online", lastContactMs: null }));
  let lastContactMs: number | null = null;
  let giveUp: unknown = null;
  let next: unknown = null;
  let isRunning = false;
  let checking: Promise<void> | null = null;

  const enter = (state: ConnectivityState): void => {
    const before = store.getState();
    if (state === before.state) return;
    if (state !== "Reconnecting") timers.clear(giveUp);
    const contact = Math.max(lastContactMs ?? 0, probes.lastHeardMs() ?? 0);
    // The store is set last, because its listeners read the app's state too.
    const after = state === "online" ? null : (before.lastContactMs ?? (contact === 0 ? null : contact));
    if (state === "online") {
      if (connectionCodes.has(app.current().info?.code ?? "")) app.clearInfo();
    } else app.showInfo({ code: codes[state], message: probes.textOf(codes[state]) });
    store.setState({ state, lastContactMs: after });
  };

  const judge = async (): Promise<void> => {
    if (await probes.isServerUp()) {
      lastContactMs = probes.now();
      app.setInternetConnected(true);
      app.setServerOnline(true);
      return enter("online");
    }
    const isInternetUp = probes.isBrowserOnline() && ((await probes.isInternetUp?.()) ?? true);
    app.setInternetConnected(isInternetUp);
    app.setServerOnline(!isInternetUp);
    if (isInternetUp) return enter("ServerDisconnected");
    if (store.getState().state === "Reconnecting" || store.getState().state === "NetworkDisconnected") return;
    giveUp = timers.set(() => enter("NetworkDisconnected"), limits.networkDisconnectedMs);
    enter("Reconnecting");
  };

  const check = (): Promise<void> => {
    timers.clear(next);
    checking ??= judge().finally(() => {
      checking = null;
      if (!isRunning) return;
      const ms = store.getState().state === "online" ? limits.statusPollMs : limits.statusPollInTroubleMs;
      next = timers.set(() => void check(), ms);
    });
    return checking;
  };
  // A check that began before the change says nothing about the time after it.
  const onChange = (): void => void Promise.resolve(checking).then(check);

  return {
    current: store.getState,
    /** Checks at once; resolves with the result in the state. */
    check,
    /** Begins to watch; returns a function that stops it. */
    start(): () => void {
      isRunning = true;
      window.addEventListener("online", onChange);
      window.addEventListener("offline", onChange);
      void check();
      return () => {
        isRunning = false;
        timers.clear(next);
        timers.clear(giveUp);
        window.removeEventListener("online", onChange);
        window.removeEventListener("offline", onChange);
      };
    },
    subscribe: store.subscribe,
  };
}
