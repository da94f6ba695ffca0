import { parseArgs } from "node:util";
import { locate } from "@pulse/positioning/engine/locate";
import type { Area } from "@pulse/positioning/model/areaIndex";
import { outlineContains } from "@pulse/positioning/model/outline";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { radioWorld, USUAL_AIR } from "./radioWorld.ts";
import { seeded } from "./random.ts";
import { anchorAt, floorOf, OFFICE } from "./scenarios.ts";
import { SETTINGS } from "./settings.ts";
import { randomWalk } from "./randomWalk.ts";

/** One room that was named, and whether the tag was in it. */
export interface Named {
  probability: number;
  isRight: boolean;
  moves: boolean;
}

const FLOOR = floorOf("0", 0);
/** The office of 40 × 25 m, cut into twelve rooms of 10 × 8.3 m without walls between them. */
const ROOMS: readonly Area[] = [0, 1, 2].flatMap((row) =>
  [0, 1, 2, 3].map((column) => {
    const [west, south] = [10 * column, (25 / 3) * row];
    const [east, north] = [west + 10, south + 25 / 3];
    const outline = [
      { x: west, y: south },
      { x: east, y: south },
      { x: east, y: north },
      { x: west, y: north },
    ];
    return { id: `${row}/${column}`, floor: "0", outline };
  }),
);
const ENDS_S = 120;
/** By then the estimate of a tag's strength has settled. */
const SETTLED_S = 20;
const EVERY_MS = 500;
const SPEED_MPS = 1.2;

/** The rooms named for one standing and one walking tag in one draw of the air, two packets a second. */
export function namedRooms(seed: number): Named[] {
  const anchors = OFFICE.map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
  const world = radioWorld(anchors, [FLOOR], USUAL_AIR, seed);
  const model = buildSiteModel({ anchors, floors: [FLOOR], settings: SETTINGS, calibration: null, rooms: ROOMS });
  const random = seeded(seed * 7919);
  const named: Named[] = [];
  for (const moves of [false, true]) {
    const state = newTrackerState();
    const go = randomWalk(FLOOR, random);
    for (let ms = 0; ms < ENDS_S * 1000; ms += EVERY_MS) {
      const at = go(moves ? (SPEED_MPS * EVERY_MS) / 1000 : 0);
      const carried = { nth: moves ? 1 : 0, heading: at.heading };
      for (const { anchorId, rssi } of world.heard({ x: at.x, y: at.y, floor: "0" }, 0, ms, carried))
        observe(state, { anchorId, rssi, atMs: ms, receivedMs: ms });
      const nowMs = ms + EVERY_MS;
      const room = nowMs % 1000 ? null : locate(model, state, nowMs)?.room;
      if (!room || nowMs < SETTLED_S * 1000) continue;
      const { outline } = ROOMS.find(({ id }) => id === room.id)!;
      named.push({ probability: room.probability, isRight: outlineContains(outline, at.x, at.y), moves });
    }
  }
  return named;
}

/** Share of the rooms that were right, and the mean of their stated probabilities. */
export function shareRight(named: readonly Named[]): { right: number; said: number } {
  const right = named.filter(({ isRight }) => isRight).length / named.length;
  return { right, said: named.reduce((sum, { probability }) => sum + probability, 0) / named.length };
}

/** `npm run accuracy -- namedRooms --first 2901 --seeds 48`: how many of the named rooms are right. */
function main(): void {
  const { values } = parseArgs({
    options: { first: { type: "string", default: "2901" }, seeds: { type: "string", default: "48" } },
  });
  const all = Array.from({ length: Number(values.seeds) }, (_, nth) => namedRooms(Number(values.first) + nth)).flat();
  const print = (name: string, named: readonly Named[]): void => {
    const { right, said } = shareRight(named);
    process.stdout.write(`| ${name} | ${named.length} | ${said.toFixed(2)} | ${right.toFixed(2)} |\n`);
  };
  for (const moves of [false, true]) {
    const of = all.filter((one) => one.moves === moves);
    print(moves ? "walks" : "stands", of);
    for (const from of [0, 0.4, 0.6, 0.8, 0.95]) {
      const to = [0.4, 0.6, 0.8, 0.95, 1.01].find((end) => end > from)!;
      print(
        `${moves ? "walks" : "stands"}, said ${from} to ${Math.min(1, to)}`,
        of.filter(({ probability }) => probability >= from && probability < to),
      );
    }
  }
}

if (import.meta.main) main();
