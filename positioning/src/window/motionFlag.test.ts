import { describe, expect, it } from "vitest";
import { flaggedMotion, recordFlag, type MotionFlag } from "./motionFlag.ts";

function flagsOf(samples: readonly boolean[], everyMs = 1000): MotionFlag {
  let flag: MotionFlag | null = null;
  samples.forEach((moving, i) => (flag = recordFlag(flag, i * everyMs, moving)));
  return flag!;
}

/** What the gateways' levels do: nothing, a little, or enough for a moving tag. */
const CALM = [true, false] as const;
const STIRRED = [true, true] as const;
const UPSET = [false, true] as const;
const UNKNOWN = [null, false] as const;

describe("a tag's own motion flag", () => {
  it("a motion flag does not mean still after one quiet sample among moving ones", () => {
    expect(flaggedMotion(flagsOf([true, true, true, false]), ...CALM)).toBe(true);
    expect(flaggedMotion(flagsOf([true, true, true, false]), ...UPSET)).toBe(true);
    expect(flaggedMotion(flagsOf([true, true, false, true, false]), ...UNKNOWN)).toBe(true);
  });

  it("a motion flag does not mean moving after a single sample, unless the gateways' levels have changed a little too", () => {
    const jolt = flagsOf([false, false, false, false, true]);
    expect(flaggedMotion(jolt, ...UNKNOWN)).toBeNull();
    expect(flaggedMotion(jolt, ...CALM)).toBeNull();
    expect(flaggedMotion(jolt, ...STIRRED)).toBe(true);
    expect(flaggedMotion(jolt, ...UPSET)).toBe(true);
  });

  it("a motion flag means still after four quiet samples, or two that the gateways agree with", () => {
    expect(flaggedMotion(flagsOf([true, true, false, false]), ...UPSET)).toBe(true);
    expect(flaggedMotion(flagsOf([true, true, false, false, false, false]), ...UPSET)).toBe(false);
    expect(flaggedMotion(flagsOf([true, true, false, false]), ...CALM)).toBe(false);
    expect(flaggedMotion(flagsOf([true, false, false]), ...CALM)).toBe(false);
  });

  it("a motion flag means still after one quiet sample of a tracker that sends few, if the gateways agree", () => {
    const rare = flagsOf([true, true, false], 9000);
    expect(flaggedMotion(rare, ...CALM)).toBe(false);
    expect(flaggedMotion(rare, ...UPSET)).toBe(true);
    expect(flaggedMotion(flagsOf([true, true, false], 3000), ...CALM)).toBe(true);
  });

  it("a motion flag forgets all before a gap; then one quiet sample and calm gateways are enough", () => {
    const nonDetecting = recordFlag(flagsOf([true, true, true]), 30_000, false);
    expect(nonDetecting).toEqual({ atMs: 30_000, history: 0, seconds: 1, movedMs: -Infinity });
    expect(flaggedMotion(nonDetecting, ...UNKNOWN)).toBeNull();
    expect(flaggedMotion(nonDetecting, ...CALM)).toBe(false);
  });

  it("a motion flag counts one packet received by several gateways once, in any order", () => {
    const two = recordFlag(recordFlag(recordFlag(null, 1000, true), 1000, false), 1200, true);
    expect(two).toEqual({ atMs: 1000, history: 1, seconds: 1, movedMs: 1000 });
    expect(recordFlag(recordFlag(null, 1000, false), 1200, true)).toEqual(two);
  });
});
