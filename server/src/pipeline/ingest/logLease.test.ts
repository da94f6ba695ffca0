import type { Kysely } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import type { Database } from "../../platform/database/schema.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { logLeaseMs } from "./logLease.repository.ts";
import { LeaseLost, type LogLease, sharedLogLease } from "./logLease.ts";

const database = await testDatabase();
const { db } = database;
const logId = "01990000-0000-7000-9000-0000000000aa";
let nowMs = 0;

/** A process that can take the lease; `turn` is what it does again and again. */
function aProcess(): { lease: LogLease; turn(): Promise<void>; lost: Error[] } {
  const lost: Error[] = [];
  let turn = async (): Promise<void> => undefined;
  const lease = sharedLogLease({
    db,
    logId,
    every: (_ms, act) => {
      turn = async () => act();
    },
    monotonicMs: () => nowMs,
    onLost: (error) => void lost.push(error),
  });
  return { lease, turn: () => turn(), lost };
}

const expire = (): Promise<unknown> =>
  db
    .updateTable("log_leases")
    .set({ leased_until: new Date(0) })
    .execute();
const write = (lease: LogLease): Promise<void> => transaction(db, async (trx: Kysely<Database>) => lease.check(trx));

beforeEach(async () => {
  nowMs = 0;
  await database.reset();
});

test("one process has the log, and another takes it once the first has given it back", async () => {
  const [first, second] = [aProcess(), aProcess()];
  expect(await first.lease.take()).toBe(true);
  expect(await second.lease.take()).toBe(false);
  await write(first.lease);
  await first.lease.release();
  expect(await second.lease.take()).toBe(true);
  await write(second.lease);
  expect(first.lost).toEqual([]);
});

test("a process that stands by begins once the log is free", async () => {
  const [first, second] = [aProcess(), aProcess()];
  await first.lease.take();
  let begun = 0;
  second.lease.whenTaken(async () => void begun++);
  await second.turn();
  expect(begun).toBe(0);
  await first.lease.release();
  await second.turn();
  await second.turn();
  expect(begun).toBe(1);
});

test("a process that was paused until another took the log writes nothing more, and is told so once", async () => {
  const [paused, other] = [aProcess(), aProcess()];
  await paused.lease.take();
  await expire();
  expect(await other.lease.take()).toBe(true);
  await expect(write(paused.lease)).rejects.toThrow(LeaseLost);
  await paused.turn();
  expect(paused.lost).toHaveLength(1);
  expect(paused.lease.isHeld()).toBe(false);
  await write(other.lease);
});

test("a process that could not extend its lease in time does not count as the holder until the database confirms it", async () => {
  const { lease, turn, lost } = aProcess();
  await lease.take();
  await expire();
  nowMs = logLeaseMs + 1;
  expect(lease.isHeld()).toBe(false);
  await turn();
  expect(lease.isHeld()).toBe(true);
  expect(lost).toEqual([]);
});

test("a process that cannot begin its work says so, and leaves the log to others once its lease has ended", async () => {
  const [first, second, third] = [aProcess(), aProcess(), aProcess()];
  await first.lease.take();
  second.lease.whenTaken(() => Promise.reject(new Error("the database is away")));
  await first.lease.release();
  await second.turn();
  await vi.waitFor(() => expect(second.lost).toEqual([new Error("the database is away")]));
  expect(second.lease.isHeld()).toBe(false);
  await second.turn();
  await expire();
  expect(await third.lease.take()).toBe(true);
});
