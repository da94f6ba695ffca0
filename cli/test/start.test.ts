import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../scripts/freePort.mjs";
import { runCommand } from "../src/commands/commands.ts";
import { keptStream } from "./streams.ts";

const bin = new URL("../bin/pulse.mjs", import.meta.url).pathname;
const folders: string[] = [];
const children: ChildProcess[] = [];
const servers: Server[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null) {
      // If the launcher were killed outright, it could not stop the product.
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  }
  for (const server of servers.splice(0)) server.close();
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  stdout: () => string;
  stderr: () => string;
  exit: Promise<number | null>;
  /** Resolves when stdout contains this text; rejects if the process ends first. */
  printed(text: string): Promise<void>;
}

function pulse(args: string[], settings: Record<string, string> = {}): Run {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("PULSE_") && !name.startsWith("VITEST")),
  );
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const exit = once(child, "close").then(([code]) => code as number | null);
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exit,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (stdout.includes(text)) resolve();
        };
        child.stdout.on("data", look);
        look();
        void exit.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)));
      }),
  };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "pulse-start-"));
  folders.push(path);
  return path;
}

async function takenPort(): Promise<string> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return String((server.address() as AddressInfo).port);
}

const settings = async (dataDir = folder()): Promise<Record<string, string>> => ({
  PULSE_DATA_DIR: dataDir,
  PULSE_PORT: String(await freePort()),
  PULSE_MQTT_PORT: String(await freePort()),
  PULSE_LOG_LEVEL: "warn",
});

/** Expects a refused start: exit code 1 and one line with each of these parts. */
async function refusal(run: Run, ...parts: string[]): Promise<void> {
  expect(await run.exit).toBe(1);
  const lines = run
    .stderr()
    .trim()
    .split("\n")
    .filter((line) => line.startsWith("pulse: "));
  expect(lines).toHaveLength(1);
  for (const part of parts) expect(lines[0]).toContain(part);
  expect(run.stderr()).not.toMatch(/ at .*\.ts/);
}

test("prints help and version without any settings, and names an unknown command", async () => {
  const help = pulse(["--help"]);
  expect(await help.exit).toBe(0);
  for (const command of ["serve", "demo", "simulate", "replay", "locate", "migrate", "admin"])
    expect(help.stdout()).toContain(command);
  const version = pulse(["--version"]);
  expect(await version.exit).toBe(0);
  expect(version.stdout()).toBe("1.19.2\n");
  await refusal(pulse(["dance"]), '"dance"');
  for (const command of ["serve", "demo", "simulate", "replay", "locate", "migrate", "admin"]) {
    const [stdout, stderr] = [keptStream(), keptStream()];
    const code = await runCommand([command, "--help"], { stdout: stdout.stream, stderr: stderr.stream });
    expect([command, code, stderr.text()]).toEqual([command, 0, ""]);
    expect(stdout.text()).toContain(`pulse ${command}`);
  }
});

test("ends with one line on a bad setting", async () => {
  await refusal(pulse(["serve"], { ...(await settings()), PULSE_PORT: "http" }), "PULSE_PORT", "http", "1 to 65535");
});

test("refuses a setting whose feature is not available yet", async () => {
  await refusal(pulse(["serve"], { ...(await settings()), PULSE_NATS_URL: "nats://127.0.0.1" }), "PULSE_NATS_URL");
});

test("names a port that is already in use", async () => {
  const [http, mqtt] = [await takenPort(), await takenPort()];
  await refusal(pulse(["serve"], { ...(await settings()), PULSE_PORT: http }), "PULSE_PORT", http, "in use");
  await refusal(pulse(["serve"], { ...(await settings()), PULSE_MQTT_PORT: mqtt }), "PULSE_MQTT_PORT", mqtt, "in use");
});

test("names a folder that cannot be written to", async () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  await refusal(pulse(["serve"], await settings(join(file, "data"))), "PULSE_DATA_DIR", "cannot be written");
});

test("names a database that does not answer, without its password", async () => {
  const PULSE_DATABASE_URL = `postgres://pulse:secret@127.0.0.1:${await freePort()}/pulse`;
  const run = pulse(["serve"], { ...(await settings()), PULSE_DATABASE_URL });
  await refusal(run, "PULSE_DATABASE_URL");
  expect(run.stderr()).not.toContain("secret");
});

test("refuses a second process on the same folder; the first keeps its keys private and exits 0 on SIGTERM", async () => {
  const own = await settings();
  const first = pulse(["serve"], own);
  await first.printed("Pulse is running at");
  await refusal(
    pulse(["serve"], { ...(await settings(own["PULSE_DATA_DIR"])) }),
    "PULSE_DATA_DIR",
    "another Pulse process",
  );
  const ready = await fetch(`http://127.0.0.1:${own["PULSE_PORT"]}/readyz`);
  expect(ready.status).toBe(200);
  const outbox = await fetch(`http://127.0.0.1:${own["PULSE_PORT"]}/dev/outbox.json`);
  expect(outbox.status).toBe(404);
  first.child.kill("SIGTERM");
  expect(await first.exit).toBe(0);
  expect(statSync(join(own["PULSE_DATA_DIR"]!, "keys", "identity-admin.json")).mode & 0o777).toBe(0o600);
  const again = pulse(["serve"], own);
  await again.printed("Pulse is running at");
});

test.runIf(process.platform === "linux")("needs less than 450 MB to start and run idle", async () => {
  const run = pulse(["serve"], await settings());
  await run.printed("Pulse is running at");
  // The launcher starts the pinned Node, whose memory is measured here.
  const launcher = run.child.pid!;
  const [product] = readFileSync(`/proc/${launcher}/task/${launcher}/children`, "utf8").trim().split(" ");
  const highestKb = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product}/status`, "utf8"))?.[1]);
  expect(highestKb / 1024).toBeLessThan(450);
});
