import { describe, expect, it } from "vitest";
import type { Fix } from "../fix/fix.ts";
import type { RoomGuess } from "../model/roomGuess.ts";
import type { Area } from "../model/areaIndex.ts";
import { outlineContains } from "../model/outline.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { anAnchor, aSettings, aSquareFloor } from "../engine/testSite.ts";
import { smoothTrack } from "./smoothTrack.ts";

const box = (id: string, x0: number, x1: number): Area => ({
  id,
  floor: "ground",
  outline: [
    { x: x0, y: 0 },
    { x: x1, y: 0 },
    { x: x1, y: 40 },
    { x: x0, y: 40 },
  ],
});
const rooms = [box("West", 0, 18), box("East", 20, 40)];
const anchors = [5, 35].flatMap((x) => [5, 35].map((y) => anAnchor({ id: `${x} ${y}`, x, y })));
const model = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 40)], settings: aSettings(), rooms });

/** Fixes of a tag that stands at x, one each second, whose live room is given; one of them may jump to another x. */
function stood(x: number, room: RoomGuess | null, leapt: { at: number; x: number } | null = null): Fix[] {
  return Array.from({ length: 20 }, (_, second) => {
    const place = { x: leapt?.at === second ? leapt.x : x, y: 20 };
    return {
      atMs: second * 1000,
      ...place,
      floor: "ground",
      elevationM: 1.2,
      accuracyM: 2,
      accuracyOuterM: 4,
      mechanism: "TRILATERATED",
      moving: false,
      nearest: null,
      shown: true,
      floorUncertain: false,
      gatewaysHeard: 4,
      room,
      raw: { ...place, atMs: second * 1000, varianceM2: 2 },
    };
  });
}

describe("the room of a smoothed fix", () => {
  it("a smoothed fix's room stays the live one where the smoothed place is inside it", () => {
    const live = { id: "West", probability: 0.77 };
    expect(smoothTrack(model, stood(10, live)).map(({ room }) => room)).toEqual(Array.from({ length: 20 }, () => live));
  });

  it("a smoothed fix's room is the one around the smoothed place, as likely as its circle says", () => {
    for (const fix of smoothTrack(model, stood(23, { id: "West", probability: 0.9 }))) {
      expect(outlineContains(rooms[1]!.outline, fix.x, fix.y)).toBe(true);
      expect(fix.room?.id).toBe("East");
      // Three metres from the edge with a circle of 2 m (standard deviation 1.3 m): more than nine tenths are inside.
      expect(fix.room?.probability).toBeGreaterThan(0.9);
      expect(fix.room?.probability).toBeLessThan(1);
    }
  });

  it("a smoothed fix's room is that of the track where one fix leapt into another room", () => {
    const fixes = stood(16, { id: "West", probability: 0.8 }, { at: 9, x: 21 });
    fixes[9]!.room = { id: "East", probability: 0.6 };
    expect(smoothTrack(model, fixes)[9]!.room?.id).toBe("West");
  });

  it("a smoothed fix's room is null between rooms where none is likely, and the live one where still plausible", () => {
    const hall = buildSiteModel({
      anchors,
      floors: [aSquareFloor("ground", 40)],
      settings: aSettings(),
      rooms: [box("West", 0, 8), box("East", 32, 40)],
    });
    const [between] = smoothTrack(hall, stood(20, { id: "West", probability: 0.6 }));
    expect(between?.room).toBe(null);
    const live = { id: "West", probability: 0.6 };
    expect(smoothTrack(hall, stood(8.1, live))[0]!.room).toEqual(live);
  });

  it("a smoothed fix's room is null where no rooms are drawn", () => {
    const bare = buildSiteModel({ anchors, floors: [aSquareFloor("ground", 40)], settings: aSettings() });
    expect(smoothTrack(bare, stood(10, null))[0]!.room).toBe(null);
  });
});
