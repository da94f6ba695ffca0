import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { nightlyBackups } from "../src/resources/backups/nightlyBackups.ts";
import { temporaryFolder } from "./support/database.ts";

const folder = temporaryFolder();
const dayMs = 24 * 3_600_000;
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
});

/** Nights whose clock stands at noon of the first day until it is moved. */
function nights(write: (path: string) => void) {
  const failures: boolean[] = [];
  const clock = { ms: new Date(2026, 2, 10, 12).getTime() };
  const backups = nightlyBackups({
    folder,
    keep: 2,
    at: { hour: 3, minute: 0 },
    now: () => clock.ms,
    write: async (path) => write(path),
    succeeded: () => undefined,
    failed: async (_error, isFirst) => void failures.push(isFirst),
  });
  return { backups, clock, failures };
}

test("there is one backup each night, the newest ones stay, and other files in the folder are left alone", async () => {
  const { backups, clock } = nights((path) => writeFileSync(path, ""));
  writeFileSync(join(folder, "pulse-of-mine.tar.gz"), "");
  const counts: number[] = [];
  for (let day = 0; day < 4; day++) {
    await backups.look();
    await backups.look();
    counts.push(readdirSync(folder).length - 1);
    clock.ms += dayMs;
  }
  expect(counts).toEqual([1, 2, 2, 2]);
  expect(readdirSync(folder)).toContain("pulse-of-mine.tar.gz");
});

test("a backup that fails is reported once a night and tried again after an hour", async () => {
  let isFull = true;
  const { backups, clock, failures } = nights((path) => {
    if (isFull) throw new Error("no space left");
    writeFileSync(path, "");
  });
  await backups.look();
  clock.ms += 60_000;
  await backups.look();
  expect(failures).toEqual([true]);
  clock.ms += 3_600_000;
  await backups.look();
  expect(failures).toEqual([true, false]);
  isFull = false;
  clock.ms += 3_600_000;
  await backups.look();
  expect(readdirSync(folder)).toHaveLength(1);
});
