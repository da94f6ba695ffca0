import { describe, expect, it } from "vitest";
import { learnedOffset, learnOffset, newTagOffset, offsetPrior, type TagOffset } from "./tagOffset.ts";
import { newOffsetPrior } from "../cost/offsetPrior.ts";
import { newPosterior } from "../cost/posterior.ts";

const kind = { meanDb: 0, sdDb: 8, foreignShare: 0, foreignSdDb: 8 };

/** Learns at as many places as there are, 10 s and 5 m apart; each shows the tag's strength to 2 dB. */
function walk(offset: TagOffset, db: number, places: number, fromMs = 0): void {
  for (let place = 0; place < places; place++) {
    const prior = offsetPrior(offset, kind, 0, newOffsetPrior());
    const precision = 1 / 2 ** 2;
    const variance = 1 / (1 / prior.varianceDb2 + precision);
    const shown = db + (place % 2 ? 1 : -1);
    const mean = variance * (prior.meanDb / prior.varianceDb2 + precision * shown);
    const posterior = { ...newPosterior(), x: 5 * place, offsetDb: mean, offsetVariance: variance };
    learnOffset(offset, prior, posterior, fromMs + 10_000 * place);
  }
}

describe("what is known of a tag's strength", () => {
  it("gives way within minutes to what it is now, after hours of something else", () => {
    const offset = newTagOffset();
    walk(offset, 0, 3000);
    walk(offset, -10, 30, 30_000_000);
    expect(learnedOffset(offset)!.meanDb).toBeLessThan(-8);
  });

  it("is taken over into the next law as that sees it, less surely, and forgotten where that is not known", () => {
    const known = newTagOffset();
    walk(known, -8, 30);
    const before = learnedOffset(known)!;
    offsetPrior(known, kind, 1, newOffsetPrior(), { from: 0, shiftDb: 3 });
    const after = learnedOffset(known)!;
    expect(after.meanDb).toBeCloseTo(before.meanDb - 3);
    expect(after.sdDb).toBeCloseTo(Math.hypot(before.sdDb, 2));
    offsetPrior(known, kind, 3, newOffsetPrior(), { from: 2, shiftDb: 0 });
    expect(learnedOffset(known)).toBeNull();
  });

  it("is never surer than a tag is constant, however long it is heard", () => {
    const offset = newTagOffset();
    walk(offset, 3, 5000);
    const learned = learnedOffset(offset)!;
    expect(learned.sdDb).toBeGreaterThan(0.6);
    expect(learned.meanDb).toBeGreaterThan(2);
    expect(learned.meanDb).toBeLessThan(4);
  });

  it("does not grow while the tag stays at one place: two days there are one witness", () => {
    const offset = newTagOffset();
    walk(offset, 0, 3);
    const before = learnedOffset(offset)!;
    for (let at = 0; at < 2000; at++) {
      const prior = offsetPrior(offset, kind, 0, newOffsetPrior());
      const posterior = {
        ...newPosterior(),
        x: 40 + 3 * (at % 2),
        offsetDb: 2.8,
        offsetVariance: 0.9 * prior.varianceDb2,
      };
      learnOffset(offset, prior, posterior, 100_000 + 60_000 * at, 90_000);
    }
    expect(learnedOffset(offset)!.sdDb).toBeGreaterThan(0.6 * before.sdDb);
  });
});
