import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { resolve } from "node:path";

/** Put in place by `npm run build` (scripts/releaseBundle.mjs). */
declare const pulseRelease: { commit: string | null } | undefined;

const root = resolve(import.meta.dirname, "../../..");

/** The commit that this clone is at, abbreviated; null outside of a clone of Pulse, or without git. */
export function checkedOutCommit(folder = root): string | null {
  const ask = (...args: string[]): string => {
    const { status, stdout } = spawnSync("git", ["rev-parse", ...args], { cwd: folder, encoding: "utf8" });
    return status === 0 ? stdout.trim() : "";
  };
  // The folder may lie in somebody else's repository.
  if (ask("--show-toplevel") !== realpathSync(folder)) return null;
  return ask("--short", "HEAD") || null;
}

/** The commit that this release was built from, or that this clone is at; null where nobody knows. */
export function sourceCommit(): string | null {
  return typeof pulseRelease === "undefined" ? checkedOutCommit() : pulseRelease.commit;
}
