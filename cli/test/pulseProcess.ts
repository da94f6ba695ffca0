import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileCache } from "@pulse/server/test/support/compileCache";
import { expect } from "vitest";

const bin = new URL("../bin/pulse.mjs", import.meta.url).pathname;
const folders: string[] = [];
const children: ChildProcess[] = [];

/** A `pulse …` as a person runs it. */
export interface PulseProcess {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  exit: Promise<number | null>;
  /** Resolves with the address of a `pulse serve` once it serves; rejects if it ends before. */
  serving(): Promise<string>;
}

/** Runs `pulse` with these settings only, and `input` as its standard input. */
export function startPulse(args: string[], settings: Record<string, string> = {}, input = ""): PulseProcess {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PULSE_|VITEST|AWS_)/.test(name)));
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...env, ...compileCache, ...settings },
    stdio: "pipe",
  });
  children.push(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.end(input);
  const exit = once(child, "close").then(([code]) => code as number | null);
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exit,
    serving: () =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const url = /^Pulse is running at (\S+)\n/.exec(stdout)?.[1];
          if (url !== undefined) resolve(url);
        };
        child.stdout.on("data", look);
        look();
        void exit.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)));
      }),
  };
}

/** A folder that `endPulses` deletes. */
export function aFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "pulse-cli-"));
  folders.push(path);
  return path;
}

/** For `afterEach`: stops every process that still runs, and deletes the folders. */
export async function endPulses(): Promise<void> {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null) continue;
    // If the launcher were killed outright, it could not stop the product.
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
}

/** Expects a refusal: exit code 1, and one line of Pulse's with each of these parts. */
export async function expectRefusal(run: PulseProcess, ...parts: string[]): Promise<void> {
  expect(await run.exit).toBe(1);
  const lines = run
    .stderr()
    .split("\n")
    .filter((line) => line.startsWith("pulse: "));
  expect(lines).toHaveLength(1);
  for (const part of parts) expect(lines[0]).toContain(part);
  expect(run.stderr()).not.toMatch(/ at .*\.ts/);
  expect(run.stdout()).toBe("");
}
