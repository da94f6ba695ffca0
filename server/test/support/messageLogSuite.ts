import { describe, expect, test } from "vitest";
import {
  type LogBatch,
  LogFull,
  type LogPartition,
  type LogRecord,
  type MessageLog,
} from "../../src/platform/log/messageLog.ts";

/** What the suite needs from an implementation. */
export interface LogUnderTest {
  log: MessageLog;
  /** Closes the log and opens it again over the same data. */
  reopen(): Promise<MessageLog>;
}

/** One whose clock is the test's. */
export interface ClockedLogUnderTest extends LogUnderTest {
  /** Moves the log's clock forward or back. */
  advance(ms: number): void;
}

const entry = (text: string, topic = "a/topic") => ({ source: "gateway/1", topic, payload: Buffer.from(text) });
const texts = (records: readonly LogRecord[]) => records.map(({ payload }) => Buffer.from(payload).toString());

/** Reads until `enough`, which sees everything read so far. */
export async function readUntil(
  log: Pick<LogPartition, "read">,
  from: number,
  enough: (read: LogRecord[], batch: LogBatch) => boolean,
): Promise<LogRecord[]> {
  const read: LogRecord[] = [];
  for await (const batch of log.read(from)) {
    read.push(...batch.records.map((record) => ({ ...record, payload: Uint8Array.from(record.payload) })));
    if (enough(read, batch)) break;
  }
  return read;
}

/** What every message log must do; `open` returns an empty one with room for `maxBytes`. */
export function messageLogSuite(open: (options: { maxBytes: number }) => Promise<LogUnderTest>): void {
  const roomy = { maxBytes: 64 * 1024 * 1024 };

  test("what was appended is read in its order, as it was, whoever reads and from where", async () => {
    const { log } = await open(roomy);
    const said = Array.from({ length: 500 }, (_, nth) => `message ${nth} äöü ${"x".repeat(nth)}`);
    await Promise.all(said.map((text, nth) => log.append(entry(text, `topic/${nth}`))));
    const read = await readUntil(log, 0, (all) => all.length === said.length);
    expect(texts(read)).toEqual(said);
    expect(read[7]).toMatchObject({ source: "gateway/1", topic: "topic/7" });
    const positions = read.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(new Set(positions).size).toBe(said.length);
    const later = await readUntil(log, positions[300]!, (all) => all.length === 200);
    expect(texts(later)).toEqual(said.slice(300));
    await log.close();
  });

  test("a reader at the end is given what comes, and none of it twice", async () => {
    const { log } = await open(roomy);
    const reading = readUntil(log, log.end(), (all) => all.length === 30);
    for (let nth = 0; nth < 30; nth++) await log.append(entry(String(nth)));
    expect(texts(await reading)).toEqual(Array.from({ length: 30 }, (_, nth) => String(nth)));
    await log.close();
  });

  test("what was kept is there after the log was closed and opened, under the same positions and times", async () => {
    const { log, reopen } = await open(roomy);
    for (const text of ["one", "two", "three"]) await log.append(entry(text));
    const before = await readUntil(log, 0, (all) => all.length === 3);
    const [id, end] = [log.id, log.end()];
    const again = await reopen();
    expect([again.id, again.end()]).toEqual([id, end]);
    await again.append(entry("four"));
    const after = await readUntil(again, 0, (all) => all.length === 4);
    expect(after.slice(0, 3)).toEqual(before);
    expect(texts(after).at(-1)).toBe("four");
    await again.close();
  });

  test("what was appended just before the log is closed is kept", async () => {
    const { log, reopen } = await open(roomy);
    const kept = log.append(entry("last words"));
    const again = await reopen();
    await kept;
    expect(texts(await readUntil(again, 0, (all) => all.length === 1))).toEqual(["last words"]);
    await again.close();
  });

  describe("a budget", () => {
    test("that is used up refuses new messages without losing any; worked ones make room again", async () => {
      const { log } = await open({ maxBytes: 400_000 });
      const large = "y".repeat(10_000);
      const answers: unknown[] = [];
      for (let nth = 0; nth < 60; nth++)
        answers.push(await log.append(entry(`${nth} ${large}`)).catch((error: unknown) => error));
      const kept = answers.indexOf(answers.find((answer) => answer !== undefined));
      expect(kept).toBeGreaterThan(20);
      for (const answer of answers.slice(kept)) expect(answer).toBeInstanceOf(LogFull);
      const { bytes, maxBytes } = log.stats();
      expect(bytes).toBeLessThanOrEqual(maxBytes);
      const read = await readUntil(log, 0, (all) => all.length === kept);
      expect(texts(read).map((text) => Number.parseInt(text, 10))).toEqual([...read.keys()]);
      await log.deleteBefore(log.end());
      await log.append(entry("again"));
      expect(log.start()).toBeGreaterThan(0);
      expect(texts(await readUntil(log, 0, (all) => texts(all).includes("again"))).at(-1)).toBe("again");
      await log.close();
    });
  });

  test("forgetting keeps everything at the position and after it", async () => {
    const { log } = await open({ maxBytes: 400_000 });
    for (let nth = 0; nth < 30; nth++) await log.append(entry(`${nth} ${"z".repeat(10_000)}`));
    const read = await readUntil(log, 0, (all) => all.length === 30);
    await log.deleteBefore(read[13]!.position);
    const left = await readUntil(log, read[13]!.position, (all) => all.length === 17);
    expect(left.map(({ position }) => position)).toEqual(read.slice(13).map(({ position }) => position));
    await log.close();
  });

  test("a moment leads to a position with everything since then behind it", async () => {
    const { log } = await open({ maxBytes: 400_000 });
    for (let nth = 0; nth < 30; nth++) await log.append(entry(`${nth} ${"z".repeat(10_000)}`));
    const read = await readUntil(log, 0, (all) => all.length === 30);
    for (const { atMs, position } of read) expect(log.positionAt(atMs)).toBeLessThanOrEqual(position);
    await log.close();
  });
}

/** What a message log must do with a clock of ours; `open` returns an empty one. */
export function logClockSuite(open: (options: { maxBytes: number }) => Promise<ClockedLogUnderTest>): void {
  const roomy = { maxBytes: 64 * 1024 * 1024 };

  test("time never goes back from record to record, and a batch says up to when all was read", async () => {
    const { log, advance } = await open(roomy);
    let readUntilMs = -Infinity;
    const reading = readUntil(log, 0, (all, { records, untilMs }) => {
      for (const { atMs } of records) expect(atMs).toBeGreaterThan(readUntilMs);
      readUntilMs = Math.max(readUntilMs, untilMs);
      return all.length === 40;
    });
    for (let nth = 0; nth < 40; nth++) {
      // The clock is slewed back by a little now and then.
      advance(nth % 7 === 0 ? -3 : 5);
      await log.append(entry(String(nth)));
    }
    const times = (await reading).map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    await log.close();
  });

  test("time advances while nothing arrives", async () => {
    const { log, advance } = await open(roomy);
    const moments: number[] = [];
    await readUntil(log, 0, (_all, { untilMs }) => {
      moments.push(untilMs);
      advance(200);
      return moments.length === 6;
    });
    expect(moments.at(-1)! - moments[0]!).toBe(1000);
    await log.close();
  });

  test("time follows a clock that is set back", async () => {
    const { log, advance } = await open(roomy);
    await log.append(entry("before"));
    advance(-3_600_000);
    await log.append(entry("after"));
    const [before, after] = await readUntil(log, 0, (all) => all.length === 2);
    expect(after!.atMs).toBeLessThan(before!.atMs - 3_500_000);
    await log.close();
  });

  test("a moment long after the start leads to a later position than the start", async () => {
    const { log, advance } = await open({ maxBytes: 400_000 });
    for (let nth = 0; nth < 30; nth++) {
      advance(1000);
      await log.append(entry(`${nth} ${"z".repeat(10_000)}`));
    }
    const read = await readUntil(log, 0, (all) => all.length === 30);
    for (const { atMs, position } of read) expect(log.positionAt(atMs)).toBeLessThanOrEqual(position);
    expect(log.positionAt(read[29]!.atMs)).toBeGreaterThan(0);
    await log.close();
  });
}
