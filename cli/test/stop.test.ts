import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { compileCache } from "@pulse/server/test/support/compileCache";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/freePort.mjs";

// Not the launcher, so that signals reach the product itself.
const main = new URL("../src/main.ts", import.meta.url).pathname;
const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Running {
  /** Resolves to the exit code, or the signal that ended it, and what it has said, once nobody holds its output any more. */
  ended: Promise<{ by: unknown; said: string }>;
}

/** The environment of a product of its own. */
async function settings(folder: string): Promise<Record<string, string>> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PULSE_|VITEST|npm_)/.test(name));
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    ...compileCache,
    PULSE_DATA_DIR: join(folder, "data"),
    PULSE_PORT: String(await freePort()),
    PULSE_MQTT_PORT: String(await freePort()),
    PULSE_LOG_LEVEL: "error",
  };
}

/** Waits until a started product serves. */
async function untilRunning(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Running> {
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "close").then(([code, signal]: unknown[]) => ({ by: code ?? signal, said }));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("Pulse is running at")) resolve();
    });
    void ended.then(({ by }) => reject(new Error(`the product ended with ${String(by)}: ${said}`)));
  });
  return { ended };
}

/** The product in a process of its own, which runs `planted` first. */
async function serving(planted = ""): Promise<Running & { child: ChildProcess; port: number }> {
  const folder = mkdtempSync(join(tmpdir(), "pulse-stop-"));
  folders.push(folder);
  const env = await settings(folder);
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(planted)}`, main, "serve"],
    { env, stdio: ["ignore", "pipe", "pipe"] },
  );
  children.push(child);
  return { child, port: Number(env["PULSE_PORT"]), ...(await untilRunning(child)) };
}

test.each([
  ["thrown", 'process.on("SIGUSR2", () => { throw new Error("planted"); });'],
  ["rejected", 'process.on("SIGUSR2", () => { Promise.reject(new Error("planted")); });'],
])(
  "an error that is %s and that nobody catches is logged, and Pulse stops in order with exit code 1",
  async (_, planted) => {
    const { child, ended } = await serving(planted);
    child.kill("SIGUSR2");
    const { by, said } = await ended;
    expect(said).toMatch(/"msg":"an error that nobody caught: Pulse stops"/);
    expect(said).toContain("planted");
    expect(said).toContain("Stopping ...");
    expect(by).toBe(1);
  },
);

test("a stop ends the process although a timer of hours is left, and says what is", async () => {
  const { child, ended } = await serving("setInterval(() => undefined, 3_600_000);");
  child.kill("SIGTERM");
  const { by, said } = await ended;
  expect(said).toContain("pulse: something was left at the stop: ");
  expect(said).toContain("Timeout");
  expect(by).toBe(0);
});

test("uploads that were refused, half sent and hung up leave nothing behind at a stop", async () => {
  const { child, port, ended } = await serving();
  const upload = [
    "PUT /api/v3/assets/01990000-0000-7000-8fff-000000000001/image HTTP/1.1",
    "host: 127.0.0.1",
    "content-type: multipart/form-data; boundary=x",
    "content-length: 1000000",
  ];
  for (const isHungUp of [true, false]) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write([...upload, "", "--x"].join("\r\n"));
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString("latin1")).toMatch(/^HTTP\/1\.1 401 /);
    if (!isHungUp) continue;
    socket.destroy();
    await once(socket, "close");
  }
  child.kill("SIGTERM");
  const { by, said } = await ended;
  expect(said).toBe("Stopping ...\n");
  expect(by).toBe(0);
});

test("a signal to npm reaches the product, although npm's shell may die of it without passing it on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-stop-"));
  folders.push(folder);
  // As `npm start` does, without looking whether anything has to be installed or built.
  const run = new URL("../../scripts/run.mjs", import.meta.url).href;
  const launcher = new URL("../bin/pulse.mjs", import.meta.url).pathname;
  const lines = [
    `import { runNode } from ${JSON.stringify(run)};`,
    `process.exit(await runNode([${JSON.stringify(launcher)}, "serve"], { stdio: "inherit" }));`,
  ];
  writeFileSync(join(folder, "start.mjs"), lines.join("\n"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node start.mjs" } }));
  const env = await settings(folder);
  // A process group of its own, so that nothing of it outlives a test that fails.
  const npm = spawn("npm", ["start", "--silent"], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => {
    try {
      process.kill(-npm.pid!, "SIGKILL");
    } catch {
      // All of it has ended.
    }
  });
  const { ended } = await untilRunning(npm);
  npm.kill("SIGTERM");
  // Not before the last process that was started has let go of the output.
  expect((await ended).said).toContain("Stopping ...");
});
