/** Holds the processing of devices' messages, as a processor without time for it does. */
export function workGate() {
  let gate: PromiseWithResolvers<void> | null = null;
  return {
    delayWork: (): Promise<void> | null => gate?.promise ?? null,
    close: (): void => void (gate ??= Promise.withResolvers<void>()),
    open: (): void => {
      gate?.resolve();
      gate = null;
    },
  };
}
