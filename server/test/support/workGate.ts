import type { DelayWork } from "../../src/start/baseContext.ts";

type What = Parameters<DelayWork>[0];

/** Holds the processing of devices' messages, as a processor without time for it does. */
export function workGate() {
  let gate: { of: ReadonlySet<What>; opened: PromiseWithResolvers<void> } | null = null;
  return {
    delayWork: ((what) => (gate?.of.has(what) ? gate.opened.promise : null)) satisfies DelayWork,
    /** Holds what is processed in order, and unless told otherwise the newest messages too. */
    close: (...of: What[]): void => {
      gate ??= { of: new Set(of.length === 0 ? ["in order", "newest"] : of), opened: Promise.withResolvers<void>() };
    },
    open: (): void => {
      gate?.opened.resolve();
      gate = null;
    },
  };
}
