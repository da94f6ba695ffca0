import { type Kysely, sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { type LogProcess, logProcess, worked } from "../../../test/support/logProcess.ts";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { LogUnreachable } from "../../platform/log/messageLog.ts";
import { partitionOf, sitePartitions } from "../../platform/log/partitions.ts";
import { partitionLeaseMs } from "./partitionLeases.repository.ts";
import { leftToOthersMs } from "./logReach.ts";
import { type CheckLease, LeaseLost } from "./logShare.ts";

const database = await testDatabase();
const { db } = database;
const logId = "01990000-0000-7000-9000-0000000000aa";
const siteId = "01990000-0000-7000-9000-0000000000a4";
let nowMs = 0;
/** @param written what the end of its work waits for */
const aProcess = (fail: Error | null = null, written: Promise<void> = Promise.resolve()): LogProcess =>
  logProcess({ db, logId, monotonicMs: () => nowMs, fail, written });

const expire = async (): Promise<void> => {
  const leased_until = new Date(0);
  await db.updateTable("log_partitions").set({ leased_until }).execute();
  await db.updateTable("log_processes").set({ leased_until }).execute();
};
const write = (check: CheckLease): Promise<void> => transaction(db, async (trx: Kysely<Database>) => check(trx));
/** Each process has its turns until all have the share that is theirs. */
const settle = (...processes: LogProcess[]): Promise<void> =>
  vi.waitFor(
    async () => {
      for (const { turn } of processes) await turn();
      const counts = processes.map(({ checks }) => checks.size);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sitePartitions.length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    },
    { timeout: 60_000, interval: 1 },
  );
/** It has its turns until it works on everything. */
const takesAll = (one: LogProcess): Promise<void> =>
  vi.waitFor(
    async () => {
      await one.turn();
      expect(worked(one)).toEqual(sitePartitions);
    },
    { timeout: 60_000, interval: 1 },
  );

beforeEach(async () => {
  nowMs = 0;
  await database.reset();
});

test("one process has all partitions; a second and a third that join get their shares, each partition from one at a time", async () => {
  const [first, second, third] = [aProcess(), aProcess(), aProcess()];
  await first.begin();
  expect(worked(first)).toEqual(sitePartitions);
  await second.begin();
  expect(worked(second)).toEqual([]);
  await settle(first, second);
  expect(worked(first, second)).toEqual(sitePartitions);
  await third.begin();
  await settle(first, second, third);
  expect(worked(first, second, third)).toEqual(sitePartitions);
  for (const { checks } of [first, second, third]) for (const check of checks.values()) await write(check);
  expect([first, second, third].flatMap(({ lost }) => lost)).toEqual([]);
});

test("while a process of a release without partitions works on the whole log, nobody takes a partition, and afterwards it gets no more", async () => {
  const lease = "01990000-0000-7000-9000-0000000000bb";
  await db
    .insertInto("log_leases")
    .values({ log_id: logId, lease, leased_until: new Date(Date.now() + 3_600_000), fencing_token: 7 })
    .execute();
  const process = aProcess();
  await process.begin();
  expect(worked(process)).toEqual([]);
  await db
    .updateTable("log_leases")
    .set({ leased_until: new Date(0) })
    .execute();
  await takesAll(process);
  const { rows } = await sql<{ free: boolean; token: number }>`
    select leased_until <= now() + interval '1 year' as free, fencing_token as token from log_leases`.execute(db);
  expect(rows).toEqual([{ free: false, token: 8 }]);
});

test("what a stopping process had is the others' at once", async () => {
  const [first, second] = [aProcess(), aProcess()];
  await first.begin();
  await second.begin();
  await settle(first, second);
  await first.share.stop();
  expect(first.ended.toSorted((a, b) => a - b)).toEqual(sitePartitions);
  await takesAll(second);
  expect(first.share.held()).toEqual([]);
});

test("a process that stops extends its leases until everything is written, but has no share any more", async () => {
  const written = Promise.withResolvers<void>();
  const [first, second] = [aProcess(null, written.promise), aProcess()];
  await first.begin();
  const stopped = first.share.stop();
  await first.turn();
  await second.begin();
  expect(worked(second)).toEqual([]);
  expect((await db.selectFrom("log_processes").selectAll().execute()).length).toBe(1);
  written.resolve();
  await stopped;
  await takesAll(second);
});

test("what a dead process had is the others' once its leases have ended", async () => {
  const [dead, other] = [aProcess(), aProcess()];
  await dead.begin();
  await other.begin();
  await other.turn();
  expect(worked(other)).toEqual([]);
  await expire();
  await takesAll(other);
  expect(other.share.hasSite(siteId)).toBe(true);
});

test("after the database was away for longer than a lease, each process goes on with its own share", async () => {
  const [first, second] = [aProcess(), aProcess()];
  await first.begin();
  await second.begin();
  await settle(first, second);
  await expire();
  nowMs += 2 * partitionLeaseMs;
  // The first that reaches it again does not take what the others are about to extend.
  for (let turns = 0; turns < 4; turns++) await second.turn();
  expect(worked(second)).toHaveLength(8);
  nowMs += 500;
  await first.turn();
  expect([first.lost, second.lost]).toEqual([[], []]);
  expect(first.share.held()).toHaveLength(8);
  // What nobody extends is taken.
  await first.share.stop();
  for (let turns = 0; turns < 8; turns++) {
    nowMs += 500;
    await second.turn();
  }
  await takesAll(second);
});

/** Turns of these processes, half a second apart, until so much time has passed. */
const pass = async (ms: number, ...processes: LogProcess[]): Promise<void> => {
  for (const endMs = nowMs + ms; nowMs < endMs; nowMs += 500) for (const { turn } of processes) await turn();
};

test("a process that cannot reach the log leaves its partitions to one that can, ends nothing, and has its share again afterwards", async () => {
  const [first, second] = [aProcess(), aProcess()];
  await first.begin();
  await second.begin();
  await settle(first, second);
  first.network.isReachable = false;
  await pass(leftToOthersMs, first, second);
  expect(first.ended).toHaveLength(8);
  await vi.waitFor(async () => {
    await pass(500, first, second);
    expect([worked(first), worked(second)]).toEqual([[], sitePartitions]);
  });
  await pass(2 * partitionLeaseMs, first, second);
  expect(worked(second)).toEqual(sitePartitions);
  first.network.isReachable = true;
  await settle(first, second);
  expect([first.lost, second.lost]).toEqual([[], []]);
});

test("processes none of which reaches the log keep their partitions, however long that lasts, and also a short while after one is back", async () => {
  const [first, second] = [aProcess(), aProcess()];
  await first.begin();
  await second.begin();
  await settle(first, second);
  const before = [first.ended.length, second.ended.length];
  first.network.isReachable = false;
  await pass(leftToOthersMs - 1_000, first, second);
  second.network.isReachable = false;
  await pass(4 * leftToOthersMs, first, second);
  second.network.isReachable = true;
  await pass(leftToOthersMs - 1_000, first, second);
  first.network.isReachable = true;
  await pass(2 * partitionLeaseMs, first, second);
  expect([first.ended.length, second.ended.length]).toEqual(before);
  expect([worked(first).length, worked(second).length]).toEqual([8, 8]);
});

test("one that cannot reach the log takes no partition, and goes on when its work could not begin for that", async () => {
  const [away, other] = [aProcess(), aProcess()];
  away.network.isReachable = false;
  const begun: number[] = [];
  await away.share.begin(async ({ partition }) => {
    begun.push(partition);
    // Its server is lost just then.
    away.network.isReachable = false;
    throw new Error("no answer");
  });
  expect(begun).toEqual([]);
  away.network.isReachable = true;
  await vi.waitFor(async () => {
    await away.turn();
    expect(begun.toSorted((a, b) => a - b)).toEqual(sitePartitions);
  });
  expect(away.problem).toHaveBeenCalled();
  await away.turn();
  await other.begin();
  await takesAll(other);
  expect(away.lost).toEqual([]);
});

test("one whose log does not answer when its work begins gives its partitions back and ends nothing, even if it is reachable otherwise", async () => {
  const cutOff = aProcess(new LogUnreachable("no answer"));
  await cutOff.begin();
  expect(cutOff.lost).toEqual([]);
  expect(cutOff.share.held()).toEqual([]);
  const other = aProcess();
  await other.begin();
  await cutOff.share.stop();
  await takesAll(other);
});

test("a process that was paused until another took a partition writes nothing of it any more, and is told so once", async () => {
  const [paused, other] = [aProcess(), aProcess()];
  await paused.begin();
  const check = paused.checks.get(partitionOf(siteId))!;
  await write(check);
  await expire();
  await other.begin();
  await expect(write(check)).rejects.toThrow(LeaseLost);
  await paused.turn();
  expect(paused.lost).toHaveLength(1);
  expect([paused.share.hasSite(siteId), other.share.hasSite(siteId)]).toEqual([false, true]);
  await write(other.checks.get(partitionOf(siteId))!);
});

test("a process that could not extend its leases in time does not count as the holder until the database confirms it", async () => {
  const { share, begin, turn, lost } = aProcess();
  await begin();
  await expire();
  nowMs = partitionLeaseMs + 1;
  expect([share.hasSite(siteId), share.held()]).toEqual([false, []]);
  await turn();
  expect([share.hasSite(siteId), share.held()]).toEqual([true, sitePartitions]);
  expect(lost).toEqual([]);
});

test("a partition that was given back is not extended by its former holder's next turn", async () => {
  const [first, second] = [aProcess(), aProcess()];
  await first.begin();
  await second.begin();
  await settle(first, second);
  const [given] = first.ended;
  const token = async (): Promise<unknown> =>
    db.selectFrom("log_partitions").select(["lease", "fencing_token"]).where("partition", "=", given!).execute();
  const before = await token();
  await first.turn();
  expect(await token()).toEqual(before);
  expect(worked(second)).toContain(given);
});

test("a process that cannot begin its work says so, and leaves it to others once its leases have ended", async () => {
  const error = new Error("the database is away");
  const [failing, other] = [aProcess(error), aProcess()];
  await failing.begin();
  expect(failing.lost).toEqual([error]);
  expect(failing.share.held()).toEqual([]);
  await failing.turn();
  await expire();
  await other.begin();
  expect(worked(other)).toEqual(sitePartitions);
});
