import { locate } from "@pulse/positioning/engine/locate";
import { buildSiteModel } from "@pulse/positioning/engine/siteModel";
import { newTrackerState } from "@pulse/positioning/engine/trackerState";
import { observe } from "@pulse/positioning/window/signalState";
import { HALL } from "./simulateDay.ts";
import { radioWorld, USUAL_AIR, type Carried } from "./radioWorld.ts";
import { seeded } from "./random.ts";
import { anchorAt, floorOf, OFFICE } from "./scenarios.ts";
import { randomWalk } from "./randomWalk.ts";
import { SETTINGS } from "./settings.ts";

/** A tag that stands for a minute, walks for half a minute and stands again. */
export interface Transition {
  name: string;
  everyMs?: number;
  speedMps?: number;
  tagDb?: number;
  fadingSdDb?: number;
  /** Worn in the office, with other people in between; otherwise in the hall. */
  isWorn?: boolean;
  /** Its own motion flag, from single samples of its acceleration. */
  flags?: Flags;
}

interface Flags {
  /** One in so many packets carries it. */
  each: number;
  /** It advertises this often while it stands, ms. */
  restMs: number;
}

export const transitions: readonly Transition[] = [
  { name: "walks, 2 packets a second" },
  { name: "1 packet a second", everyMs: 1000 },
  { name: "10 packets a second", everyMs: 100 },
  { name: "packets scatter by 7 dB", fadingSdDb: 7 },
  { name: "office with bodies", isWorn: true },
  { name: "strolls at 0.5 m/s", speedMps: 0.5 },
  { name: "walks, tag −8 dB", tagDb: -8 },
  { name: "badge that flags each third packet", everyMs: 1000, isWorn: true, flags: { each: 3, restMs: 3000 } },
  { name: "sensor that flags each packet", everyMs: 1000, isWorn: true, flags: { each: 1, restMs: 2000 } },
];
/** Shares of samples that show movement: of a walker's, who is shaken to and fro, and of a thing that somebody touches. */
const WALKER_SHAKES = 0.75;
const THING_SHAKES = 0.02;
const STARTS_S = 60;
const STOPS_S = 90;
const ENDS_S = 150;
/** Motion reported in the first seconds, and until a stop can be noticed, does not count as false. */
const SETTLED_S = 10;
const NOTICED_S = 30;
/** A start has been noticed by then. */
const STARTED_S = 12;

/**
 * Seconds until fixes say that it walks and that it stands; fixes of the standing tag, and how many say that it moves;
 * fixes of the walker, some seconds after the start, and how many say that it stands.
 */
export interface Noticed {
  startS: number;
  stopS: number;
  still: number;
  falseOnes: number;
  walking: number;
  stopsDetected: number;
}

/** Plays a `Transition` in one draw of the air. */
export function playTransition(row: Transition, seed: number): Noticed {
  const { everyMs = 500, speedMps = 1.4, tagDb = 0, fadingSdDb, isWorn = false, flags } = row;
  const random = seeded(seed * 7919);
  const anchors = OFFICE.map(([x, y], i) => anchorAt(`g${i}`, x, y, "0"));
  const floors = [floorOf("0", 0)];
  const air = { ...USUAL_AIR, ...(isWorn ? {} : HALL), ...(fadingSdDb ? { fadingSdDb } : {}) };
  const world = radioWorld(anchors, floors, air, seed);
  const model = buildSiteModel({ anchors, floors, settings: SETTINGS, calibration: null });
  const state = newTrackerState();
  const go = randomWalk(floors[0]!, random);
  const noticed = { startS: Infinity, stopS: Infinity, still: 0, falseOnes: 0, walking: 0, stopsDetected: 0 };
  const flagOf = flags ? newFlags(flags, seed) : null;
  for (let ms = 0; ms < ENDS_S * 1000; ms += everyMs) {
    const isWalking = ms >= STARTS_S * 1000 && ms < STOPS_S * 1000;
    const { heading, ...at } = go(isWalking ? (speedMps * everyMs) / 1000 : 0);
    const atMs = ms + Math.round(0.3 * everyMs * random.next());
    const carried: Carried = { nth: 0, heading: isWorn ? heading : null };
    const packet = flagOf ? flagOf(ms, isWalking) : {};
    const heard = packet ? world.heard({ ...at, floor: "0" }, tagDb, atMs, carried) : [];
    for (const { anchorId, rssi } of heard) observe(state, { anchorId, rssi, atMs, receivedMs: atMs, ...packet });
    const nowMs = ms + everyMs;
    const fix = nowMs % 1000 ? null : locate(model, state, nowMs);
    if (fix) note(noticed, nowMs / 1000, fix.moving === true);
  }
  return noticed;
}

/** What a tag advertises each time: its motion in some of its packets. Null: nothing at that moment. */
function newFlags(
  { each, restMs }: Flags,
  seed: number,
): (ms: number, isWalking: boolean) => { moving?: boolean } | null {
  const random = seeded(seed * 104_729);
  let sent = Math.floor(each * random.next());
  let nextMs = restMs * random.next();
  return (ms, isWalking) => {
    if (!isWalking && ms < nextMs) return null;
    nextMs = ms + restMs;
    if (sent++ % each !== 0) return {};
    return { moving: random.next() < (isWalking ? WALKER_SHAKES : THING_SHAKES) };
  };
}

function note(noticed: Noticed, second: number, moving: boolean): void {
  const isStill = (second > SETTLED_S && second <= STARTS_S) || second > STOPS_S + NOTICED_S;
  if (isStill) noticed.still++;
  if (isStill && moving) noticed.falseOnes++;
  const isWalking = second > STARTS_S + STARTED_S && second <= STOPS_S;
  if (isWalking) noticed.walking++;
  if (isWalking && !moving) noticed.stopsDetected++;
  if (second > STARTS_S && second <= STOPS_S && moving) noticed.startS = Math.min(noticed.startS, second - STARTS_S);
  if (second > STOPS_S && !moving) noticed.stopS = Math.min(noticed.stopS, second - STOPS_S);
}
