// `npm run test:release`: the release as a stranger gets it. Its tarball is installed in an empty folder; the demo runs from
// it, is backed up while it runs, and the backup is restored and served. Arguments: the installed command, a new folder.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { signIn } from "./support/world.ts";

const [command, folder] = process.argv.slice(2);
assert(command !== undefined && folder !== undefined, "usage: releaseSmoke.ts COMMAND FOLDER");
const demoData = join(folder, "demo");
const restoredData = join(folder, "restored");
const backup = join(folder, "pulse.backup");
const someone = "admin@northwind.test";

assert.match(await output(demoData, "--version"), /^\d+\.\d+\.\d+ \(commit [0-9a-f]{7,}\)\n$/);
await whileRunning(demoData, "demo", async (url) => {
  const page = await (await fetch(url)).text();
  const script = /<script[^>]* src="([^"]+)"/.exec(page)?.[1];
  assert(script !== undefined, `no script in the page:\n${page}`);
  assert.equal((await fetch(new URL(script, url))).status, 200);
  assert.equal((await fetch(`${url}/api/docs/assets/swagger-ui.css`)).status, 200);
  assert.ok((await signIn(url, someone)).idToken);
  await output(demoData, "backup", backup);
});
await output(restoredData, "restore", backup);
await whileRunning(restoredData, "serve", async (url) => assert.ok((await signIn(url, someone)).idToken));
console.log("The release works: version, demo, web app, sign-in, backup, restore.");

/** Runs `pulse WORDS` to its end and resolves to what it printed; rejects if it fails. */
async function output(dataDir: string, ...words: string[]): Promise<string> {
  const child = start(dataDir, words);
  let printed = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const [code] = (await once(child, "close")) as [number | null];
  assert.equal(code, 0, `pulse ${words.join(" ")} ended with ${code}`);
  return printed;
}

/** Starts `pulse COMMAND`, waits until it is ready, does `work` with its address, and stops it. */
async function whileRunning(dataDir: string, word: string, work: (url: string) => Promise<void>): Promise<void> {
  const child = start(dataDir, [word]);
  const closed = once(child, "close");
  try {
    const url = await address(child);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    await work(url);
  } finally {
    child.kill("SIGTERM");
    await closed;
  }
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const url = /Pulse is running at (\S+)\n/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`pulse ended with ${code} before it was up: ${printed}`)));
  });
}

function start(dataDir: string, words: string[]): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("PULSE_"));
  return spawn(command!, words, {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...Object.fromEntries(inherited),
      PULSE_DATA_DIR: dataDir,
      PULSE_PORT: "0",
      PULSE_MQTT_PORT: "0",
      PULSE_OUTBOX: "1",
      PULSE_SIMULATE: "0",
      PULSE_LOG_LEVEL: "warn",
    },
  });
}
