import { limits } from "@pulse/contract/limits";
import { createStore } from "zustand/vanilla";
import type { KeyValues } from "../storage/keyValues.ts";
import type { Timers } from "../live/connection.ts";

/** The app's name, and the title of a page that has none of its own. */
export const defaultTitle = "Pulse";

export interface Failure {
  /** The HTTP status; 0 if there was none. */
  status: number;
  code: string;
  message: string;
}

export interface Notice {
  code: string;
  message: string;
  /** A second line: the name of the thing. */
  description?: string;
  /** An action, such as undoing it. */
  action?: { label: string; run(): void };
}

/** The state of the whole app, field by field as in product.md section 3. */
export interface AppState {
  title: string;
  isSetupDone: boolean;
  loading: boolean;
  error: Failure | null;
  info: Notice | null;
  success: Notice | null;
  isOpenNav: boolean;
  isInternetConnected: boolean;
  isServerOnline: boolean;
}

const initialState: AppState = {
  title: defaultTitle,
  isSetupDone: false,
  loading: false,
  error: null,
  info: null,
  success: null,
  isOpenNav: true,
  isInternetConnected: true,
  isServerOnline: true,
};

const navKey = "navigation";

export type AppStore = ReturnType<typeof createAppStore>;

/**
 * The app's state and its actions (product.md section 4). Errors stay 10 s, successes 5 s, infos until cleared; the browser
 * remembers whether the navigation is open.
 */
export function createAppStore(timers: Timers, storage: KeyValues | null = null) {
  const atStart = (): AppState => ({ ...initialState, isOpenNav: storage?.getItem(navKey) !== "closed" });
  const store = createStore<AppState>(atStart);
  const { getState, setState: change } = store;
  let loads = 0;
  const running = new Map<"error" | "success", unknown>();

  const clear = (kind: "error" | "info" | "success"): void => {
    if (kind !== "info") timers.clear(running.get(kind));
    if (getState()[kind] !== null) change({ [kind]: null });
  };
  const clearLater = (kind: "error" | "success", ms: number): void => {
    timers.clear(running.get(kind));
    running.set(
      kind,
      timers.set(() => clear(kind), ms),
    );
  };
  const setLoads = (count: number): void => {
    loads = Math.max(0, count);
    if (getState().loading !== loads > 0) change({ loading: loads > 0 });
  };

  return {
    current: getState,
    subscribe: store.subscribe,

    /** Something is being sent. Each start takes a stop; a new attempt clears the error of the last one. */
    startLoading(): void {
      clear("error");
      setLoads(loads + 1);
    },
    stopLoading: (): void => setLoads(loads - 1),
    finishSetup(): void {
      if (!getState().isSetupDone) change({ isSetupDone: true });
    },
    setTitle(title: string): void {
      if (getState().title !== title) change({ title });
    },
    throwError(error: Failure): void {
      change({ error });
      clearLater("error", limits.errorSnackbarMs);
    },
    showSuccess(success: Notice): void {
      change({ success });
      clearLater("success", limits.successSnackbarMs);
    },
    /** Stays until its cause ends. */
    showInfo(info: Notice): void {
      const before = getState().info;
      if (before?.code !== info.code || before?.message !== info.message) change({ info });
    },
    clearError: (): void => clear("error"),
    clearSuccess: (): void => clear("success"),
    clearInfo: (): void => clear("info"),
    toggleNav(): void {
      const isOpenNav = !getState().isOpenNav;
      storage?.setItem(navKey, isOpenNav ? "open" : "closed");
      change({ isOpenNav });
    },
    setInternetConnected(isInternetConnected: boolean): void {
      // Without the internet nothing is known about the server.
      const before = getState();
      const isServerOnline = before.isServerOnline || !isInternetConnected;
      if (isInternetConnected !== before.isInternetConnected || isServerOnline !== before.isServerOnline)
        change({ isInternetConnected, isServerOnline });
    },
    setServerOnline(isOnline: boolean): void {
      const before = getState();
      const isServerOnline = isOnline || !before.isInternetConnected;
      if (isServerOnline !== before.isServerOnline) change({ isServerOnline });
    },
    /** Removes everything of the person after a sign-out; an info stays as long as its cause does. */
    reset(): void {
      loads = 0;
      for (const timer of running.values()) timers.clear(timer);
      const { isSetupDone, info } = getState();
      change({ ...atStart(), isSetupDone, info });
    },
  };
}
