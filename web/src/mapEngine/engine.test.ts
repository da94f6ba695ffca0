import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterRadiusPx } from "./sprites/cluster.ts";
import { boxAround, occupiedBoxes } from "./scene/boxes.ts";
import { clusterCamera } from "./camera/clusterCamera.ts";
import { type Cluster, type ClusterInput, clustersOf } from "./scene/clusters.ts";
import { fanOut } from "./scene/fan.ts";
import { frameLoop } from "./rendering/frameLoop.ts";
import { frameBudget } from "./rendering/frameBudget.ts";
import { toLatLon, toPlane, toScreen } from "./camera/plane.ts";
import { targetAt } from "./camera/targets.ts";
import { retoneDark } from "../basemap/retone.ts";
import { markerScale, pxPerM, scaleBar, zoomOfPxPerM } from "../basemap/scale.ts";

describe("grouping", () => {
  const places = fc.array(
    fc.record({ x: fc.double({ min: 0, max: 200, noNaN: true }), y: fc.double({ min: 0, max: 200, noNaN: true }) }),
    { maxLength: 60 },
  );
  const input = (given: readonly { x: number; y: number }[]): ClusterInput => ({
    rows: given.map((_, row) => row),
    xs: Float64Array.from(given, ({ x }) => x),
    ys: Float64Array.from(given, ({ y }) => y),
    gridPx: 20,
    markerPx: 5,
  });
  const ascending = (rows: readonly number[]): number[] => rows.toSorted((a, b) => a - b);

  it("the grouping puts every marker into exactly one group, whatever was grouped before", () => {
    fc.assert(
      fc.property(places, places, (first, then) => {
        const count = Math.min(first.length, then.length);
        const before = clustersOf(input(first.slice(0, count)), []).filter(({ rows }) => rows.length > 1);
        const groups = clustersOf(input(then.slice(0, count)), before);
        expect(ascending(groups.flatMap(({ rows }) => rows))).toEqual(Array.from({ length: count }, (_, row) => row));
      }),
    );
  });

  it("the grouping keeps a cluster's disc off every other marker", () => {
    fc.assert(
      fc.property(places, (given) => {
        const groups = clustersOf(input(given), []);
        const radius = ({ rows }: Cluster): number => (rows.length > 1 ? clusterRadiusPx(rows.length) : 5);
        for (const a of groups)
          for (const b of groups)
            if (a !== b && a.rows.length > 1)
              expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(radius(a) + radius(b) - 1e-6);
      }),
    );
  });

  it("the grouping keeps two markers together that sway at the grid's edge, and separates them when clearly apart", () => {
    const apart = (px: number): ClusterInput =>
      input([
        { x: 0, y: 0 },
        { x: px, y: 0 },
      ]);
    const together = clustersOf(apart(19), []);
    expect(together).toHaveLength(1);
    expect(clustersOf(apart(21), together)).toHaveLength(1);
    expect(clustersOf(apart(80), together)).toHaveLength(2);
  });

  it("the grouping fans equal places out in a ring, the first at the top, and many of them within the view", () => {
    const [top, right] = fanOut(4);
    expect(top?.dx).toBeCloseTo(0, 9);
    expect(top?.dy).toBeCloseTo(-34, 9);
    expect(right?.dx).toBeCloseTo(34, 9);
    expect(Math.max(...fanOut(360).map(({ dx, dy }) => Math.hypot(dx, dy)))).toBeLessThan(330);
  });
});

describe("a click on a cluster", () => {
  const camera = { pxPerUnit: 1, stepsLeft: 20, sidePx: 800 };

  it("a click on a cluster moves to the middle of its members, and zooms only until they are apart", () => {
    const three = [
      { x: 0, y: 0 },
      { x: 18, y: 0 },
      { x: 9, y: 12 },
    ];
    const to = clusterCamera(three, camera);
    expect(to?.middle).toEqual({ x: 9, y: 6 });
    const spreadPx = 18 * 2 ** (to?.steps ?? 0);
    expect(spreadPx).toBeGreaterThan(40);
    expect(spreadPx).toBeLessThan(90);
  });

  it("a click on a cluster works with any number of members", () => {
    const many = Array.from({ length: 200_000 }, (_, nth) => ({ x: nth % 30, y: nth % 17 }));
    expect(clusterCamera(many, camera)?.middle).toEqual({ x: 14.5, y: 8 });
  });

  it("a click on a cluster does nothing where the members are at the same spot, or no more zoom is possible", () => {
    const same = [
      { x: 1, y: 1 },
      { x: 1, y: 1 },
    ];
    expect(clusterCamera(same, camera)).toBeNull();
    expect(
      clusterCamera(
        [
          { x: 0, y: 0 },
          { x: 9, y: 0 },
        ],
        { ...camera, stepsLeft: 0.3 },
      ),
    ).toBeNull();
  });
});

it("the map converts places to the screen, turned with itself", () => {
  const view = { middle: { x: 100, y: 100 }, pxPerUnit: 2, widthPx: 80, heightPx: 60, centreX: 40, centreY: 30 };
  expect(toScreen({ ...view, bearingDeg: 0 }, 110, 95)).toEqual({ x: 60, y: 20 });
  const eastUp = toScreen({ ...view, bearingDeg: 90 }, 110, 100);
  expect(eastUp.x).toBeCloseTo(40, 9);
  expect(eastUp.y).toBeCloseTo(10, 9);
  // With east up, north is on the left.
  const northLeft = toScreen({ ...view, bearingDeg: 90 }, 100, 95);
  expect(northLeft.x).toBeCloseTo(30, 9);
  expect(northLeft.y).toBeCloseTo(30, 9);
  const there = toLatLon(toPlane({ lat: -36.84, lon: 174.77 }));
  expect(there.lat).toBeCloseTo(-36.84, 9);
  expect(there.lon).toBeCloseTo(174.77, 9);
});

describe("the loop of frames", () => {
  it("the loop of frames continues after a frame that threw", () => {
    const asked: (() => void)[] = [];
    const failures: unknown[] = [];
    let drawn = 0;
    const loop = frameLoop(
      { request: (draw) => asked.push(draw), cancel: () => undefined },
      () => {
        if (++drawn === 1) throw new Error("a bad frame");
      },
      (error) => failures.push(error),
    );
    loop.schedule();
    loop.schedule();
    expect(asked).toHaveLength(1);
    asked[0]?.();
    loop.schedule();
    asked[1]?.();
    expect(drawn).toBe(2);
    expect(failures).toHaveLength(1);
  });
});

describe("scales", () => {
  it("the map's scale converts pixels per metre into a zoom and back", () => {
    expect(pxPerM(zoomOfPxPerM(8, -36.8), -36.8)).toBeCloseTo(8, 9);
  });

  it("the scale bar uses the longest round length that fits", () => {
    expect(scaleBar(8, 96)).toEqual({ metres: 10, px: 80 });
    expect(scaleBar(13.5, 96)).toEqual({ metres: 5, px: 67.5 });
    expect(scaleBar(0.9, 96).metres).toBe(100);
  });

  it("the map's scale decides on dots from afar, pucks from 3 px a metre and names above 10", () => {
    expect([2.9, 3, 10, 10.1].map(markerScale)).toEqual(["dot", "puck", "puck", "named"]);
  });
});

it("the dark scheme turns a light plan dark, with its own colours for the floor and the walls", () => {
  const pixels = new Uint8ClampedArray([0xfd, 0xfd, 0xfe, 255, 0x3c, 0x46, 0x53, 128]);
  retoneDark(pixels);
  const near = [0x20, 0x26, 0x2d, 255, 0x98, 0xa4, 0xb1, 128];
  for (const [index, value] of near.entries()) expect(Math.abs(pixels[index]! - value)).toBeLessThanOrEqual(2);
});

it("a click hits the nearest marker within a mouse's reach, and farther for a finger", () => {
  const view = {
    middle: { x: 0, y: 0 },
    pxPerUnit: 1,
    bearingDeg: 0,
    widthPx: 100,
    heightPx: 100,
    centreX: 0,
    centreY: 0,
  };
  const targets = [
    { guids: ["a"], radiusPx: 5, place: () => ({ x: 0, y: 0 }), dx: 0, dy: 0 },
    { guids: ["b"], radiusPx: 5, place: () => ({ x: 20, y: 0 }), dx: 10, dy: 0 },
  ];
  expect(targetAt(targets, view, 11, 0, false)?.guids).toEqual(["a"]);
  expect(targetAt(targets, view, 15, 8, false)).toBeNull();
  expect(targetAt(targets, view, 16, 8, true)?.guids).toEqual(["b"]);
});

it("a box is reported as free only where it touches no taken one", () => {
  const boxes = occupiedBoxes();
  boxes.occupy(boxAround(0, 0, 40, 14));
  expect(boxes.isFree(boxAround(10, 2, 40, 14))).toBe(false);
  expect(boxes.isFree(boxAround(200, 0, 40, 14))).toBe(true);
  expect(boxes.isFree(boxAround(-30, 10, 30, 10))).toBe(false);
});

it("the renderer never rests while frames are quick, and leaves time to the page while they are slow", () => {
  const quick = frameBudget();
  quick.recordTwoFrames(34);
  expect(quick.pauseMs()).toBe(0);
  const slow = frameBudget();
  slow.recordTwoFrames(200);
  expect(slow.pauseMs()).toBe(200);
  slow.recordTwoFrames(10_000);
  expect(slow.pauseMs()).toBe(400);
});
