import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../../scripts/freePort.mjs";

const main = new URL("../src/main.ts", import.meta.url).pathname;
let outer: string;
let dataDir: string;
beforeAll(() => {
  outer = mkdtempSync(join(tmpdir(), "pulse-private-"));
  dataDir = join(outer, "data");
});
afterAll(() => rmSync(outer, { recursive: true, force: true }));

/** Runs the product until it serves, with a umask that keeps nothing from anybody, and stops it. */
async function runOnce(): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PULSE_|VITEST)/.test(name));
  const child = spawn("sh", ["-c", `umask 000; exec "$0" "$@"`, process.execPath, main, "serve"], {
    env: {
      ...Object.fromEntries(inherited),
      PULSE_DATA_DIR: dataDir,
      PULSE_PORT: String(await freePort()),
      PULSE_MQTT_PORT: String(await freePort()),
      PULSE_MQTT_TLS_PORT: String(await freePort()),
      PULSE_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("Pulse is running at")) resolve();
    });
    void ended.then(([code]) => reject(new Error(`the product ended with ${String(code)}`)));
  });
  child.kill("SIGTERM");
  await ended;
}

/** Everything in the data folder, itself included. */
function everything(): string[] {
  const inside = readdirSync(dataDir, { recursive: true }) as string[];
  return [dataDir, ...inside.map((name) => join(dataDir, name))];
}

/** What others than its owner may use, with its mode. */
const open = (): string[] =>
  everything()
    .map((path) => `${(lstatSync(path).mode & 0o777).toString(8)} ${path.slice(outer.length)}`)
    .filter((line) => !/^\d00 /.test(line));

const onPosix = process.platform !== "win32";

test.runIf(onPosix)("a new data folder and all that is made in it are for its owner only", async () => {
  await runOnce();
  expect(everything().length).toBeGreaterThan(1000);
  expect(open()).toEqual([]);
});

test.runIf(onPosix)(
  "a data folder of an earlier release, open to others, becomes its owner's at the next start",
  async () => {
    for (const path of everything()) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666);
    await runOnce();
    expect(open()).toEqual([]);
  },
);
