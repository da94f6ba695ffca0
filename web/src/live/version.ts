import { limits } from "@pulse/contract/limits";
import { createStore } from "zustand/vanilla";
import type { Timers } from "./connection.ts";

/** Whether this app can talk to a server of this version (product.md section 5). */
export function isCompatible(version: string, apiVersion: number): boolean {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(version) ?? [];
  return major !== undefined && Number(major) === apiVersion;
}

export interface VersionProbes {
  timers: Timers;
  /** The server's version. Rejects when it could not be fetched. */
  fetchVersion(): Promise<string>;
  /** The API version this app was configured for. */
  apiVersion: number;
  /** Checks whether internet and server can be reached. */
  isConnected(): Promise<boolean>;
  /** Called once, not at every check, when fetching failed although both can be reached. */
  failed(error: unknown): void;
}

export type VersionStore = ReturnType<typeof createVersion>;

/** Watches the server's version: every minute and whenever the window gets the focus. */
export function createVersion({ timers, fetchVersion, apiVersion, isConnected, failed }: VersionProbes) {
  const store = createStore(() => ({ isOutdated: false }));
  let hasFailed = false;
  let isRunning = false;
  let next: unknown = null;
  let checking: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    try {
      const version = await fetchVersion();
      hasFailed = false;
      if (!store.getState().isOutdated && !isCompatible(version, apiVersion)) store.setState({ isOutdated: true });
    } catch (error) {
      if (hasFailed || !(await isConnected())) return;
      hasFailed = true;
      failed(error);
    }
  };
  const check = (): Promise<void> => {
    timers.clear(next);
    checking ??= look().finally(() => {
      checking = null;
      if (isRunning) next = timers.set(() => void check(), limits.statusPollMs);
    });
    return checking;
  };
  // An answer that is still on its way may come from the old server.
  const onFocus = (): void => void Promise.resolve(checking).then(check);

  return {
    /** Whether the server has moved on to a version that this app does not speak. */
    isOutdated: (): boolean => store.getState().isOutdated,
    /** Begins to watch; returns a function that stops it. */
    start(): () => void {
      isRunning = true;
      window.addEventListener("focus", onFocus);
      void check();
      return () => {
        isRunning = false;
        timers.clear(next);
        window.removeEventListener("focus", onFocus);
      };
    },
    subscribe: store.subscribe,
  };
}
