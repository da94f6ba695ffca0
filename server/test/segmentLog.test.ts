import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { LogRecord, MessageLog } from "../src/platform/log/messageLog.ts";
import { segmentLog } from "../src/platform/log/segmentLog.ts";
import { temporaryFolder } from "./support/database.ts";
import { type ClockedLogUnderTest, logClockSuite, messageLogSuite, readUntil } from "./support/messageLogSuite.ts";

const parent = temporaryFolder();
const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(parent, "log-"));
  made.push(folder);
  return folder;
}

const entry = (text: string) => ({ source: "gateway/1", topic: "t", payload: Buffer.from(text) });
const texts = (records: readonly LogRecord[]) => records.map(({ payload }) => Buffer.from(payload).toString());
const opened = (folder: string, maxBytes = 64 * 1024 * 1024): Promise<MessageLog> =>
  segmentLog({ folder, now: Date.now, maxBytes, gatherMs: 1, idleMs: 5 });
const files = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".log"));

async function logUnderTest({ maxBytes }: { maxBytes: number }): Promise<ClockedLogUnderTest> {
  const folder = aFolder();
  let nowMs = 1_700_000_000_000;
  const open = (): Promise<MessageLog> => segmentLog({ folder, now: () => nowMs, maxBytes, gatherMs: 1, idleMs: 5 });
  const log = await open();
  return {
    log,
    reopen: async () => {
      await log.close();
      return open();
    },
    advance: (ms) => void (nowMs += ms),
  };
}

describe("the log in the data folder", () => {
  messageLogSuite(logUnderTest);
  describe("time", () => {
    logClockSuite(logUnderTest);
  });
});

async function three(folder: string): Promise<LogRecord[]> {
  const log = await opened(folder);
  for (const text of ["one", "two", "three"]) await log.append(entry(text));
  const read = await readUntil(log, 0, (all) => all.length === 3);
  await log.close();
  return read;
}

describe("after a crash", () => {
  test("an incomplete record is removed from the log after a crash, and the log continues after the complete ones", async () => {
    const whole = aFolder();
    const [, , last] = await three(whole);
    const name = files(whole)[0]!;
    const bytes = readFileSync(join(whole, name));
    for (let cut = last!.position; cut < bytes.length; cut++) {
      const folder = aFolder();
      await three(folder);
      truncateSync(join(folder, name), cut);
      const log = await opened(folder);
      expect(log.end()).toBe(last!.position);
      expect(statSync(join(folder, name)).size).toBe(last!.position);
      expect(log.stats().brokenBytes).toBe(cut - last!.position);
      await log.append(entry("four"));
      expect(texts(await readUntil(log, 0, (all) => all.length === 3))).toEqual(["one", "two", "four"]);
      await log.close();
    }
  });

  test("a last record of the log with any wrong byte is not read after a crash", async () => {
    const folder = aFolder();
    const [, , last] = await three(folder);
    const path = join(folder, files(folder)[0]!);
    const bytes = readFileSync(path);
    for (let at = last!.position; at < bytes.length; at += 5) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 0x10;
      writeFileSync(path, damaged);
      const log = await opened(folder);
      expect(log.end()).toBe(last!.position);
      await log.close();
    }
  });
});

describe("damage in the middle", () => {
  test("damage in the middle of a log file loses at most the rest of the file, and is counted", async () => {
    const folder = aFolder();
    const log = await opened(folder, 400_000);
    for (let nth = 0; nth < 20; nth++) await log.append(entry(`${nth} ${"z".repeat(10_000)}`));
    await log.close();
    const names = files(folder).toSorted();
    expect(names.length).toBeGreaterThan(3);
    const path = join(folder, names[1]!);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
    const again = await opened(folder, 400_000);
    const read = await readUntil(again, 0, (_all, { next }) => next === again.end());
    const numbers = texts(read).map((text) => Number.parseInt(text, 10));
    expect(numbers.at(-1)).toBe(19);
    expect(numbers.length).toBeLessThan(20);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(again.stats().brokenBytes).toBeGreaterThan(0);
    await again.close();
  });
});

test("files of the log are deleted once everything in them has been processed", async () => {
  const folder = aFolder();
  const log = await opened(folder, 400_000);
  for (let nth = 0; nth < 30; nth++) await log.append(entry(`${nth} ${"z".repeat(10_000)}`));
  const before = files(folder).length;
  await log.deleteBefore(log.end());
  expect(files(folder).length).toBe(1);
  expect(before).toBeGreaterThan(3);
  await log.close();
});

test("a reader that is far behind in the log gets everything from the files", async () => {
  const folder = aFolder();
  const log = await opened(folder);
  const reader = log.read(0);
  await log.append(entry("first"));
  const { value: first } = (await reader.next()) as { value: { records: LogRecord[] } };
  expect(texts(first.records)).toEqual(["first"]);
  // More than is kept in memory for it.
  const block = "b".repeat(1024 * 1024);
  for (let nth = 0; nth < 20; nth++) await log.append(entry(`${nth} ${block}`));
  const numbers: number[] = [];
  for await (const { records } of reader) {
    numbers.push(...texts(records).map((text) => Number.parseInt(text, 10)));
    if (numbers.length === 20) break;
  }
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
  await log.close();
});

test("a disk error reaches the caller, and the log continues once it has passed", async () => {
  const folder = aFolder();
  const log = await opened(folder, 400_000);
  await log.append(entry("one"));
  // The name of the next file is taken by a folder.
  const block = "c".repeat(60_000);
  mkdirSync(join(folder, `${String(log.end()).padStart(16, "0")}.log`));
  await expect(log.append(entry(block))).rejects.toThrow("EISDIR");
  rmdirSync(join(folder, `${String(log.end()).padStart(16, "0")}.log`));
  await log.append(entry("two"));
  await log.append(entry(block));
  expect(texts(await readUntil(log, 0, (all) => all.length === 3))).toEqual(["one", "two", block]);
  await log.close();
});
