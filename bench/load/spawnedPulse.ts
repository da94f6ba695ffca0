// Pulse in a process of its own, as its launcher starts it, so that its start and its memory are its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { processorMs } from "./processorTime.ts";

const cli = join(import.meta.dirname, "..", "..", "cli");
const { memoryFlags } = (await import(join(cli, "bin", "memoryFlags.mjs"))) as { memoryFlags: string[] };
export const sourceMain = join(cli, "src", "main.ts");
export const releaseMain = join(cli, "..", "dist", "lib", "main.js");

export interface SpawnedPulse {
  /** Whether it answers that it is ready. */
  isReady(): Promise<boolean>;
  /** What the system counts as its memory now (VmRSS), or its highest so far (VmHWM), MB. */
  memoryMb(field: "VmRSS" | "VmHWM"): number;
  /** The processor time that it has used, ms. */
  processorMs(): number;
  stop(): Promise<void>;
}

/** Starts it with its data in `folder`, on free ports; resolves once it has printed its address. */
export async function spawnPulse(main: string, command: "serve" | "demo", folder: string): Promise<SpawnedPulse> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...memoryFlags, main, command], {
    env: { ...process.env, PULSE_DATA_DIR: folder, PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const found = /Pulse is running at\s+(\S+)\n/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code} before it was up`)));
  });
  const ofProc = (name: string): string => readFileSync(`/proc/${child.pid}/${name}`, "utf8");
  return {
    isReady: async () => (await fetch(`${url}/readyz`)).ok,
    memoryMb: (field) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(ofProc("status"))?.[1]) / 1024,
    processorMs: () => processorMs(child.pid!),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
