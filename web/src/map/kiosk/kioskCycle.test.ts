import type { AccessibleSite } from "@pulse/contract/customers";
import type { FloorPlan } from "@pulse/contract/sites";
import { expect, it } from "vitest";
import { nextFreshness } from "./freshness.ts";
import { readKiosk, secondsOf, kioskPath } from "./kioskAddress.ts";
import { nextFloor, slidesOf } from "./kioskCycle.ts";

const site = (id: string): AccessibleSite => ({ id, name: id }) as AccessibleSite;
const floor = (id: string, buildingName: string, level: number): FloorPlan =>
  ({ id, buildingName, buildingId: buildingName, level }) as FloorPlan;
const plans: Record<string, FloorPlan[]> = {
  a: [floor("a2", "East", 2), floor("a1", "East", 1), floor("w0", "West", 0)],
  b: [floor("b0", "Only", 0), floor("b1", "Only", 1)],
};
const slidesFor = (address: string) =>
  slidesOf(readKiosk(new URLSearchParams(address))!, [site("a"), site("b")], (id) => plans[id] ?? []);
const floorsOf = (address: string): string[] => slidesFor(address).map(({ plan }) => plan.id);

it("a wall display's address keeps sites, floors and seconds when it is written and read again", () => {
  const choice = { siteIds: ["a", "b"], floorIds: ["a1"], seconds: 45 };
  expect(readKiosk(new URL(`http://x${kioskPath(choice)}`).searchParams)).toEqual(choice);
  expect(readKiosk(new URLSearchParams("sites=a"))).toEqual({ siteIds: ["a"], floorIds: [], seconds: 20 });
  expect(readKiosk(new URLSearchParams("sites=,&floors=a1"))).toBeNull();
});

it("a wall display's seconds that are out of range or invalid are corrected", () => {
  expect(["1", "5", "12.4", "99999", "soon", " ", null].map(secondsOf)).toEqual([5, 5, 12, 3600, 20, 20, 20]);
});

it("a wall display goes site by site, building by building, from the lowest floor up", () => {
  expect(floorsOf("sites=b,a")).toEqual(["b0", "b1", "a1", "a2", "w0"]);
});

it("a wall display shows a site's named floors, and all of them where none is named or left", () => {
  expect(floorsOf("sites=a,b&floors=w0")).toEqual(["w0", "b0", "b1"]);
  expect(floorsOf("sites=b&floors=deleted")).toEqual(["b0", "b1"]);
});

it("a wall display leaves out a site that no longer exists or has no floors", () => {
  expect(floorsOf("sites=gone,b")).toEqual(["b0", "b1"]);
});

it("a wall display goes round, and starts again where its floor was deleted", () => {
  const slides = slidesFor("sites=a,b");
  expect(nextFloor(slides, "a2", true)).toBe("w0");
  expect(nextFloor(slides, "b1", true)).toBe("a1");
  expect(nextFloor(slides, "deleted", true)).toBe("a1");
  expect(nextFloor([], "a1", true)).toBe("a1");
});

it("a wall display stays at the site with known positions while nothing is live", () => {
  const slides = slidesFor("sites=a,b");
  expect(nextFloor(slides, "w0", false)).toBe("a1");
  expect(nextFloor(slides, "b1", false)).toBe("b0");
});

it("a wall display reports since when it is not live once a break has lasted, and stops when it is over", () => {
  const live = nextFreshness({ liveMs: 0, sinceMs: null }, true, 1_000);
  const soon = nextFreshness(live, false, 4_000);
  expect(soon.sinceMs).toBeNull();
  const later = nextFreshness(soon, false, 7_000);
  expect(later.sinceMs).toBe(1_000);
  expect(nextFreshness(later, false, 90_000).sinceMs).toBe(1_000);
  expect(nextFreshness(later, true, 91_000)).toEqual({ liveMs: 91_000, sinceMs: null });
});

it("a clock that is set back causes no break of hours on a wall display", () => {
  const before = { liveMs: 9_000_000, sinceMs: null };
  expect(nextFreshness(before, false, 1_000).sinceMs).toBeNull();
});
