import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { inRoot } from "./paths.mjs";

const pollMs = 250;
// If a lock has no readable owner, its maker died between two system calls.
const ownerlessMs = 5_000;

/**
 * Runs `work` while no other process of this clone runs anything under the same name; waits for its turn.
 * Takes over a lock left behind by a killed process.
 */
export async function withLock(name, work) {
  const folder = inRoot(".cache", `${name}.lock`);
  mkdirSync(inRoot(".cache"), { recursive: true });
  for (let told = false; !take(folder); told = true) {
    if (!told) process.stderr.write(`Another process is at it (${name}); waiting for it to finish.\n`);
    await pause(pollMs);
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.removeListener("exit", release);
    release();
  }
}

function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!abandoned(folder)) return false;
    rmSync(folder, { recursive: true, force: true });
    return take(folder);
  }
  writeFileSync(`${folder}/pid`, String(process.pid));
  return true;
}

function abandoned(folder) {
  try {
    const pid = Number(readFileSync(`${folder}/pid`, "utf8"));
    if (pid > 0) return !alive(pid);
    return Date.now() - statSync(folder).mtimeMs > ownerlessMs;
  } catch {
    // Released while we looked, or its owner is not recorded yet.
    try {
      return Date.now() - statSync(folder).mtimeMs > ownerlessMs;
    } catch {
      return false;
    }
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
