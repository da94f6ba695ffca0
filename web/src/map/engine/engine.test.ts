import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fanOut, groupByGrid } from "./grouping.ts";
import { glideTo, isDone, placeAt, standing } from "./glide.ts";
import { freeNames } from "./markerFeatures.ts";
import { pace } from "./pace.ts";
import { targetAt } from "./pointer.ts";
import { retoneDark } from "./retone.ts";
import { markerScale, pxPerM, scaleBar, zoomOfPxPerM } from "./scale.ts";

describe("grouping", () => {
  const things = fc.array(
    fc.record({ x: fc.double({ min: 0, max: 200, noNaN: true }), y: fc.double({ min: 0, max: 200, noNaN: true }) }),
    {
      maxLength: 60,
    },
  );

  it("puts every thing into exactly one group", () => {
    fc.assert(
      fc.property(things, (places) => {
        const given = places.map((place, index) => ({ ...place, key: String(index) }));
        const grouped = groupByGrid(given, 20).flatMap(({ members }) => members.map(({ key }) => key));
        expect(grouped.toSorted()).toEqual(given.map(({ key }) => key).toSorted());
      }),
    );
  });

  it("keeps the seeds of groups at least the grid apart one way or the other", () => {
    fc.assert(
      fc.property(things, (places) => {
        const groups = groupByGrid(
          places.map((place, index) => ({ ...place, key: String(index) })),
          20,
        );
        for (const a of groups)
          for (const b of groups)
            if (a !== b) {
              const [first, second] = [a.members[0]!, b.members[0]!];
              expect(Math.max(Math.abs(first.x - second.x), Math.abs(first.y - second.y))).toBeGreaterThanOrEqual(20);
            }
      }),
    );
  });

  it("fans equal places out on a ring, the first at the top", () => {
    const [top, right] = fanOut(4, 10);
    expect(top?.dx).toBeCloseTo(0, 9);
    expect(top?.dy).toBeCloseTo(-10, 9);
    expect(right?.dx).toBeCloseTo(10, 9);
  });
});

describe("gliding", () => {
  it("goes on from where it is, evenly, and arrives", () => {
    const first = glideTo(standing(0, 0), 10, 0, 1000, 1000, false);
    expect(placeAt(first, 1500)).toEqual({ lat: 5, lon: 0 });
    const turned = glideTo(first, 5, 10, 1500, 500, false);
    expect(placeAt(turned, 1500)).toEqual({ lat: 5, lon: 0 });
    expect(placeAt(turned, 9999)).toEqual({ lat: 5, lon: 10 });
  });

  it("takes two seconds at most, however long nothing was heard", () => {
    expect(isDone(glideTo(standing(0, 0), 1, 1, 0, 60_000, false), 2000)).toBe(true);
  });

  it("cuts where motion is to be reduced", () => {
    expect(placeAt(glideTo(standing(0, 0), 1, 1, 0, 1000, true), 0)).toEqual({ lat: 1, lon: 1 });
  });
});

describe("scales", () => {
  it("turns pixels per metre into a zoom and back", () => {
    expect(pxPerM(zoomOfPxPerM(8, -36.8), -36.8)).toBeCloseTo(8, 9);
  });

  it("takes the longest round length that fits", () => {
    expect(scaleBar(8, 96)).toEqual({ metres: 10, px: 80 });
    expect(scaleBar(13.5, 96)).toEqual({ metres: 5, px: 67.5 });
    expect(scaleBar(0.9, 96).metres).toBe(100);
  });

  it("draws dots from afar, pucks from 3 px a metre, names above 10", () => {
    expect([2.9, 3, 10, 10.1].map(markerScale)).toEqual(["dot", "puck", "puck", "named"]);
  });
});

it("turns a light plan dark: the floor and the walls become the dark scheme's", () => {
  const pixels = new Uint8ClampedArray([0xfd, 0xfd, 0xfe, 255, 0x3c, 0x46, 0x53, 128]);
  retoneDark(pixels);
  const near = [0x20, 0x26, 0x2d, 255, 0x98, 0xa4, 0xb1, 128];
  for (const [index, value] of near.entries()) expect(Math.abs(pixels[index]! - value)).toBeLessThanOrEqual(2);
});

it("hits the nearest marker within a mouse's reach, farther for a finger", () => {
  const targets = [
    { x: 0, y: 0, radiusPx: 5, guids: ["a"] },
    { x: 30, y: 0, radiusPx: 5, guids: ["b"] },
  ];
  expect(targetAt(targets, 11, 0, false)?.guids).toEqual(["a"]);
  expect(targetAt(targets, 15, 8, false)).toBeNull();
  expect(targetAt(targets, 16, 8, true)?.guids).toEqual(["b"]);
});

it("leaves out names that would lie on a marker or on each other", () => {
  const names = [
    { x: 0, y: 0, text: "PJ-001" },
    { x: 10, y: 2, text: "PJ-002" },
    { x: 200, y: 0, text: "PJ-003" },
  ];
  expect(freeNames(names, []).map(({ text }) => text)).toEqual(["PJ-001", "PJ-003"]);
  expect(freeNames(names, [{ x: 200, y: 23, radiusPx: 10 }]).map(({ text }) => text)).toEqual(["PJ-001"]);
});

it("never rests where frames are quick, and leaves the page its time where they are slow", () => {
  const quick = pace();
  quick.tookTwoFrames(34);
  expect(quick.restMs()).toBe(0);
  const slow = pace();
  slow.tookTwoFrames(200);
  expect(slow.restMs()).toBe(200);
  slow.tookTwoFrames(10_000);
  expect(slow.restMs()).toBe(400);
});
