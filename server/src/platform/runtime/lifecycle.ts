/** The parts that were started, stopped in reverse order. */
export interface Lifecycle {
  /** What to do at the stop; the last that was started is the first to stop. */
  onStop(act: () => Promise<void> | void): void;
  /** Runs `act` again and again until the stop; a turn that takes longer than the interval is not overtaken. */
  every(ms: number, act: () => Promise<void> | void): void;
  /** Does once, now, everything that is done again and again. A turn under way ends first. */
  turn(): Promise<void>;
  stop(): Promise<void>;
}

/** @param problem called for work in the background, or a part's stop, that failed */
export function lifecycle(problem: (error: unknown) => void): Lifecycle {
  const acts: (() => Promise<void> | void)[] = [];
  const tasks: (() => Promise<void>)[] = [];
  return {
    onStop: (act) => void acts.push(act),
    every: (ms, act) => {
      let running: Promise<void> | null = null;
      const run = (): Promise<void> =>
        (running ??= (async () => act())()
          .catch(problem)
          .finally(() => (running = null)));
      const timer = setInterval(() => void run(), ms);
      tasks.push(async () => {
        await running;
        await run();
      });
      acts.push(async () => {
        clearInterval(timer);
        await running;
      });
    },
    turn: async () => {
      for (const turn of tasks) await turn();
    },
    stop: async () => {
      // Also what a part starts that was just starting: whoever waits for it is stopped before it.
      for (let act = acts.pop(); act !== undefined; act = acts.pop()) {
        const end = act;
        await (async () => end())().catch(problem);
      }
    },
  };
}
