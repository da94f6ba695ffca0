import { localFrame } from "@pulse/geo/localFrame";
import { locate } from "@pulse/positioning/engine/locate";
import type { Anchor } from "@pulse/positioning/model/placedSite";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { expect, test } from "vitest";
import { moveGateway, unplacedGateways } from "./mobileGateways.ts";
import type { SitePlan } from "./sitePlan.ts";

const radio = { z: null, measuredPower: null, alpha: null, beta: null, gamma: null, snapRadiusM: null };
const fixed = [
  [2, 2],
  [38, 2],
  [2, 23],
  [38, 23],
].map(([x, y], nth): Anchor => ({ id: `g${nth}`, x: x!, y: y!, floor: "hall", ...radio }));
const plan: SitePlan = {
  origin: { lat: 0, lon: 0 },
  anchors: fixed,
  floors: [
    {
      id: "hall",
      level: 0,
      elevationM: 0,
      outline: [
        { x: 0, y: 0 },
        { x: 40, y: 0 },
        { x: 40, y: 25 },
        { x: 0, y: 25 },
      ],
    },
  ],
  rooms: [],
  walls: [],
  settings: {
    mechanism: "TRILATERATED",
    anchorSnapRadiusM: 5,
    locationAccuracyThresholdM: 50,
    ignoreMovingTracker: false,
  },
};
const frame = localFrame({ lat: 51.9, lon: 4.4 });
const tag = { x: 20, y: 12 };

interface Place {
  x: number;
  y: number;
}

function aSite() {
  const unplaced = unplacedGateways(plan, [{ id: "cart", ...radio }], null);
  const mobile = { intervalMs: 20_000, durationMs: 8000, unplaced, stored: [], accuracyM: new Map<string, number>() };
  return { model: buildSiteModel(plan), frame, mobile };
}

function carried(site: ReturnType<typeof aSite>, at: Place, accuracyM: number, atMs: number): void {
  moveGateway(site, { gatewayId: "cart", siteId: "site", atMs, ...frame.toLatLon(at), accuracyM });
}

/** A packet of the tag at a gateway whose hearing follows the default law. */
function hears(state: TrackerState, id: string, from: Place, atMs: number): void {
  const distanceM = Math.hypot(from.x - tag.x, from.y - tag.y, 1.3);
  observe(state, { anchorId: id, rssi: Math.round(-59 - 22 * Math.log10(distanceM)), atMs });
}

test("a mobile gateway whose own place is uncertain has less influence on a fix", () => {
  /** How far a fix is drawn away by a cart that hears the tag next to it but says it is elsewhere. */
  const drawnM = (accuracyM: number): number => {
    const site = aSite();
    const said = { x: 30, y: 12 };
    carried(site, said, accuracyM, 0);
    const state = newTrackerState();
    for (let atMs = 500; atMs <= 5000; atMs += 500) {
      for (const anchor of fixed) hears(state, anchor.id, anchor, atMs);
      hears(state, "cart", { x: tag.x + 1, y: tag.y }, atMs);
    }
    const fix = locate(site.model, state, 5000)!;
    return Math.hypot(fix.raw.x - tag.x, fix.raw.y - tag.y);
  };
  expect(drawnM(3)).toBeGreaterThan(1);
  expect(drawnM(15)).toBeLessThan(0.7 * drawnM(3));
});

test("a mobile gateway carried past does not make a tracker at rest appear to move", () => {
  const site = aSite();
  const state = newTrackerState();
  const said: (boolean | null)[] = [];
  const heard: number[] = [];
  for (let second = 1; second <= 60; second++) {
    const atMs = second * 1000;
    const at = { x: (2 + 1.2 * second) % 38, y: 14 };
    carried(site, at, 4, atMs);
    for (const anchor of fixed) hears(state, anchor.id, anchor, atMs);
    hears(state, "cart", at, atMs);
    const fix = locate(site.model, state, atMs)!;
    said.push(fix.moving);
    heard.push(fix.gatewaysHeard);
  }
  expect(Math.max(...heard)).toBe(5);
  expect(said.slice(20).filter(Boolean)).toEqual([]);
});

test("a mobile gateway is known at a site whose floor is far from the middle of its map", () => {
  const [floor] = plan.floors;
  const outline = floor!.outline.map(({ x, y }) => ({ x: x + 3000, y }));
  const away = { ...plan, floors: [{ ...floor!, outline }] };
  expect([...unplacedGateways(away, [{ id: "cart", ...radio }], null).keys()]).toEqual(["cart"]);
});
