import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test, vi } from "vitest";
import { aCustomer, aGateway, aSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import type { LogEntry } from "../../platform/log/messageLog.ts";
import { failedMessageRetries, failedMessages } from "./failedMessages.ts";
import { sourceOf } from "./intake.ts";
import { failedMessagesMax } from "./failedMessages.repository.ts";
import type { Sender } from "./recordWork.ts";
import { wholeLog } from "../../platform/log/partitions.ts";
import { ProcessEnded } from "./workAttempts.ts";

const database = await testDatabase();
beforeEach(database.reset);
const { db } = database;

const minuteMs = 60_000;

/** The failed messages of a site with a gateway, which fails whenever `fail` is called, and what came into the log again. */
async function aPartition() {
  let nowMs = Date.UTC(2026, 10, 30, 8);
  const customer = await aCustomer(database);
  const site = await aSite(database, customer);
  const { id } = await aGateway(database, customer, site, { x: 1, y: 1 });
  const appended: LogEntry[] = [];
  const outcomes: string[] = [];
  const now = (): number => nowMs;
  const logId = uuidv7();
  const inShare = (share: number) =>
    failedMessages({
      db,
      logId,
      share,
      check: () => Promise.resolve(),
      count: (outcome) => void outcomes.push(outcome),
      warn: vi.fn(),
      now,
      problem: vi.fn(),
    });
  const messageLog = { id: logId, append: async (entry: LogEntry) => void appended.push(entry) };
  const retries = failedMessageRetries({ db, messageLog, now });
  const gateway = { id, name: "G", customerId: customer.id, siteId: site.id };
  const sender = { gateway } as unknown as Sender;
  const payload = new TextEncoder().encode("bitter");
  let position = 0;
  return {
    outcomes,
    appended,
    fail: (source = `gateway/${id}`, share = 0, at = ++position, why = new Error("why")) =>
      inShare(share).setAside({ source, topic: "t", payload, position: at, atMs: nowMs }, sender, why),
    /** Whether the site is divided into three. */
    divide: async (isDivided: boolean) => {
      await db.deleteFrom("site_shares").execute();
      const shares = [1, 2].map((share) => ({ log_id: logId, site_id: site.id, share, partition: 16 + share }));
      if (isDivided) await db.insertInto("site_shares").values(shares).execute();
    },
    process: (source: string, share: number) =>
      inShare(share).processed({ source, topic: "t", payload, position: ++position, atMs: nowMs }),
    pass: (ms: number): void => void (nowMs += ms),
    retryDue: () => retries.retryDue(wholeLog),
    retry: retries.retry,
    tries: () => db.selectFrom("failed_messages").select(["tries", "reason"]).execute(),
  };
}

test("a failed message is tried three times, a minute after each failure, as of its arrival, and then waits", async () => {
  const { fail, pass, retryDue, appended, tries } = await aPartition();
  await fail();
  await retryDue();
  expect(appended).toEqual([]);
  for (const times of [2, 3]) {
    pass(minuteMs);
    await retryDue();
    // It is on its way, however long what is before it takes.
    pass(10 * minuteMs);
    await retryDue();
    expect(appended).toHaveLength(times - 1);
    await fail(appended.at(-1)!.source);
    expect(await tries()).toEqual([{ tries: times, reason: "why" }]);
  }
  expect(appended.map(({ source }) => source.split("/")[3])).toEqual(Array(2).fill(String(Date.UTC(2026, 10, 30, 8))));
  pass(10 * minuteMs);
  await retryDue();
  expect(appended).toHaveLength(2);
});

const shares = () => db.selectFrom("failed_messages").select("shares").execute();

test("a message that several shares of a site failed is tried again by these alone, until none of them has it to do", async () => {
  const { fail, pass, process, retryDue, appended, tries, divide } = await aPartition();
  await divide(true);
  await fail(undefined, 0, 1);
  await fail(undefined, 2, 1);
  await fail(undefined, 2, 1);
  expect(await shares()).toEqual([{ shares: [0, 2] }]);
  pass(minuteMs);
  await retryDue();
  const [{ source }] = appended as [LogEntry];
  expect(sourceOf(source)?.failed?.shares).toEqual([0, 2]);
  pass(1_000);
  process(source, 0);
  await vi.waitFor(async () => expect(await shares()).toEqual([{ shares: [2] }]));
  await fail(source, 2);
  expect(await tries()).toEqual([{ tries: 2, reason: "why" }]);
  pass(minuteMs);
  await retryDue();
  process(appended.at(-1)!.source, 2);
  await vi.waitFor(async () => expect(await shares()).toEqual([]));
});

test("a message that shares failed that are gone is tried again by those that are left, or else by the home", async () => {
  const { fail, pass, process, retryDue, appended, divide } = await aPartition();
  for (const share of [2, 5]) await fail(undefined, share, 1);
  await divide(true);
  pass(minuteMs);
  await retryDue();
  expect(sourceOf(appended[0]!.source)?.failed?.shares).toEqual([2]);
  expect(await shares()).toEqual([{ shares: [2] }]);
  await divide(false);
  pass(1_000);
  await fail(appended[0]!.source, 2);
  pass(minuteMs);
  await retryDue();
  expect(sourceOf(appended[1]!.source)?.failed?.shares).toEqual([0]);
  process(appended[1]!.source, 0);
  await vi.waitFor(async () => expect(await shares()).toEqual([]));
});

test("a message that ends a process waits for a person, whichever share failed it before", async () => {
  for (const share of [0, 1]) {
    const { fail, tries } = await aPartition();
    await fail(undefined, 0, 1);
    await fail(undefined, share, 1, new ProcessEnded());
    expect(await tries()).toEqual([{ tries: 3, reason: new ProcessEnded().message }]);
    expect(await shares()).toEqual([{ shares: share === 0 ? [0] : [0, 1] }]);
    // Failing as before does not change that.
    await fail(undefined, 2, 1);
    expect(await tries()).toEqual([{ tries: 3, reason: new ProcessEnded().message }]);
    await db.deleteFrom("failed_messages").execute();
  }
});

test("a message that is tried again and ends a process then is not tried by itself any more, however often it had failed", async () => {
  const { fail, pass, retryDue, appended, tries } = await aPartition();
  await fail();
  pass(minuteMs);
  await retryDue();
  pass(1_000);
  await fail(appended[0]!.source, 0, undefined, new ProcessEnded());
  expect(await tries()).toEqual([{ tries: 3, reason: new ProcessEnded().message }]);
  pass(10 * minuteMs);
  await retryDue();
  expect(appended).toHaveLength(1);
});

test("a failed message that a person tries again twice is put into the log once", async () => {
  const { fail, pass, retry, appended } = await aPartition();
  await fail();
  const { id } = await db.selectFrom("failed_messages").select("id").executeTakeFirstOrThrow();
  pass(1_000);
  expect([await retry(id), await retry(id)]).toEqual([true, true]);
  expect(appended).toHaveLength(1);
  // It never arrived there: somebody deleted the log.
  pass(10 * minuteMs);
  expect(await retry(id)).toBe(true);
  expect(appended).toHaveLength(2);
});

test("where every message fails, a thousand are stored and the others are counted as dropped", async () => {
  const { fail, outcomes, tries } = await aPartition();
  for (let nth = 0; nth <= failedMessagesMax; nth++) await fail();
  expect(await tries()).toHaveLength(failedMessagesMax);
  expect(outcomes.slice(-2)).toEqual(["set_aside", "dropped"]);
});
