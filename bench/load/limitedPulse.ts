import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PulseOrder, PulsePlace } from "./pulseProcess.ts";

/** `/proc` counts processor time in steps of this length, ms. */
const stepMs = 10;
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

  const usedMs = (): number => {
    // User and system time are the 14th and 15th field; the second one, in brackets, may contain spaces.
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * stepMs;
  };
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
