import { beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { logAttemptsRepository } from "./logAttempts.repository.ts";
import { workAttempts } from "./workAttempts.ts";

const database = await testDatabase();
beforeEach(database.reset);

const log = { logId: "01990000-0000-7000-9000-0000000000aa", partition: 0 };
const begin = (position: number, partition = 0) =>
  workAttempts({
    attempts: logAttemptsRepository(database.db, { ...log, partition }, () => Promise.resolve()),
    position,
    problem: (error) => {
      throw error;
    },
  });

test("messages are noted one by one from the third beginning at the same position on, and not before", async () => {
  expect((await begin(10)).before(12)).toBeNull();
  expect((await begin(10)).before(12)).toBeNull();
  const third = await begin(10);
  await third.before(12);
  await third.before(17);
  const fourth = await begin(10);
  expect([12, 17].map(fourth.endsProcess)).toEqual([false, true]);
});

test("a beginning at another position, or after a proper end, is the first again", async () => {
  for (let nth = 0; nth < 2; nth++) await begin(10);
  expect((await begin(20)).before(25)).toBeNull();
  await begin(20);
  await (await begin(20)).ended();
  expect((await begin(20)).before(25)).toBeNull();
});

test("no message is to blame once a watched beginning has processed everything that was there", async () => {
  for (let nth = 0; nth < 2; nth++) await begin(10);
  const third = await begin(10);
  await third.before(12);
  await third.caughtUp();
  expect(third.before(13)).toBeNull();
  expect((await begin(10)).endsProcess(12)).toBe(false);
});

test("beginnings of another partition do not count", async () => {
  for (let nth = 0; nth < 2; nth++) await begin(10);
  expect((await begin(10, 3)).before(12)).toBeNull();
});

test("a note that cannot be stored does not stop the work", async () => {
  const problem = vi.fn();
  const attempts = await workAttempts({
    attempts: {
      begin: () => Promise.resolve({ starts: 3, message: null }),
      note: () => Promise.reject(new Error("away")),
      forget: () => Promise.resolve(),
    },
    position: 1,
    problem,
  });
  await attempts.before(2);
  expect(problem).toHaveBeenCalledOnce();
});
