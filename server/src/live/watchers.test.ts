import { fullAccess, noAccess } from "@pulse/contract/access";
import type { LocationUpdate, Watch } from "@pulse/contract/live";
import { beforeEach, expect, test } from "vitest";
import { isIn, type Watcher, watchedPositions } from "./watchers.ts";

const everything: Watch = { floorIds: null, box: null, assetIds: [] };
let nowMs: number;
let watchers: Watcher[];
let sent: [sockets: string[], trackers: string[]][];
let positions: ReturnType<typeof watchedPositions>;

beforeEach(() => {
  nowMs = 0;
  watchers = [];
  sent = [];
  positions = watchedPositions({
    now: () => nowMs,
    watchersOf: () => watchers,
    send: (sockets, message) =>
      sent.push([sockets, (message as { tracker_id: string }[]).map((one) => one.tracker_id)]),
  });
});

const at = (trackerId: string, floorId: string | null, given: Partial<LocationUpdate> = {}): LocationUpdate =>
  ({
    trackerId,
    assetId: `asset of ${trackerId}`,
    floorId,
    lat: 1,
    lon: 1,
    elevation: 3,
    lastUpdated: "1",
    ...given,
  }) as LocationUpdate;
function watching(watch: Partial<Watch>, access = fullAccess()): Watcher {
  const viewer = { access } as Watcher["viewer"];
  const socketId = `socket ${watchers.length}`;
  const watcher: Watcher = { socketId, viewer, watch: { ...everything, ...watch }, inside: new Set(), isNew: false };
  watchers.push(watcher);
  return watcher;
}
/** What was sent since the last question. */
const news = () => sent.splice(0);

test("a watcher gets the positions of its floors at once, and all others after 10 s in one message", () => {
  watching({ floorIds: ["ground"] });
  positions.sendUpdates("site", [at("near", "ground"), at("far", "upper"), at("outside", null)]);
  expect(news()).toEqual([[["socket 0"], ["near", "outside"]]]);
  nowMs = 9_999;
  positions.sendUpdates("site", [at("far", "upper")]);
  expect(news()).toEqual([]);
  nowMs = 10_000;
  positions.sendUpdates("site", [at("near", "ground")]);
  expect(news()).toEqual([[["socket 0"], ["near", "far", "outside"]]]);
});

test("an asset that leaves the watched floor is reported at once, and once", () => {
  watching({ floorIds: ["ground"] });
  positions.sendUpdates("site", [at("a", "ground")]);
  positions.sendUpdates("site", [at("a", "upper")]);
  positions.sendUpdates("site", [at("a", "upper")]);
  expect(news().map(([, trackers]) => trackers)).toEqual([["a"], ["a"]]);
});

test("a watcher that changes floors gets the positions held back for the new floor, and not the others", () => {
  const watcher = watching({ floorIds: ["ground"] });
  positions.sendUpdates("site", [at("a", "upper"), at("b", "cellar")]);
  watcher.watch = { ...everything, floorIds: ["upper"] };
  watcher.isNew = true;
  positions.sendOverdue();
  expect(news()).toEqual([[["socket 0"], ["a"]]]);
  positions.sendOverdue();
  expect(news()).toEqual([]);
});

test("the last positions are sent to watchers even if nothing moves any more", () => {
  watching({ floorIds: [] });
  positions.sendUpdates("site", [at("a", "upper")]);
  nowMs = 10_500;
  positions.sendOverdue();
  expect(news()).toEqual([]);
  nowMs = 11_000;
  positions.sendOverdue();
  positions.sendOverdue();
  expect(news()).toEqual([[["socket 0"], ["a"]]]);
});

test("an older position never replaces a newer one that is waiting", () => {
  watching({ floorIds: [] });
  const messages: unknown[] = [];
  positions = watchedPositions({
    now: () => nowMs,
    watchersOf: () => watchers,
    send: (_, message) => messages.push(message),
  });
  positions.sendUpdates("site", [at("a", "upper", { lastUpdated: "2" })]);
  nowMs = 10_000;
  positions.sendUpdates("site", [at("a", "upper", { lastUpdated: "1" })]);
  expect(messages).toMatchObject([[{ last_updated: "2" }]]);
});

test("each watcher gets only what it may see, and watchers with equal rights share one message", () => {
  const reader = { ...noAccess(), asset_management: ["r"] } as ReturnType<typeof fullAccess>;
  watching({ floorIds: [] });
  watching({ floorIds: [] });
  watching({ floorIds: [] }, reader);
  watching({}, noAccess());
  const messages: [string[], Record<string, unknown>[]][] = [];
  positions = watchedPositions({
    now: () => nowMs,
    watchersOf: () => watchers,
    send: (sockets, message) => messages.push([sockets, message as Record<string, unknown>[]]),
  });
  positions.sendUpdates("site", [at("linked", "upper"), at("alone", "upper", { assetId: null })]);
  nowMs = 10_000;
  positions.sendUpdates("site", []);
  expect(messages.map(([sockets, items]) => [sockets, items.map((item) => item["tracker_id"])])).toEqual([
    [
      ["socket 0", "socket 1"],
      ["linked", "alone"],
    ],
    [["socket 2"], ["linked"]],
  ]);
  expect(messages[0]![1][0]).toHaveProperty("elevation");
  expect(messages[1]![1][0]).not.toHaveProperty("elevation");
});

test("no positions are stored for a site that nobody watches", () => {
  const watcher = watching({ floorIds: [] });
  positions.sendUpdates("site", [at("a", "upper")]);
  watchers = [];
  positions.sendUpdates("site", [at("a", "upper")]);
  watchers = [watcher];
  nowMs = 60_000;
  positions.sendOverdue();
  expect(news()).toEqual([]);
});

test.each([
  ["inside", { lat: 1, lon: 1 }, true],
  ["north of it", { lat: 3, lon: 1 }, false],
  ["south of it", { lat: -1, lon: 1 }, false],
  ["west of it", { lat: 1, lon: -1 }, false],
  ["east of it", { lat: 1, lon: 3 }, false],
])("a watched box checks whether a position is %s", (_, place, isInside) => {
  const box = { northWest: { lat: 2, lon: 0 }, southEast: { lat: 0, lon: 2 } };
  expect(isIn({ ...everything, box }, at("a", null, place))).toBe(isInside);
});

test("a watched box may span the 180th meridian, and a named asset is always in it", () => {
  const box = { northWest: { lat: 2, lon: 179 }, southEast: { lat: 0, lon: -179 } };
  expect(isIn({ ...everything, box }, at("a", null, { lon: 179.5 }))).toBe(true);
  expect(isIn({ ...everything, box }, at("a", null, { lon: -179.5 }))).toBe(true);
  expect(isIn({ ...everything, box }, at("a", null, { lon: 0 }))).toBe(false);
  expect(isIn({ ...everything, box, assetIds: ["asset of a"] }, at("a", null, { lon: 0 }))).toBe(true);
});
