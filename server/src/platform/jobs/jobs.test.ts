import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { type Job, type Jobs, startJobs } from "./jobs.ts";

const database = await testDatabase();
const soon = { timeout: 30_000 };
const problems: unknown[] = [];
const started: Jobs[] = [];
/** How often somebody has looked for work. */
let looks = 0;
const plain: typeof database.plain = (text, values) => {
  if (/skip locked/i.test(text)) looks += 1;
  return database.plain(text, values);
};
const start = (...jobs: Job[]): Jobs => {
  const running = startJobs({
    database: { ...database, plain },
    jobs,
    problem: (error) => problems.push(error),
    lookEveryS: 0.5,
  });
  started.push(running);
  return running;
};
const aJob = (run: Job["run"]): Job => ({ name: "test-job", cron: "0 0 1 1 *", withinS: 60, run });

beforeEach(async () => {
  await sql`drop schema if exists pgboss cascade`.execute(database.db);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
  problems.length = 0;
});

describe(`jobs (${database.kind})`, () => {
  it("a job runs once at the start, in only one of two processes", async () => {
    const turns: string[] = [];
    const held = Promise.withResolvers<void>();
    const turn = (name: string) =>
      aJob(async () => {
        turns.push(name);
        await held.promise;
      });
    start(turn("first"));
    await expect.poll(() => turns.length, soon).toBe(1);
    // The first one is at work and looks no more.
    looks = 0;
    start(turn("second"));
    await expect.poll(() => looks, soon).toBeGreaterThan(1);
    held.resolve();
    await started[0]!.stop();
    await started[1]!.stop();
    expect(turns).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("a job runs again at the next start", async () => {
    let turns = 0;
    const job = aJob(async () => {
      turns += 1;
    });
    for (const nth of [1, 2]) {
      const jobs = start(job);
      await expect.poll(() => turns, soon).toBe(nth);
      await jobs.stop();
    }
  });

  it("a job is repeated after a failure, which is reported", async () => {
    let turns = 0;
    start(
      aJob(async () => {
        turns += 1;
        if (turns === 1) throw new Error("not this time");
      }),
    );
    await expect.poll(() => turns, soon).toBe(2);
    expect(problems).toMatchObject([{ message: "not this time" }]);
  });

  it("a job is asked to end when Pulse stops, which waits for it", async () => {
    let isDone = false;
    const begun = Promise.withResolvers<void>();
    const jobs = start(
      aJob(async (signal) => {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        await sql`select 1`.execute(database.db);
        isDone = true;
      }),
    );
    await begun.promise;
    await jobs.stop();
    expect(isDone).toBe(true);
  });
});
