import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { compileCache } from "./compileCache.ts";
import { temporaryFolder } from "./database.ts";

// Not the launcher: killing it would leave the product running.
const main = new URL("../../../cli/src/main.ts", import.meta.url).pathname;

/** A real process of an installation. */
export interface RunningProcess {
  pid: number;
  /** What it has logged and said so far. */
  said(): string;
  signal(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  /** The exit code once it has ended; null: it was killed. */
  ended: Promise<number | null>;
}

/**
 * Starts a process of the product; resolves when it says that it runs.
 * @param through what its command is started by: programs that run it elsewhere, with another clock …
 */
export async function startedProcess(
  settings: Record<string, string>,
  through: readonly string[] = [],
): Promise<RunningProcess> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PULSE_|VITEST)/.test(name));
  const [command, ...parameters] = [...through, process.execPath, main, "serve"];
  const child = spawn(command, parameters, {
    env: { ...Object.fromEntries(inherited), ...compileCache, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ended = once(child, "exit").then(([code]) => code as number | null);
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        if (said.includes("Pulse is running")) resolve();
      });
    void ended.then((code) => reject(new Error(`the process ended with ${code}: ${said}`)));
  });
  return {
    pid: child.pid!,
    said: () => said,
    signal: (signal) => void child.kill(signal),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended,
  };
}

/**
 * Starts a process that works on the log alone, over a folder of its own.
 * @param name how the database knows it
 */
export const startedLocate = (
  settings: Record<string, string>,
  { databaseUrl, name }: { databaseUrl: string; name: string },
): Promise<RunningProcess> =>
  startedProcess({
    ...settings,
    PULSE_ROLES: "locate",
    PULSE_PORT: "0",
    PULSE_DATA_DIR: mkdtempSync(join(temporaryFolder(), `${name}-`)),
    PULSE_DATABASE_URL: `${databaseUrl}?application_name=${name}`,
  });
