import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A demo that runs for the recording alone. */
export interface Demo {
  url: string;
  /** Ends the simulator alone: nothing is heard any more. */
  stopSimulator(): Promise<void>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "..", "..", "..");
/** Settings of whoever records must not reach the demo. */
const others = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PULSE_")));

/**
 * Starts `pulse demo` on free ports with a data folder of its own. Rejects with its output if it ends before it serves.
 * @param siteKey only this site's things move, as `pulse simulate --site` names it; null: all
 */
export async function startDemo(siteKey: string | null): Promise<Demo> {
  const dataDir = await mkdtemp(join(tmpdir(), "pulse-recording-"));
  const running: { child: ChildProcess; closed: Promise<unknown> }[] = [];
  const start = (words: readonly string[]): ChildProcess & { closed: Promise<unknown> } => {
    const child = spawn(process.execPath, [join(root, "cli", "bin", "pulse.mjs"), ...words], {
      // Not in the repository, where a developer's .env would be read.
      cwd: dataDir,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...others,
        PULSE_PORT: "0",
        PULSE_MQTT_PORT: "0",
        PULSE_DATA_DIR: dataDir,
        PULSE_LOG_LEVEL: "warn",
        PULSE_SIMULATE: "0",
      },
    });
    const closed = once(child, "close");
    running.unshift({ child, closed });
    return Object.assign(child, { closed });
  };
  const stop = async (): Promise<void> => {
    for (const { child, closed } of running.splice(0)) {
      child.kill("SIGTERM");
      await closed;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const printed = await printedBy(start(["demo"]), /Press Ctrl\+C/);
    const [, url = ""] = /Pulse is running at\s+(\S+)\n/.exec(printed) ?? [];
    const [, broker = ""] = /MQTT broker\s+(\S+)\n/.exec(printed) ?? [];
    // A process of its own, so that it can end first.
    const simulator = start(["simulate", ...(siteKey === null ? [] : ["--site", siteKey]), "--url", broker]);
    for (const stream of [simulator.stdout, simulator.stderr]) stream?.resume();
    const stopSimulator = async (): Promise<void> => {
      simulator.kill("SIGTERM");
      await simulator.closed;
    };
    return { url, stopSimulator, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a process has printed once it has printed what is waited for. Rejects with it if the process ends before. */
function printedBy(child: ChildProcess & { closed: Promise<unknown> }, last: RegExp): Promise<string> {
  let printed = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        if (last.test(printed)) resolve(printed);
      });
    void child.closed.then(() => reject(new Error(`the demo ended before it served:\n${printed}`)));
  });
}
