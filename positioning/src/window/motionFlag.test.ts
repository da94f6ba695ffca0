import { describe, expect, it } from "vitest";
import { flaggedMotion, noteFlag, type MotionFlag } from "./motionFlag.ts";

function flagsOf(samples: readonly boolean[], everyMs = 1000): MotionFlag {
  let flag: MotionFlag | null = null;
  samples.forEach((moving, i) => (flag = noteFlag(flag, i * everyMs, moving)));
  return flag!;
}

describe("a tag's own motion flag", () => {
  it("does not say still after one quiet sample among moving ones", () => {
    expect(flaggedMotion(flagsOf([true, true, true, false]), false)).toBe(true);
    expect(flaggedMotion(flagsOf([true, true, false, true, false]), null)).toBe(true);
  });

  it("does not say moving after a single sample, unless the gateways see movement as well", () => {
    const jolt = flagsOf([false, false, false, false, true]);
    expect(flaggedMotion(jolt, null)).toBeNull();
    expect(flaggedMotion(jolt, true)).toBeNull();
    expect(flaggedMotion(jolt, false)).toBe(true);
  });

  it("says still after four quiet samples, or two that the gateways agree with", () => {
    expect(flaggedMotion(flagsOf([true, true, false, false]), false)).toBe(true);
    expect(flaggedMotion(flagsOf([true, true, false, false, false, false]), false)).toBe(false);
    expect(flaggedMotion(flagsOf([true, false, false]), true)).toBe(false);
  });

  it("forgets all before a silence; then one quiet sample and calm gateways are enough", () => {
    const silent = noteFlag(flagsOf([true, true, true]), 30_000, false);
    expect(silent).toEqual({ atMs: 30_000, history: 0, seconds: 1 });
    expect(flaggedMotion(silent, null)).toBeNull();
    expect(flaggedMotion(silent, true)).toBe(false);
  });

  it("counts one packet heard by several gateways once, in any order", () => {
    const two = noteFlag(noteFlag(noteFlag(null, 1000, true), 1000, false), 1200, true);
    expect(two).toEqual({ atMs: 1000, history: 1, seconds: 1 });
  });
});
