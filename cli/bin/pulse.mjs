#!/usr/bin/env node
// Runs on any Node the person has (>= 20); the product itself runs on the Node pinned in package.json, which strips
// TypeScript types itself.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { memoryFlags } from "./memoryFlags.mjs";
import { whenOrphaned } from "./whenOrphaned.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const pinned = join(root, "node_modules", "node", "bin", "node");
const runtime = existsSync(pinned) ? pinned : process.execPath;
const main = join(root, "cli", "src", "main.ts");

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
