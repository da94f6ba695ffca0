import { expect, test } from "vitest";
import type { Fix } from "../fix/fix.ts";
import { locate } from "../engine/locate.ts";
import { anAnchor, aSettings, aSquareFloor, rssiAt } from "../engine/testSite.ts";
import { buildSiteModel } from "../engine/siteModel.ts";
import { newTrackerState } from "../engine/trackerState.ts";
import { observe } from "../window/signalState.ts";
import { smoothTrack } from "./smoothTrack.ts";

const anchors = [3, 20, 37].flatMap((x) => [3, 22].map((y) => anAnchor({ id: `${x} ${y}`, x, y })));
const site = { anchors, floors: [aSquareFloor("ground", 40)], settings: aSettings() };
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Stands for 12 s, goes 32 m and straight back, stands for 20 s, and goes once more. */
function placeAt(second: number): { x: number; y: number } {
  const goneM = 1.2 * Math.max(0, second < 86 ? Math.min(53, second - 12) : second - 33);
  const leg = Math.floor(goneM / 32);
  return { x: 4 + (leg % 2 ? 32 * (leg + 1) - goneM : goneM - 32 * leg), y: 12 };
}
const TURN = 12 + 32 / 1.2;
const STOPS = [65, 86];
const END = 110;

test("a turn and a stop are no farther off in the smoothed track than live", () => {
  const [live, afterwards] = [newSums(), newSums()];
  for (const seed of seeds) {
    const { fixes, smoothed } = walked(seed);
    addTo(live, fixes);
    addTo(afterwards, smoothed);
  }
  expect(afterwards.turn).toBeLessThanOrEqual(live.turn);
  expect(afterwards.stops).toBeLessThanOrEqual(live.stops);
  expect(afterwards.all).toBeLessThan(0.7 * live.all);
});

/** Mean errors near the turn, near the stops and everywhere, summed over walks, m. */
const newSums = () => ({ turn: 0, stops: 0, all: 0 });

function addTo(sums: ReturnType<typeof newSums>, fixes: Fix[]): void {
  const near = (moments: number[]): Fix[] =>
    fixes.filter(({ atMs }) => moments.some((at) => Math.abs(atMs / 1000 - at) <= 4));
  sums.turn += meanOff(near([TURN]), placeAt);
  sums.stops += meanOff(near(STOPS), placeAt);
  sums.all += meanOff(fixes, placeAt);
}

/** The walk as the engine located it, with packets that scatter by 2 dB. */
function walked(seed: number): { fixes: Fix[]; smoothed: Fix[] } {
  const random = normals(seed);
  const model = buildSiteModel(site);
  const state = newTrackerState();
  const fixes: Fix[] = [];
  for (let second = 0; second < END; second++) {
    for (const anchor of anchors)
      observe(state, {
        anchorId: anchor.id,
        rssi: rssiAt(anchor, placeAt(second)) + 2 * random(),
        atMs: second * 1000,
      });
    const fix = locate(model, state, second * 1000);
    if (fix !== null) fixes.push(fix);
  }
  return { fixes, smoothed: smoothTrack(model, fixes) };
}

test("errors that several fixes in a row share are smoothed out", () => {
  const model = buildSiteModel(site);
  let [live, afterwards] = [0, 0];
  for (const seed of seeds) {
    const fixes = fixesOff(seed, { sdM: 1.5, alike: 0.7 });
    live += meanOff(fixes, placeAt);
    afterwards += meanOff(smoothTrack(model, fixes), placeAt);
  }
  expect(afterwards).toBeLessThan(0.8 * live);
});

test("a walker in a small room is no farther off in the smoothed track than live", () => {
  const model = buildSiteModel(site);
  /** Once around a circle of 2.5 m each 20 s. */
  const placeOn = (second: number) => {
    const turned = (2 * Math.PI * second) / 20;
    return { x: 20 + 2.5 * Math.cos(turned), y: 20 + 2.5 * Math.sin(turned) };
  };
  let [live, afterwards] = [0, 0];
  for (const seed of seeds) {
    const fixes = fixesOff(seed, { sdM: 1.2, alike: 0.7, placeOn });
    live += meanOff(fixes, placeOn);
    afterwards += meanOff(smoothTrack(model, fixes), placeOn);
  }
  expect(afterwards).toBeLessThan(1.02 * live);
});

/** A fix each second, whose error keeps the share `alike` of the one before. */
function fixesOff(
  seed: number,
  { sdM, alike, placeOn = placeAt }: { sdM: number; alike: number; placeOn?: typeof placeAt },
): Fix[] {
  const random = normals(seed);
  const fixes: Fix[] = [];
  const off = { x: sdM * random(), y: sdM * random() };
  for (let second = 0; second < END; second++) {
    for (const axis of ["x", "y"] as const) off[axis] = alike * off[axis] + Math.sqrt(1 - alike ** 2) * sdM * random();
    const at = placeOn(second);
    const place = { x: at.x + off.x, y: at.y + off.y };
    const atMs = second * 1000;
    fixes.push({
      atMs,
      ...place,
      floor: "ground",
      elevationM: 0,
      accuracyM: 1.5 * sdM,
      accuracyOuterM: 2.5 * sdM,
      mechanism: "TRILATERATED",
      moving: true,
      nearest: null,
      shown: true,
      floorUncertain: false,
      gatewaysHeard: 6,
      room: null,
      raw: { ...place, atMs, varianceM2: sdM ** 2 },
    });
  }
  return fixes;
}

function meanOff(fixes: Fix[], truthAt: (second: number) => { x: number; y: number }): number {
  let sum = 0;
  for (const { atMs, x, y } of fixes) {
    const truth = truthAt(atMs / 1000);
    sum += Math.hypot(x - truth.x, y - truth.y);
  }
  return sum / fixes.length;
}

/** Normally distributed numbers, the same in every run. */
function normals(seed: number): () => number {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  for (let i = 0; i < 10; i++) next();
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}
