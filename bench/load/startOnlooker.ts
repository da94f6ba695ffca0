import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { OnlookerAnswer, OnlookerOrder, Seen } from "./onlooker.ts";

/** Somebody at a screen, in another process. */
export interface Onlooker {
  /** Returns what was seen since the last look. */
  look: () => Promise<Seen>;
  stop: () => Promise<void>;
}

/** Starts an onlooker and waits until it is signed in on the live socket. */
export async function startOnlooker(order: Omit<OnlookerOrder, "kind">): Promise<Onlooker> {
  const child = fork(join(import.meta.dirname, "onlooker.ts"), { execArgv: ["--disable-warning=ExperimentalWarning"] });
  const ended = once(child, "exit");
  const answer = async <Kind extends OnlookerAnswer["kind"]>(kind: Kind) => {
    const [said] = (await Promise.race([
      once(child, "message"),
      ended.then(([code]) => Promise.reject(new Error(`the onlooker ended with exit code ${String(code)}`))),
    ])) as [OnlookerAnswer];
    if (said.kind !== kind) throw new Error(`the onlooker answered ${said.kind} instead of ${kind}`);
    return said as Extract<OnlookerAnswer, { kind: Kind }>;
  };
  child.send({ kind: "order", ...order } satisfies OnlookerOrder);
  await answer("watching");
  return {
    look: () => {
      child.send({ kind: "look" });
      return answer("seen");
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
