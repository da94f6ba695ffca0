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
/** The oldest Node that the product runs on. */
const oldestNode = 24;
const isOld = Number.parseInt(process.versions.node, 10) < oldestNode;
const pinned = pinnedNode();
const runtime = pinned !== null && (isOld || !isRelease) ? pinned : process.execPath;
if (isRelease && isOld && pinned === null) {
  process.stderr.write(`pulse: needs Node ${oldestNode} or newer; this is ${process.version}\n`);
  process.exit(1);
}

/** The Node that npm installed beside Pulse; null where it did not, as without install scripts. */
function pinnedNode() {
  try {
    const path = join(dirname(createRequire(import.meta.url).resolve("node/package.json")), "bin", "node");
    return existsSync(path) ? path : null;
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
