import { limits } from "@pulse/contract/limits";

export interface Snackbar {
  kind: "error" | "success" | "info";
  text: string;
  /** Counts up, so that the same text said twice is seen twice. */
  serial: number;
}

export interface SnackbarTimers {
  set(work: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

export type SnackbarStore = ReturnType<typeof createSnackbarStore>;

/** One message of each kind at a time: errors stay 10 s, successes 5 s, infos until their cause ends. */
export function createSnackbarStore(timers: SnackbarTimers) {
  let shown: readonly Snackbar[] = [];
  let serial = 0;
  const running = new Map<Snackbar["kind"], unknown>();
  const listeners = new Set<() => void>();
  const show = (next: readonly Snackbar[]): void => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const dismiss = (kind: Snackbar["kind"]): void => {
    timers.clear(running.get(kind));
    if (shown.some((bar) => bar.kind === kind)) show(shown.filter((bar) => bar.kind !== kind));
  };
  const say = (kind: Snackbar["kind"], text: string): void => {
    timers.clear(running.get(kind));
    show([...shown.filter((bar) => bar.kind !== kind), { kind, text, serial: ++serial }]);
    const ms = { error: limits.errorSnackbarMs, success: limits.successSnackbarMs, info: null }[kind];
    if (ms !== null)
      running.set(
        kind,
        timers.set(() => dismiss(kind), ms),
      );
  };
  return {
    current: (): readonly Snackbar[] => shown,
    error: (text: string): void => say("error", text),
    success: (text: string): void => say("success", text),
    info: (text: string): void => say("info", text),
    dismiss,
    clear(): void {
      for (const { kind } of shown) dismiss(kind);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
