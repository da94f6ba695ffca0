/** The parts that were started, stopped in reverse order. */
export interface Lifecycle {
  /** What to do at the stop; the last that was started is the first to stop. */
  onStop(act: () => Promise<void> | void): void;
  /** Runs `act` again and again until the stop; a turn that takes longer than the interval is not overtaken. */
  every(ms: number, act: () => Promise<void> | void): void;
  stop(): Promise<void>;
}

/** @param problem called for work in the background, or a part's stop, that failed */
export function lifecycle(problem: (error: unknown) => void): Lifecycle {
  const acts: (() => Promise<void> | void)[] = [];
  return {
    onStop: (act) => void acts.push(act),
    every: (ms, act) => {
      let running: Promise<void> | null = null;
      const timer = setInterval(() => {
        running ??= (async () => act())()
          .catch(problem)
          .finally(() => (running = null));
      }, ms);
      acts.push(async () => {
        clearInterval(timer);
        await running;
      });
    },
    stop: async () => {
      for (const act of acts.splice(0).toReversed()) await (async () => act())().catch(problem);
    },
  };
}
