import { localFrame } from "@pulse/geo/localFrame";
import { expect, it } from "vitest";
import { graticule, graticuleStepM } from "./graticule.ts";

const origin = { lat: 51, lon: 4 };

it("the graticule uses the finest step whose lines can be told apart, and none where buildings are too small", () => {
  expect([40, 10, 4, 1, 0.5, 0.1].map(graticuleStepM)).toEqual([1, 5, 10, 50, 100, 500]);
  expect(graticuleStepM(0.01)).toBeNull();
});

it("the graticule draws every line at a round number of metres from the origin", () => {
  const frame = localFrame(origin);
  const middle = frame.toLatLon({ x: 1234, y: -777 });
  const { features } = graticule(origin, middle, 50);
  const [xs, ys] = [new Set<number>(), new Set<number>()];
  for (const { geometry } of features) {
    const [a, b] = geometry.coordinates.map(([lon = 0, lat = 0]) => frame.toLocal({ lat, lon }));
    const isUpright = Math.abs(a!.x - b!.x) < 1e-3;
    const metres = isUpright ? a!.x : a!.y;
    expect(Math.abs(metres / 50 - Math.round(metres / 50))).toBeLessThan(1e-4);
    (isUpright ? xs : ys).add(Math.round(metres));
  }
  expect(xs.has(1250)).toBe(true);
  expect(ys.has(-800)).toBe(true);
});
