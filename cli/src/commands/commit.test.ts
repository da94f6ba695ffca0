import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkedOutCommit } from "./commit.ts";

test("the commit is that of the clone itself, never of a repository around the folder", () => {
  const clone = realpathSync(mkdtempSync(join(tmpdir(), "pulse-clone-")));
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args], { cwd: clone, encoding: "utf8" });
  expect(checkedOutCommit(clone)).toBeNull();
  git("init", "-q");
  expect(checkedOutCommit(clone)).toBeNull();
  git("commit", "-q", "--allow-empty", "-m", "first");
  expect(checkedOutCommit(clone)).toBe(git("rev-parse", "--short", "HEAD").trim());
  const within = join(clone, "node_modules");
  mkdirSync(within);
  expect(checkedOutCommit(within)).toBeNull();
});
