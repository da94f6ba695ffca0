import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { previewGoesFirst, previewTurns } from "./previewTurns.ts";

/** What one piece of work takes on the machine of these tests, ms. */
const pieceMs = 20;

/**
 * A thread that a preview and the log's worker share. Returns what both have used after each second, ms.
 *
 * @param parts.pictureMs what a picture takes; the next one begins a second after the last began, or at once
 */
async function shared(parts: { pictureMs: number; lastMs: number }): Promise<{ preview: number; work: number }[]> {
  let nowMs = 0;
  const used = { preview: 0, work: 0 };
  const seconds: { preview: number; work: number }[] = [];
  const turns = previewTurns(() => nowMs);
  const pass = (who: keyof typeof used): void => {
    nowMs += pieceMs;
    used[who] += pieceMs;
    while (seconds.length < Math.floor(nowMs / 1000)) seconds.push({ ...used });
  };
  const preview = async (): Promise<void> => {
    while (nowMs < parts.lastMs) {
      const beganMs = nowMs;
      turns.begin();
      await turns.picture(async () => {
        for (let ms = 0; ms < parts.pictureMs; ms += pieceMs) {
          pass("preview");
          await turns.yieldTurn();
        }
      });
      turns.end();
      while (nowMs < Math.min(beganMs + 1000, parts.lastMs)) await turn();
    }
  };
  const work = async (): Promise<void> => {
    while (nowMs < parts.lastMs) {
      pass("work");
      await (turns.yieldToPreview() ?? turn());
    }
  };
  await Promise.all([preview(), work()]);
  return seconds;
}

test("the preview goes first while its pictures are quick, until it has worked half a minute longer than the worker", () => {
  expect(previewGoesFirst({ pictureMs: 1_999, aheadMs: 0 })).toBe(true);
  expect(previewGoesFirst({ pictureMs: 1_999, aheadMs: 29_999 })).toBe(true);
  expect(previewGoesFirst({ pictureMs: 1_999, aheadMs: 30_000 })).toBe(false);
  expect(previewGoesFirst({ pictureMs: 2_000, aheadMs: 0 })).toBe(false);
});

test("a preview with quick pictures has what it needs from its first second on, and the worker all of the rest", async () => {
  const seconds = await shared({ pictureMs: 400, lastMs: 120_000 });
  for (const second of [2, 20, 119]) {
    expect(seconds[second - 1]!.preview).toBeGreaterThanOrEqual(second * 390);
    expect(seconds[second - 1]!.work).toBeGreaterThanOrEqual(second * 570);
  }
});

test("a preview that needs more than half of the time is about half a minute ahead of the worker at most, and then has half", async () => {
  const seconds = await shared({ pictureMs: 900, lastMs: 180_000 });
  const aheadMs = seconds.map(({ preview, work }) => preview - work);
  expect(aheadMs[29]).toBeGreaterThan(20_000);
  expect(Math.max(...aheadMs)).toBeLessThan(31_500);
  expect(aheadMs[178]! - aheadMs[118]!).toBeLessThan(1_000);
});

test("on a machine that stays too slow the worker has half of the time from the first slow picture on", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2_000, max: 20_000 }), async (pictureMs) => {
      const seconds = await shared({ pictureMs, lastMs: 90_000 });
      const [before, after] = [seconds[24]!, seconds[88]!];
      expect((after.work - before.work) / (after.preview - before.preview)).toBeGreaterThan(0.97);
    }),
    { numRuns: 10 },
  );
});
