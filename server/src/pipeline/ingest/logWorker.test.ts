import { expect, test, vi } from "vitest";
import type { LogBatch } from "../../platform/log/messageLog.ts";
import { logWorker } from "./logWorker.ts";

const nothing = async (): Promise<void> => undefined;

test("the newest messages go first also within one long tick of the log's worker", async () => {
  const waiting = { isOver: true, opened: Promise.withResolvers<void>() };
  const located: string[] = [];
  const ended = Promise.withResolvers<void>();
  async function* read(): AsyncIterableIterator<LogBatch> {
    yield { records: [], next: 0, untilMs: 1_000 };
    await ended.promise;
  }
  const worker = logWorker({
    log: {
      id: "a log",
      append: nothing,
      read,
      start: () => 0,
      end: () => 0,
      positionAt: () => 0,
      deleteBefore: nothing,
      stats: () => ({ bytes: 0, maxBytes: 1, brokenBytes: 0 }),
      close: nothing,
    },
    cursors: { storeLocated: nothing },
    located: null,
    records: { senderOf: () => null, work: () => undefined },
    locate: {
      busy: () => true,
      tick: async (_nowMs, _isQuiet, yieldTurn) => {
        waiting.isOver = false;
        for (const tracker of ["first", "second"]) {
          // As long as locating many trackers takes.
          let turn: Promise<void> | null = null;
          while (turn === null) turn = yieldTurn!();
          await turn;
          located.push(tracker);
        }
      },
    },
    sites: { ready: () => undefined, of: () => Promise.reject(new Error("no site")) },
    positions: { replayUntil: () => undefined, crowded: () => false, unsavedMs: () => null },
    sightings: { advanceTo: () => undefined, reached: () => undefined, crowded: () => false, worked: () => 0 },
    flushStatus: nothing,
    ticked: () => undefined,
    delay: () => (waiting.isOver ? null : waiting.opened.promise),
    now: () => 1_000,
    problem: (error) => {
      throw error;
    },
  });
  await vi.waitFor(() => expect(waiting.isOver).toBe(false));
  expect(located).toEqual([]);
  waiting.isOver = true;
  waiting.opened.resolve();
  await vi.waitFor(() => expect(located.length).toBeGreaterThan(1));
  ended.resolve();
  await worker.stop();
});
