#!/usr/bin/env node
// In a clone it runs on any Node the person has (>= 20); the product itself runs on the Node pinned in package.json, which
// strips TypeScript types itself. A release is JavaScript, and runs on the person's Node unless that is too old.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { memoryFlags } from "./memoryFlags.mjs";
import { whenOrphaned } from "./whenOrphaned.mjs";

const bin = dirname(fileURLToPath(import.meta.url));
const released = join(bin, "..", "lib", "main.js");
const isRelease = existsSync(released);
const main = isRelease ? released : join(bin, "..", "src", "main.ts");
/** The oldest Node that a release runs on. */
const oldestNode = 24;
const runtime = findRuntime();
if (runtime === null) {
  process.stderr.write(`pulse: needs Node ${oldestNode} or newer; this is ${process.version}\n`);
  process.exit(1);
}

/** The Node to run on; null if this one is too old and npm installed none beside Pulse. */
function findRuntime() {
  if (!isRelease) return installedNode("node") ?? process.execPath;
  if (isRecent(process.versions.node)) return process.execPath;
  const platform = process.platform === "win32" ? "win" : process.platform;
  // The second is that of the clone in which `npm run build` has made this release.
  return installedNode(`node-${platform}-${process.arch}`) ?? installedNode("node");
}

function isRecent(version) {
  return Number.parseInt(version, 10) >= oldestNode;
}

/** The Node in one of the npm registry's packages of it; null if that is not installed, or too old. */
function installedNode(name) {
  try {
    const require = createRequire(import.meta.url);
    const manifest = `${name}/package.json`;
    const path = join(dirname(require.resolve(manifest)), "bin", process.platform === "win32" ? "node.exe" : "node");
    return existsSync(path) && isRecent(require(manifest).version) ? path : null;
  } catch {
    return null;
  }
}

const child = spawn(
  runtime,
  ["--disable-warning=ExperimentalWarning", ...memoryFlags, main, ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
whenOrphaned(() => child.kill("SIGTERM"));
child.on("error", (error) => {
  process.stderr.write(`pulse: cannot start ${runtime}: ${error.message}\n`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 1)));
