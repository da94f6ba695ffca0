/**
 * Runs `act` for several callers at once: whoever calls while a run is under way gets the next one, which begins after the call.
 * So what a caller has done before is part of its run.
 */
export function joinedRuns(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () =>
    (next ??= running = running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return act();
      }));
}
