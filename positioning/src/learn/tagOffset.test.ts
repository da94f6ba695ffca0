import { describe, expect, it } from "vitest";
import { isLearningDue, learnedOffset, learnOffset, newTagOffset, offsetPrior, type TagOffset } from "./tagOffset.ts";
import { newOffsetPrior } from "../cost/offsetPrior.ts";

const kind = { meanDb: 0, sdDb: 8, unknownModelShare: 0, unknownModelSdDb: 8, maxKnownModelShare: 0 };

/** Learns at this many places, 10 s and 5 m apart; each shows the tag's strength to 2 dB. */
function walk(offset: TagOffset, db: number, places: number, fromMs = 0): void {
  for (let place = 0; place < places; place++) {
    const meanDb = db + (place % 2 ? 1 : -1);
    learnOffset(offset, { meanDb, varianceDb2: 2 ** 2 }, { x: 5 * place, y: 0 }, fromMs + 10_000 * place);
  }
}

describe("the known strength of a tag", () => {
  it("the known strength of a tracker follows a change within minutes, even after hours at another level", () => {
    const offset = newTagOffset();
    walk(offset, 0, 3000);
    walk(offset, -10, 30, 30_000_000);
    expect(learnedOffset(offset)!.meanDb).toBeLessThan(-8);
  });

  it("the known strength of a tracker changes after three places agree, while a single differing one is forgotten", () => {
    const known = newTagOffset();
    walk(known, 0, 300);
    walk(known, -10, 3, 3_010_000);
    expect(learnedOffset(known)!.meanDb).toBeLessThan(-8);
    const steady = newTagOffset();
    walk(steady, 0, 300);
    walk(steady, -10, 1, 3_010_000);
    walk(steady, 0, 10, 3_100_000);
    expect(learnedOffset(steady)!.meanDb).toBeGreaterThan(-2);
    expect(offsetPrior(steady, kind, 0, newOffsetPrior()).varianceDb2).toBeLessThan(1);
  });

  it("the known strength of a tracker follows a change even though all trackers of the site are alike", () => {
    const alike = { ...kind, sdDb: 0.5, unknownModelShare: 0.03 };
    const known = newTagOffset();
    walk(known, 0, 300, 0);
    walk(known, -10, 4, 3_010_000);
    const expected = offsetPrior(known, alike, 0, newOffsetPrior());
    expect(expected.meanDb).toBeLessThan(-8);
    expect(expected.knownModelShare).toBeLessThan(0.1);
  });

  it("the known strength of a tracker becomes less certain as soon as one place suggests a change", () => {
    const known = newTagOffset();
    walk(known, 0, 300);
    const before = offsetPrior(known, kind, 0, newOffsetPrior());
    walk(known, -10, 1, 3_010_000);
    const after = offsetPrior(known, kind, 0, newOffsetPrior());
    expect(after.varianceDb2).toBeGreaterThan(2 * before.varianceDb2);
    expect(after.meanDb).toBeLessThan(before.meanDb);
  });

  it("the known strength of a tracker is carried to the next model, shifted and less certain, unless the shift is unknown", () => {
    const known = newTagOffset();
    offsetPrior(known, kind, 0, newOffsetPrior());
    walk(known, -8, 30);
    const before = learnedOffset(known)!;
    offsetPrior(known, kind, 1, newOffsetPrior(), { from: 0, shiftDb: 3 });
    const after = learnedOffset(known)!;
    expect(after.meanDb).toBeCloseTo(before.meanDb - 3);
    expect(after.sdDb).toBeCloseTo(Math.hypot(before.sdDb, 2));
    offsetPrior(known, kind, 3, newOffsetPrior(), { from: 2, shiftDb: 0 });
    expect(learnedOffset(known)).toBeNull();
  });

  it("the known strength of a tracker never becomes more certain than it is constant, however long it is received", () => {
    const offset = newTagOffset();
    walk(offset, 3, 5000);
    const learned = learnedOffset(offset)!;
    expect(learned.sdDb).toBeGreaterThan(0.6);
    expect(learned.meanDb).toBeGreaterThan(2);
    expect(learned.meanDb).toBeLessThan(4);
  });

  it("the known strength of a tracker does not become more certain in one place, even for two days", () => {
    const offset = newTagOffset();
    walk(offset, 0, 3);
    const before = learnedOffset(offset)!;
    for (let at = 0; at < 2000; at++) expect(isLearningDue(offset, 100_000 + 60_000 * at, 10_000)).toBe(false);
    expect(learnedOffset(offset)!.sdDb).toBeGreaterThan(0.6 * before.sdDb);
  });
});
