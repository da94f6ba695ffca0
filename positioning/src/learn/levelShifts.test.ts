import { describe, expect, it } from "vitest";
import { type LevelShift, shiftCauses } from "./levelShifts.ts";

/** Shifts of each beacon at gateways A, B, C … */
const shifts = (table: Record<string, number[]>): LevelShift[] =>
  Object.entries(table).flatMap(([beaconId, all]) =>
    all.map((shiftDb, nth) => ({ beaconId, gatewayId: "ABCDEF"[nth]!, shiftDb })),
  );
const told = (table: Record<string, number[]>) => {
  const { gateways, beacons } = shiftCauses(shifts(table));
  return { gateways: Object.fromEntries(gateways), beacons: Object.fromEntries(beacons) };
};

describe("the cause of a change in how beacons are heard", () => {
  it("a change in beacons' levels has no cause while they vary as much as people and doors make them", () => {
    expect(told({ one: [1, -2, 0.5, 2], two: [-1, 2, 0, 1] })).toEqual({ gateways: {}, beacons: {} });
  });

  it("the cause of a change is the gateway that receives all beacons weaker while the others do not", () => {
    expect(told({ one: [0, -9, 1, 0], two: [1, -8, 0, -1], three: [0, -10, 0.5, 1] })).toMatchObject({
      gateways: { B: expect.closeTo(-9, 0) as number },
      beacons: { one: "gateway", two: "gateway", three: "gateway" },
    });
  });

  it("the cause of a change is a gateway for a single beacon, too, if three others receive it as before", () => {
    expect(told({ one: [0, -9, 1, 0] })).toMatchObject({ gateways: { B: -9 }, beacons: { one: "gateway" } });
    expect(told({ one: [0, -9, 1] }).gateways).toEqual({});
  });

  it("the cause of a change is the beacon's strength where all gateways receive that beacon weaker", () => {
    expect(told({ one: [-7, -8, -6, -7], two: [0, 1, -1, 0] })).toEqual({ gateways: {}, beacons: { one: "strength" } });
  });

  it("the cause of a change is the beacon's place where some gateways receive it more strongly and others weaker", () => {
    expect(told({ one: [12, -9, 0, -14], two: [0, 1, -1, 0] })).toEqual({ gateways: {}, beacons: { one: "moved" } });
  });

  it("the cause of a change can be both a gateway and the strength of a beacon", () => {
    expect(told({ one: [0, 1, 0, -9], two: [-7, -7, -6, -16], three: [0, 0, 1, -8] })).toMatchObject({
      gateways: { D: expect.closeTo(-9, 0) as number },
      beacons: { one: "gateway", two: "strength", three: "gateway" },
    });
  });

  it("the cause of a change is not reported for beacons that fewer than three gateways receive", () => {
    expect(told({ one: [-9, 0], two: [-9, 1] })).toEqual({ gateways: {}, beacons: {} });
  });
});
