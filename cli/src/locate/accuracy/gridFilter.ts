import { parseArgs } from "node:util";
import { outlineContains } from "@pulse/positioning/model/outline";
import type { PlacedFloor } from "@pulse/positioning/model/placed";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { floorOfKey, floorToSite } from "@pulse/simulator/demo/placing";
import { guessedLossDb } from "@pulse/simulator/demo/wallLoss";
import { demoSites, demoWorld } from "@pulse/simulator/demo/world";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import { cellWays, evenly, type Segment } from "./cellFilter.ts";
import { AIRS } from "./drawnWalls.ts";
import { gridDay, type Located, roomsOf } from "./gridDay.ts";
import { newTally, radiiOf, roomAt, rowOf, type Said, scorer, type Tally, together } from "./gridFigures.ts";
import { arrivalsOn, cellFilter, type FilterSettings, type FloorWays } from "./gridVariant.ts";

/** Settings chosen on seeds 7001–7003 (docs/accuracy.md, "A filter that walls stop"). */
const CHOSEN: FilterSettings = {
  trust: [4, 0.5],
  walksM2: 3,
  stillM2: 0.05,
  anywhere: 0.003,
  isFlat: true,
  ahead: 0.5,
  forgets: false,
  beside: 2,
  knowsMotion: false,
};
/** The chosen ones and others near them. */
const TRIED: Readonly<Record<string, Partial<FilterSettings>>> = {
  chosen: {},
  "trusts 1 and 2": { trust: [1, 2] },
  "trusts 2 and 1": { trust: [2, 1] },
  "trust 6, walks 4 m²/s": { trust: [6, 0.5], walksM2: 4 },
  "walks 6 m²/s": { walksM2: 6 },
  "walks 1.5 m²/s": { walksM2: 1.5 },
  "rests 0.02 m²/s": { stillM2: 0.02 },
  "not flattened": { isFlat: false },
  "not ahead": { ahead: 0 },
  "anywhere 0.05": { anywhere: 0.05 },
};
const HEADER =
  "| | fixes | median / P90 / P95, m | right room, % | of those in a room / in none | changes to a wrong room a minute | in 68 / 95 % | cells kept, median / P95 | µs a fix |";
/** Circles are counted in one fix of this many. */
const ASKED_EACH = 10;

type Tallies = Record<"walking" | "at rest", Tally>;
type Method = (located: Located, isAsked: boolean) => Said;

/** What the engine itself says. */
const engine: Method = ({ fix, cpuUs }) => ({
  x: fix.x,
  y: fix.y,
  room: fix.room?.id ?? null,
  radii: [fix.accuracyM, fix.accuracyOuterM],
  cells: 0,
  cpuUs,
});

/** The same, in the room in which the dot is drawn. */
function byDot(site: DemoSite): Method {
  const rooms = roomsOf(site);
  return (located) => {
    const said = engine(located, false);
    return { ...said, room: roomAt(rooms, { floor: located.fix.floor, x: said.x, y: said.y }) };
  };
}

function filtering(settings: FilterSettings, waysOf: (floor: PlacedFloor) => FloorWays): Method {
  const filter = cellFilter(settings, waysOf);
  return (located, isAsked) => {
    const { belief, ...said } = filter(located);
    return { ...said, radii: isAsked ? radiiOf(located.floor.grid, belief, said.x, said.y) : null };
  };
}

/** What of a site is drawn: everything, no walls, or walls without any doors in them. */
type Drawn = "all" | "no walls" | "no doors";

/** The ways on a site's floors, each computed once. */
function waysOn(site: DemoSite, how: Drawn): (floor: PlacedFloor) => FloorWays {
  const known = new Map<string, FloorWays>();
  return ({ id, grid }) => {
    const before = known.get(id);
    if (before) return before;
    const { building, floor } = floorOfKey(site, id);
    const drawn = ({ a, b }: Segment): Segment => ({ a: floorToSite(building, a), b: floorToSite(building, b) });
    // As in the engine, a line without a loss is no wall.
    const walls = floor.walls.filter(({ kind }) => guessedLossDb[kind] > 0);
    const doors = floor.doors.map(drawn);
    const hasWalls = how !== "no walls";
    const lines = hasWalls ? walls.map(drawn) : [];
    const ways = how === "no doors" ? cellWays(grid, [...lines, ...doors]) : cellWays(grid, lines, doors);
    const shafts = floor.lifts.map(({ area }) => area.map((corner) => floorToSite(building, corner)));
    const even = evenly(ways);
    const arrivals = hasWalls ? arrivalsOn(ways, (x, y) => shafts.some((ring) => outlineContains(ring, x, y))) : even;
    const made = { ways, even, arrivals };
    known.set(id, made);
    return made;
  };
}

/** Plays one day to the engine and to filters that take its windows, and counts what each says. */
function compare(
  site: DemoSite,
  day: { seed: number; seconds: number; fromS: number; radio: RadioSettings },
  methods: Readonly<Record<string, Method>>,
): Record<string, Tallies> {
  const rooms = roomsOf(site);
  const tallies: Record<string, Tallies> = {};
  const all = Object.entries(methods).map(([name, method]) => {
    const own = { walking: newTally(), "at rest": newTally() };
    tallies[name] = own;
    return { method, score: scorer(own) };
  });
  let firstMs: number | null = null;
  let nth = 0;
  for (const located of gridDay(site, day)) {
    firstMs ??= located.atMs;
    const isCounted = located.atMs >= firstMs + day.fromS * 1000;
    const isAsked = isCounted && nth++ % ASKED_EACH === 0;
    const room = isCounted ? roomAt(rooms, located.truth) : null;
    for (const { method, score } of all) {
      const said = method(located, isAsked);
      if (isCounted) score(located, room, said);
    }
  }
  return tallies;
}

function methodsFor(site: DemoSite, which: { tried: boolean; closed: boolean }): Record<string, Method> {
  const [walled, open] = [waysOn(site, "all"), waysOn(site, "no walls")];
  const both = (name: string, settings: Partial<FilterSettings>): [string, Method][] => [
    [`filter without walls${name}`, filtering({ ...CHOSEN, ...settings }, open)],
    [`filter with walls${name}`, filtering({ ...CHOSEN, ...settings }, walled)],
  ];
  if (which.tried)
    return Object.fromEntries([
      ["engine", engine],
      ...Object.entries(TRIED).flatMap(([name, settings]) => both(`, ${name}`, settings)),
    ]);
  if (which.closed)
    return {
      engine,
      ...Object.fromEntries(both(", rooms preferred", { beside: 1 })),
      "filter with walls": filtering(CHOSEN, walled),
      "filter with walls, no doors drawn": filtering(CHOSEN, waysOn(site, "no doors")),
    };
  return Object.fromEntries([
    ["engine", engine],
    ["engine, room of the dot", byDot(site)],
    ["window alone", filtering({ ...CHOSEN, forgets: true, ahead: 0 }, open)],
    ...both("", {}),
    ["filter with walls, true motion", filtering({ ...CHOSEN, knowsMotion: true }, walled)],
  ]);
}

/** Every roaming thing, and one in `each` of those that stay. */
function thinned(site: DemoSite, each: number): DemoSite {
  return { ...site, assets: site.assets.filter(({ behaviour }, i) => behaviour.kind === "roaming" || i % each === 0) };
}

/**
 * `node cli/src/locate/accuracy/gridFilter.ts --seeds 7101,7102 [--seconds 340] [--from 40] [--still 3] [--only Hospital] [--tried | --closed]`:
 * a Bayes filter over the floor's cells, with walls and without, on the engine's own windows.
 */
function main(): void {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "7101" },
      seconds: { type: "string", default: "340" },
      from: { type: "string", default: "40" },
      still: { type: "string", default: "3" },
      only: { type: "string", default: "" },
      tried: { type: "boolean", default: false },
      closed: { type: "boolean", default: false },
    },
  });
  const seeds = values.seeds.split(",").map(Number);
  const sites = demoSites(demoWorld()).filter(
    ({ name }) => /Hospital|Warehouse/.test(name) && name.includes(values.only),
  );
  for (const whole of sites)
    for (const air of ["the demo's air", "harsh"]) {
      const site = thinned(whole, Number(values.still));
      const runs = seeds.map((seed) => {
        const day = { seed, seconds: Number(values.seconds), fromS: Number(values.from), radio: AIRS[air]! };
        const run = compare(site, day, methodsFor(site, values));
        process.stderr.write(`${site.name}, ${air}, ${seed}\n`);
        if (seeds.length > 1) print(`${seed}: `, [run]);
        return run;
      });
      process.stdout.write(`\n${site.name}, ${air}, ${seeds.join(",")}\n${HEADER}\n`);
      print("", runs);
    }
}

function print(prefix: string, runs: readonly Record<string, Tallies>[]): void {
  for (const who of ["walking", "at rest"] as const)
    for (const name of Object.keys(runs[0]!))
      process.stdout.write(`${rowOf(`${prefix}${who}: ${name}`, together(runs.map((run) => run[name]![who])))}\n`);
}

if (import.meta.main) main();
