import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { changedFiles, specsToRun } from "./scripts/changedFiles.mjs";

const specs = ["sites/geofences", "assets", "mapRoom", "liveMap", "frame/frame"].map(
  (name) => `e2e/specs/${name}.spec.ts`,
);

test("a changed folder of the web app or the server leads to the specs that are named after it", () => {
  expect(specsToRun(["web/src/geofences/GeofencesPage.tsx"], specs)).toEqual(["e2e/specs/sites/geofences.spec.ts"]);
  expect(specsToRun(["server/src/resources/assets/assets.service.ts"], specs)).toEqual(["e2e/specs/assets.spec.ts"]);
  expect(specsToRun(["contract/src/geofences.ts"], specs)).toEqual(["e2e/specs/sites/geofences.spec.ts"]);
  expect(specsToRun(["web/src/map/LiveMap.tsx"], specs)).toEqual([
    "e2e/specs/mapRoom.spec.ts",
    "e2e/specs/liveMap.spec.ts",
  ]);
});

test("a changed spec runs itself, and a change of what all specs stand on runs them all", () => {
  expect(specsToRun(["e2e/specs/assets.spec.ts"], specs)).toEqual(["e2e/specs/assets.spec.ts"]);
  expect(specsToRun(["e2e/support/page.ts"], specs)).toEqual(specs);
  expect(specsToRun(["e2e/playwright.config.ts"], specs)).toEqual(specs);
});

test("a change that no spec is named after runs none", () => {
  expect(specsToRun(["README.md", "positioning/src/engine/locate.ts"], specs)).toEqual([]);
});

test("edited, new and committed files count as changed since a commit, and deleted ones do not", () => {
  const repository = mkdtempSync(join(tmpdir(), "pulse-changed-"));
  onTestFinished(() => rmSync(repository, { recursive: true, force: true }));
  const git = (...parameters: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@pulse.test", ...parameters], {
      cwd: repository,
    });
  const write = (name: string) => writeFileSync(join(repository, name), `${name}\n`.repeat(3));
  git("init", "--quiet");
  for (const name of ["same.ts", "edited.ts", "removed.ts"]) write(name);
  git("add", ".");
  git("commit", "--quiet", "--message", "Add three files");
  git("tag", "start");
  write("committed.ts");
  git("add", ".");
  git("commit", "--quiet", "--message", "Add one more");
  appendFileSync(join(repository, "edited.ts"), "more\n");
  rmSync(join(repository, "removed.ts"));
  write("new.ts");
  expect(changedFiles("HEAD", repository)).toEqual(["edited.ts", "new.ts"]);
  expect(changedFiles("start", repository)).toEqual(["committed.ts", "edited.ts", "new.ts"]);
  expect(() => changedFiles("no-such-commit", repository)).toThrow(/no-such-commit/);
});
