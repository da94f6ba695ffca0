import { v7 as uuidv7 } from "uuid";
import { beforeEach, expect, test, vi } from "vitest";
import { aCustomer, aGateway, aSite } from "../../../test/support/builders.ts";
import { testDatabase } from "../../../test/support/database.ts";
import type { LogEntry } from "../../platform/log/messageLog.ts";
import { failedMessageRetries, failedMessages } from "./failedMessages.ts";
import { failedMessagesMax } from "./failedMessages.repository.ts";
import { wholeLog } from "../../platform/log/partitions.ts";

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
  const failed = failedMessages({
    db,
    logId: uuidv7(),
    share: 0,
    check: () => Promise.resolve(),
    count: (outcome) => void outcomes.push(outcome),
    warn: vi.fn(),
    now,
    problem: vi.fn(),
  });
  const messageLog = { append: async (entry: LogEntry) => void appended.push(entry) };
  const retries = failedMessageRetries({ db, messageLog, now });
  const gateway = { id, name: "G", customerId: customer.id, siteId: site.id };
  const sender = { gateway } as unknown as Parameters<typeof failed.setAside>[1];
  const payload = new TextEncoder().encode("bitter");
  let position = 0;
  return {
    outcomes,
    appended,
    fail: (source = `gateway/${id}`) =>
      failed.setAside({ source, topic: "t", payload, position: ++position, atMs: nowMs }, sender, new Error("why")),
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
