// Load beside which tests run: three processes that compute and one that syncs a file, until they are stopped.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const busyLoops = 3;
/** A hog ends by itself soon after the process that started it, however that ended, ms. */
const checkMs = 500;
/** The file is written anew from its start after this many blocks of 1 MB. */
const fileBlocks = 64;

// An orphan gets another parent.
const orphaned = "const parent = process.ppid; const isOrphan = () => process.ppid !== parent;";
const computes = `${orphaned} while (!isOrphan()) { const until = Date.now() + ${checkMs}; while (Date.now() < until); }`;
const syncs = `${orphaned}
const { openSync, writeSync, fsyncSync } = require("node:fs");
const [file, block] = [openSync(process.argv[1], "w"), Buffer.alloc(1 << 20, 1)];
for (let nth = 0; !isOrphan(); nth = (nth + 1) % ${fileBlocks}) {
  writeSync(file, block, 0, block.length, nth * block.length);
  fsyncSync(file);
}`;

/** Starts the load; `stop` ends it and removes its file. */
export function startLoad() {
  const folder = mkdtempSync(join(tmpdir(), "pulse-load-"));
  const start = (...parameters) => spawn(process.execPath, ["-e", ...parameters], { stdio: "ignore" });
  const hogs = [...Array.from({ length: busyLoops }, () => start(computes)), start(syncs, join(folder, "file"))];
  const stop = () => {
    for (const hog of hogs) hog.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", stop);
  return { stop };
}
