import type { FloorPlan } from "@pulse/contract/sites";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterPlans, isWaitingForPlans } from "./afterPlans.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What turns the markers on, and the plans that are still on their way. */
function opening() {
  const state = { isWaiting: true, turnedOn: 0 };
  const parts = { isWaiting: () => state.isWaiting, turnOn: () => void state.turnedOn++ };
  return { state, opening: afterPlans(parts) };
}

it("the dots are drawn after the plan below them", () => {
  const { state, opening: map } = opening();
  map.plansChanged();
  map.mapReady();
  map.plansChanged();
  expect(state.turnedOn).toBe(0);
  state.isWaiting = false;
  map.plansChanged();
  map.plansChanged();
  expect(state.turnedOn).toBe(1);
});

it("the dots do not wait for a plan that takes long, and return at once to a map that lost its layers", () => {
  const { state, opening: map } = opening();
  map.mapReady();
  vi.advanceTimersByTime(2_000);
  expect(state.turnedOn).toBe(1);
  map.mapReady();
  expect(state.turnedOn).toBe(2);
});

it("a map that is gone draws no dots", () => {
  const { state, opening: map } = opening();
  map.mapReady();
  map.stop();
  vi.advanceTimersByTime(10_000);
  expect(state.turnedOn).toBe(0);
});

it("the dots of a site without plans wait for none, and those of others until it is known which plans are shown", () => {
  const [plans, shown] = [[{ id: "ground" }] as FloorPlan[], ["ground"]];
  expect(isWaitingForPlans({ arePlansKnown: false, plans: [], shownFloorIds: [] }, false)).toBe(true);
  expect(isWaitingForPlans({ arePlansKnown: true, plans: [], shownFloorIds: [] }, false)).toBe(false);
  expect(isWaitingForPlans({ arePlansKnown: true, plans, shownFloorIds: [] }, false)).toBe(true);
  expect(isWaitingForPlans({ arePlansKnown: true, plans, shownFloorIds: shown }, true)).toBe(true);
  expect(isWaitingForPlans({ arePlansKnown: true, plans, shownFloorIds: shown }, false)).toBe(false);
});
