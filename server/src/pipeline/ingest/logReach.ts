/**
 * Others have to reach the log for this long before a process that does not leaves its partitions to them, ms. If nobody reaches it, all
 * notice that within 2 s of each other (connectNats.ts), and one whose server starts again is back within it.
 */
export const leftToOthersMs = 3_000;

/** Decides when a process that cannot reach the log leaves its partitions to others. */
export function logReach(parts: { isReachable(): boolean; monotonicMs(): number }) {
  const { isReachable, monotonicMs } = parts;
  let sinceMs: number | null = null;
  return {
    /**
     * Called again and again; true once others have reached the log for long enough while this process has not.
     * @param doOthersReach whether other processes reach it now
     */
    isLeftToOthers: (doOthersReach: boolean): boolean => {
      if (isReachable() || !doOthersReach) {
        sinceMs = null;
        return false;
      }
      sinceMs ??= monotonicMs();
      return monotonicMs() - sinceMs >= leftToOthersMs;
    },
  };
}
