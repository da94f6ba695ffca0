import type { FenceShape, LonLat } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";
import { localFrame, type Point } from "@pulse/geo/localFrame";
import { randomNumbers } from "./positioningFloor.ts";

export const frame = localFrame({ lat: 51.9, lon: 4.4 });
const everyM = 20;
const corners = 6;
const walkers = 100;
const placesOf = 32;

/** A thing that walks in a straight line; `at` returns where it may be at a second. */
export interface Walker {
  id: string;
  at(second: number): LatLon & { places: number[] };
}

/** `size` fences at constant density, with points and walking things among them. */
export function fenceField(size: number, points: number) {
  const random = randomNumbers(16);
  const columns = Math.ceil(Math.sqrt(size));
  const fences = Array.from({ length: size }, (_, nth): { id: string; shape: FenceShape } => {
    const middle = {
      x: ((nth % columns) + 0.3 * random()) * everyM,
      y: (Math.floor(nth / columns) + 0.3 * random()) * everyM,
    };
    const ring = Array.from({ length: corners }, (_one, corner): LonLat => {
      const [angle, radiusM] = [(2 * Math.PI * corner) / corners, 5 + 5 * random()];
      const { lat, lon } = frame.toLatLon({
        x: middle.x + radiusM * Math.cos(angle),
        y: middle.y + radiusM * Math.sin(angle),
      });
      return [lon, lat];
    });
    return { id: String(nth), shape: { type: "Polygon", coordinates: [[...ring, ring[0]!]] } };
  });
  const rows = Math.ceil(size / columns);
  const somewhere = (): Point => ({ x: random() * columns * everyM, y: random() * rows * everyM });
  return {
    fences,
    places: Array.from({ length: points }, () => frame.toLatLon(somewhere())),
    walkers: Array.from({ length: walkers }, (_, nth): Walker => {
      const [from, angle] = [somewhere(), 2 * Math.PI * random()];
      return {
        id: String(nth),
        at: (second) => {
          const x = from.x + second * Math.cos(angle);
          const y = from.y + second * Math.sin(angle);
          const places = Array.from(
            { length: 2 * placesOf },
            (_one, part) => (part % 2 === 0 ? x : y) + 6 * (random() - 0.5),
          );
          return { ...frame.toLatLon({ x, y }), places };
        },
      };
    }),
  };
}
