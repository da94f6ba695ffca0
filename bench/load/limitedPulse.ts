import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { processorMs } from "./processorTime.ts";
import type { PulseOrder, PulsePlace } from "./pulseProcess.ts";

/** How often the process is stopped or continued, ms. */
const lookMs = 20;

/** The product in another process. */
export interface LimitedPulse extends PulsePlace {
  /** The processor time that it has used, ms. */
  usedMs(): number;
  /** From now on gives it no more than this share of a core. */
  limit(cores: number): void;
  stop(): Promise<void>;
}

/** Starts the product in a process whose processor time can be limited, by stopping it for moments (Linux only). */
export async function limitedPulse(order: PulseOrder): Promise<LimitedPulse> {
  const child = fork(join(import.meta.dirname, "pulseProcess.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const ended = once(child, "exit");
  child.send(order);
  const [place] = (await Promise.race([
    once(child, "message"),
    ended.then(([code]) => Promise.reject(new Error(`the product ended with exit code ${String(code)}`))),
  ])) as [PulsePlace];

  const usedMs = (): number => processorMs(child.pid!);
  let timer: NodeJS.Timeout | undefined;
  const free = (): void => {
    clearInterval(timer);
    child.kill("SIGCONT");
  };
  return {
    ...place,
    usedMs,
    limit: (cores) => {
      clearInterval(timer);
      const [sinceMs, beforeMs] = [performance.now(), usedMs()];
      timer = setInterval(() => {
        const isOver = usedMs() - beforeMs > cores * (performance.now() - sinceMs);
        child.kill(isOver ? "SIGSTOP" : "SIGCONT");
      }, lookMs);
    },
    stop: async () => {
      free();
      child.send("stop");
      await ended;
    },
  };
}
