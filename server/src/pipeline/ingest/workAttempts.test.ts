import { beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { serialQueue } from "../../platform/runtime/keyedQueue.ts";
import { logAttemptsRepository } from "./logAttempts.repository.ts";
import { workAttempts, type WorkAttempts } from "./workAttempts.ts";

const database = await testDatabase();
beforeEach(database.reset);

const logId = "01990000-0000-7000-9000-0000000000aa";
const begin = (position: number, partition = 0, oneAtATime = serialQueue()) =>
  workAttempts({
    attempts: logAttemptsRepository(database.db, { logId, partition }, () => Promise.resolve()),
    position,
    oneAtATime,
    problem: (error) => {
      throw error;
    },
  });
const note = () => database.db.selectFrom("log_attempts").select(["partition", "message"]).execute();

/** Processes a message whose process ends meanwhile: resolves once it is under way, and it never ends. */
const dieAt = (attempts: WorkAttempts, position: number): Promise<void> =>
  new Promise((resolve) => {
    const dying = new Promise<void>(() => undefined);
    void attempts.watched(position, () => {
      resolve();
      return dying;
    });
  });
const isWatched = (attempts: WorkAttempts): boolean => attempts.watched(99, () => null) !== null;

test("a message at which two watched processes in a row have ended is found, the third it has ended", async () => {
  expect(isWatched(await begin(10))).toBe(false);
  const second = await begin(10);
  await second.watched(12, () => null);
  await dieAt(second, 17);
  const third = await begin(10);
  expect(third.endsProcess(17)).toBe(false);
  await dieAt(third, 17);
  const fourth = await begin(10);
  expect([12, 17].map(fourth.endsProcess)).toEqual([false, true]);
});

test("messages at which processes ended once each are not to blame", async () => {
  await begin(10);
  await dieAt(await begin(10), 12);
  await dieAt(await begin(10), 17);
  const fourth = await begin(10);
  expect([12, 17].map(fourth.endsProcess)).toEqual([false, false]);
});

test("progress that is stored on the way to a deadly message does not hide it", async () => {
  await begin(10);
  await dieAt(await begin(10), 17);
  await dieAt(await begin(14), 17);
  expect((await begin(16)).endsProcess(17)).toBe(true);
});

test("a beginning at another position, or after a proper end, is the first again", async () => {
  await begin(10);
  expect(isWatched(await begin(20))).toBe(false);
  await (await begin(20)).ended();
  expect(isWatched(await begin(20))).toBe(false);
});

test("no message is noted once it is processed, nor once everything that was there is", async () => {
  await begin(10);
  const second = await begin(10);
  await second.watched(12, () => Promise.resolve());
  expect(await note()).toEqual([{ partition: 0, message: null }]);
  second.caughtUp();
  expect(isWatched(second)).toBe(false);
});

test("of several partitions of a process only the one whose message ends it has a note", async () => {
  const oneAtATime = serialQueue();
  await begin(10);
  await begin(10, 3);
  await dieAt(await begin(10, 0, oneAtATime), 12);
  void (await begin(10, 3, oneAtATime)).watched(15, () => null);
  const notes = await note();
  expect(notes.toSorted((a, b) => a.partition - b.partition)).toEqual([
    { partition: 0, message: 12 },
    { partition: 3, message: null },
  ]);
});

test("a note that cannot be stored does not stop the work", async () => {
  const [problem, work] = [vi.fn(), vi.fn(() => null)];
  const attempts = await workAttempts({
    attempts: {
      begin: () => Promise.resolve({ starts: 3, deadly: null }),
      note: () => Promise.reject(new Error("away")),
      forget: () => Promise.resolve(),
    },
    position: 1,
    oneAtATime: serialQueue(),
    problem,
  });
  await attempts.watched(2, work);
  expect(problem).toHaveBeenCalledTimes(2);
  expect(work).toHaveBeenCalledOnce();
});
