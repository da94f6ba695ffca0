import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../scripts/freePort.mjs";
import { compileCache, restoreMovedWorld, restoreWorld } from "./preparedWorld.ts";

/** A running product with the demo's world in a folder of its own. */
export interface Pulse {
  url: string;
  mqttUrl: string;
  dataDir: string;
  /** The last part of what it has printed so far. */
  output: () => string;
  /** Stops the process and starts it again, as an update does: the same world on the same ports. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
}

const root = join(import.meta.dirname, "..", "..");
/** Long enough beside any load; a product that does not start ends much earlier. */
const startupMs = 300_000;

/**
 * Whose assets move: nobody's; the Harbour Warehouse's, but only before the product starts, so that they have places and a
 * history and rest; the Harbour Warehouse's; or those of all sites, as in the demo.
 */
export type Simulated = "nothing" | "before" | "warehouse" | "everything";

interface Started {
  simulate?: Simulated;
  /** "serve" starts an empty installation. */
  command?: "demo" | "serve";
  /** Settings besides those of every test. */
  settings?: Record<string, string>;
  /** A folder that is kept; by default the product gets a new one and its end removes it. */
  dataDir?: string;
}

/**
 * Starts `pulse demo` or `pulse serve` as a person would, on free ports. Rejects with its output if it does not become
 * ready.
 */
export async function startPulse({ simulate = "nothing", command = "demo", ...given }: Started): Promise<Pulse> {
  const dataDir = given.dataDir ?? (await mkdtemp(join(tmpdir(), "pulse-e2e-")));
  if (command === "demo" && given.dataDir === undefined)
    await (simulate === "before" ? restoreMovedWorld(dataDir) : restoreWorld(dataDir));
  const [port, mqttPort] = [await freePort(), await freePort()];
  let printed = "";
  const run = (...words: string[]) => {
    const child = spawn(process.execPath, [join(root, "cli/bin/pulse.mjs"), ...words], {
      // Not in the repository, where a developer's .env would be read.
      cwd: dataDir,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...withoutSettings(process.env),
        ...compileCache(),
        PULSE_PORT: String(port),
        PULSE_MQTT_PORT: String(mqttPort),
        PULSE_DATA_DIR: dataDir,
        PULSE_SIMULATE: simulate === "everything" ? "1" : "0",
        PULSE_OUTBOX: "1",
        PULSE_LOG_LEVEL: "warn",
        ...given.settings,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (printed = (printed + text).slice(-20_000)));
    // By the close event, all its output has been read.
    return { child, closed: once(child, "close") };
  };
  type Running = ReturnType<typeof run>;
  const end = async ({ child, closed }: Running) => {
    child.kill("SIGTERM");
    await closed;
  };
  let running = run(command);
  let simulator: Running | undefined;
  const stop = async () => {
    if (simulator !== undefined) await end(simulator);
    await end(running);
    if (given.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, running.child, command);
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${printed}`, { cause: error });
  }
  // A third of the demo's radio is as good for specs of one site, and a busy machine keeps up with it.
  if (simulate === "warehouse") simulator = run("simulate", "--site", "harbour");
  const restart = async () => {
    await end(running);
    running = run(command);
    await untilReady(url, running.child, command);
  };
  return { url, mqttUrl: `mqtt://127.0.0.1:${mqttPort}`, dataDir, output: () => printed, restart, stop };
}

/** The caller's own settings must not reach the product under test. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("PULSE_")));
}

async function untilReady(url: string, child: ChildProcess, command: string): Promise<void> {
  const until = performance.now() + startupMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`pulse ${command} ended with exit code ${child.exitCode}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(`pulse ${command} was not ready within ${startupMs / 1000} s`);
}
