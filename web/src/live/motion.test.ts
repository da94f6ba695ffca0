import { expect, it } from "vitest";
import { bearingDeg, type Motion, motionAfter } from "./motion.ts";

const still: Motion = { moving: false, headingDeg: null, steppedAtMs: null };
const here = { lat: 51, lon: 0, floorId: "1" };
const metreNorth = 1 / 111_320;

it("reads the compass from two positions", () => {
  expect(bearingDeg(here, { lat: 51.0001, lon: 0 })).toBeCloseTo(0, 3);
  expect(bearingDeg(here, { lat: 51, lon: 0.0001 })).toBeCloseTo(90, 3);
  expect(bearingDeg(here, { lat: 50.9999, lon: 0 })).toBeCloseTo(180, 3);
});

it("takes a step for movement and the step's direction for the heading", () => {
  const next = motionAfter(still, here, { ...here, lat: here.lat + metreNorth }, 1000);
  expect(next.moving).toBe(true);
  expect(next.headingDeg).toBeCloseTo(0, 3);
});

it("does not take a tremble of centimetres for movement", () => {
  expect(motionAfter(still, here, { ...here, lat: here.lat + 0.1 * metreNorth }, 1000).moving).toBe(false);
});

it("lets a thing stand still once it has not stepped for four seconds", () => {
  const walking = motionAfter(still, here, { ...here, lat: here.lat + metreNorth }, 1000);
  expect(motionAfter(walking, here, here, 3000).moving).toBe(true);
  expect(motionAfter(walking, here, here, 5000)).toMatchObject({ moving: false, headingDeg: null });
});

it("takes a change of floor for movement without a direction", () => {
  expect(motionAfter(still, here, { ...here, floorId: "2" }, 1000)).toMatchObject({ moving: true, headingDeg: null });
});
