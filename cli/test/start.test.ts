import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { readConfig } from "@pulse/server/platform/config/config";
import { createPulse } from "@pulse/server/start/wiring";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { runCommand } from "../src/commands/commands.ts";
import { aFolder, endPulses, expectRefusal, type PulseProcess, startPulse } from "./pulseProcess.ts";
import { keptStream } from "./streams.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(endPulses);

async function takenPort(): Promise<string> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return String((server.address() as AddressInfo).port);
}

const settings = (dataDir = aFolder()): Record<string, string> => ({
  PULSE_DATA_DIR: dataDir,
  PULSE_PORT: "0",
  PULSE_MQTT_PORT: "0",
  PULSE_LOG_LEVEL: "silent",
});

/** `pulse serve` in this process, which refuses to start: one line, which is returned. */
async function refusedServe(changed: Record<string, string>, dataDir?: string): Promise<string> {
  const [stdout, stderr] = [keptStream(), keptStream()];
  for (const [name, value] of Object.entries({ ...settings(dataDir), ...changed })) vi.stubEnv(name, value);
  try {
    const code = await runCommand(["serve"], { stdout: stdout.stream, stderr: stderr.stream });
    expect([code, stdout.text()]).toEqual([1, ""]);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(stderr.text()).toMatch(/^pulse: [^\n]+\n$/);
  return stderr.text();
}

/** Whether each of these is in a text, which a failure shows. */
function expectParts(line: string, ...parts: string[]): void {
  for (const part of parts) expect(line).toContain(part);
}

test("help and version are printed without any settings, and an unknown command is named", async () => {
  const help = startPulse(["--help"]);
  expect(await help.exit).toBe(0);
  for (const command of ["serve", "demo", "simulate", "replay", "locate", "migrate", "doctor", "admin"])
    expect(help.stdout()).toContain(command);
  const version = startPulse(["--version"]);
  expect(await version.exit).toBe(0);
  expect(version.stdout()).toMatch(/^1\.19\.2( \(commit [0-9a-f]{7,}\))?\n$/);
  await expectRefusal(startPulse(["dance"]), '"dance"');
  for (const command of ["serve", "demo", "simulate", "replay", "locate", "migrate", "doctor", "admin"]) {
    const [stdout, stderr] = [keptStream(), keptStream()];
    const code = await runCommand([command, "--help"], { stdout: stdout.stream, stderr: stderr.stream });
    expect([command, code, stderr.text()]).toEqual([command, 0, ""]);
    expect(stdout.text()).toContain(`pulse ${command}`);
  }
});

test("a bad setting stops the start with one line", async () => {
  expectParts(await refusedServe({ PULSE_PORT: "http" }), "PULSE_PORT", "http", "1 to 65535");
});

test.each(["PULSE_PORT", "PULSE_MQTT_PORT"])("a %s that is already in use is named", async (name) => {
  const port = await takenPort();
  expectParts(await refusedServe({ [name]: port }), name, port, "in use");
});

test("a data folder that cannot be written to is named", async () => {
  const file = join(aFolder(), "file");
  writeFileSync(file, "");
  expectParts(await refusedServe({}, join(file, "data")), "PULSE_DATA_DIR", "cannot be written");
});

test("a typo in the name of a setting is named beside the setting that was meant", async () => {
  expectParts(
    await refusedServe({ PULSE_DATABSE_URL: "postgres://localhost/pulse" }),
    "PULSE_DATABSE_URL",
    "PULSE_DATABASE_URL",
  );
});

test("a clock that has not been set stops the start, and nothing is made", async () => {
  const folder = join(aFolder(), "data");
  const config = readConfig({ ...settings(folder), PULSE_UNLIKE_ANY: "1" }, { demo: false });
  const start = createPulse(config, { log: pino({ level: "silent" }), webFolder: folder, now: () => 86_400_000 });
  await expect(start).rejects.toThrow(/clock says 1970-01-02T00:00:00\.000Z/);
  expect(existsSync(folder)).toBe(false);
});

test.runIf(process.getuid?.() === 0)("root is refused in another user's data folder", async () => {
  const folder = aFolder();
  chownSync(folder, 10_001, 10_001);
  expectParts(await refusedServe({}, folder), "PULSE_DATA_DIR", "user 10001", "root");
});

test("a database that does not answer is named, without its password", async () => {
  // Nobody listens on a port that was let go; if another program takes it, it is no database either.
  const port = await takenPort();
  servers.pop()?.close();
  const line = await refusedServe({ PULSE_DATABASE_URL: `postgres://pulse:secret@127.0.0.1:${port}/pulse` });
  expect(line).toContain("PULSE_DATABASE_URL");
  expect(line).not.toContain("secret");
});

// One process for what only a process of its own shows, since each start takes seconds.
describe("a process that serves", () => {
  const dataDir = aFolder();
  let first: PulseProcess;
  let url: string;
  beforeAll(async () => {
    // The first database on a machine also makes the template that later ones are copied from, which takes more memory.
    await startPulse(["migrate"], settings(aFolder())).exit;
    first = startPulse(["serve"], { ...settings(dataDir), PULSE_LOG_LEVEL: "warn" });
    url = await first.serving();
  });

  test("a new installation prints its address on any free port, its broker and the link for the first person", async () => {
    expect(first.stdout()).toMatch(/^MQTT broker: mqtt:\/\/127\.0\.0\.1:[1-9]\d+$/m);
    expect(first.stdout()).toContain(`${url}/setup?token=`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/dev/outbox.json`)).status).toBe(404);
  });

  test.runIf(process.platform === "linux")("Pulse needs less than 450 MB to start and run idle", () => {
    // The launcher starts the pinned Node, whose memory is measured here.
    const launcher = first.child.pid!;
    const [product] = readFileSync(`/proc/${launcher}/task/${launcher}/children`, "utf8").trim().split(" ");
    const highestKb = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${product}/status`, "utf8"))?.[1]);
    expect(highestKb / 1024).toBeLessThan(450);
  });

  test("a second process on the same folder is refused; the first keeps its keys private and exits 0 on SIGTERM", async () => {
    expectParts(await refusedServe({}, dataDir), "PULSE_DATA_DIR", "another Pulse process");
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    first.child.kill("SIGTERM");
    expect(await first.exit).toBe(0);
    expect(statSync(join(dataDir, "keys", "identity-admin.json")).mode & 0o777).toBe(0o600);
    const again = await createPulse(readConfig(settings(dataDir), { demo: false }), {
      log: pino({ level: "silent" }),
      webFolder: dataDir,
    });
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
    await again.stop();
  });
});
