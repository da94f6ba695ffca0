import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { processorMs } from "./processorTime.ts";
import type { RoleOrder, RolePlace } from "./roleProcess.ts";

const { memoryFlags } = (await import(join(import.meta.dirname, "..", "..", "cli", "bin", "memoryFlags.mjs"))) as {
  memoryFlags: string[];
};

/** Whether a process can be pinned to cores. */
export const hasTaskset = spawnSync("taskset", ["--version"]).status === 0;

/** A process of the product, with the processor time that it has used. */
export interface RoleProcess extends RolePlace {
  processorMs(): number;
  /** One of its figures at /metrics; NaN: it has none of that name. */
  metric(name: string): Promise<number>;
  kill(): Promise<void>;
  /** Does nothing if it was killed. */
  stop(): Promise<void>;
}

/**
 * Starts it, with the memory settings of the product's launcher; resolves once it runs.
 * @param core the only one that it may use; null: it may use all
 * @throws {Error} if it ends before that; if it ends later without being asked, the bench does
 */
export async function startRole(order: RoleOrder, core: number | null = null): Promise<RoleProcess> {
  const flags = ["--disable-warning=ExperimentalWarning", ...memoryFlags];
  const isPinned = core !== null && hasTaskset;
  const child = fork(join(import.meta.dirname, "roleProcess.ts"), {
    // Before it has made any thread, so that all have its core alone.
    ...(isPinned ? { execPath: "taskset" } : {}),
    execArgv: isPinned ? ["-c", String(core), process.execPath, ...flags] : flags,
  });
  let isEnding = false;
  const ended = once(child, "exit").then(([code]) => {
    if (!isEnding) throw new Error(`a process of the product ended with exit code ${String(code)}`);
  });
  child.send(order);
  const [place] = (await Promise.race([once(child, "message"), ended])) as [RolePlace];
  const end = async (act: () => void): Promise<void> => {
    isEnding = true;
    if (child.connected) act();
    await ended;
  };
  return {
    ...place,
    processorMs: () => processorMs(child.pid!),
    metric: async (name) => {
      const text = await (await fetch(`${place.url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
    },
    kill: () => end(() => child.kill("SIGKILL")),
    stop: () => end(() => child.send("stop")),
  };
}
