import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/database.ts";
import { diskByteStore } from "../files/diskByteStore.ts";
import { fileTarget, type RemoteFiles } from "./restoredFiles.ts";

const parent = temporaryFolder();

/** A data folder, and a store that is not in it. */
function places() {
  const folder = mkdtempSync(join(parent, "restore-"));
  const store = join(folder, "store");
  mkdirSync(store);
  const remote: RemoteFiles = { name: "s3.test/files", bytes: diskByteStore(store) };
  const staging = join(folder, "staging");
  const stage = (names: string[]): void => {
    mkdirSync(join(staging, "files"), { recursive: true });
    for (const name of names) writeFileSync(join(staging, "files", name), name);
  };
  return { staging, stage, remote, stored: () => readdirSync(store).toSorted() };
}

test("files of a restore go to the store and leave the staging folder", async () => {
  const { staging, stage, remote, stored } = places();
  const target = fileTarget(staging, remote);
  expect(await target.refuseFull()).toBe(false);
  await target.begin();
  stage(["a", "b"]);
  await target.place();
  expect([stored(), readdirSync(staging)]).toEqual([["a", "b"], ["store-of-files"]]);
});

test("a restore that fails deletes what it has stored, and nothing else", async () => {
  const { staging, stage, remote, stored } = places();
  await remote.bytes.write("other", Buffer.from("x"));
  const target = fileTarget(staging, remote);
  stage(["a", "b"]);
  await target.place();
  await target.undo();
  expect(stored()).toEqual(["other"]);
});

test("a store with files is refused, but not by the restore that was cut short there", async () => {
  const { staging, stage, remote, stored } = places();
  const first = fileTarget(staging, remote);
  await first.begin();
  stage(["a"]);
  await first.place();
  // Killed; another store is none of its business.
  const elsewhere = fileTarget(staging, { ...remote, name: "s3.test/others" });
  await expect(elsewhere.refuseFull()).rejects.toThrow("has files of Pulse");
  expect(await fileTarget(staging, remote).refuseFull()).toBe(true);
  rmSync(staging, { recursive: true });
  await expect(fileTarget(staging, remote).refuseFull()).rejects.toThrow("has files of Pulse");
  expect(stored()).toEqual(["a"]);
});
