import { circleArea, type FenceArea, polygonArea } from "@pulse/geo/fenceArea";
import { fenceIndex } from "@pulse/geo/fenceIndex";
import { localFrame } from "@pulse/geo/localFrame";
import { fenceWatch } from "@pulse/server/pipeline/fencing/fenceWatch";
import type { KnownFence } from "@pulse/server/pipeline/fencing/knownFences";
import { harbourWarehouse } from "@pulse/simulator/demo/harbour/site";
import type { DemoAsset, DemoSite, FloorPoint } from "@pulse/simulator/demo/model";
import { floorOfKey, floorToLatLon } from "@pulse/simulator/demo/placing";
import { defaultRadio } from "@pulse/simulator/radio/settings";
import { newSiteRun } from "@pulse/simulator/siteRun";
import { settlingSite } from "./settlingSite.ts";
import { type Entered, trueStays } from "./trueStays.ts";

/** What to run; crossings count after the first `warmUpS` seconds. */
interface FlappingOrder {
  seed: number;
  minutes: number;
  warmUpS: number;
  isHarsh: boolean;
}

/** The result of one run. */
export interface Flapping {
  /** For each still tag, how far inside its fence it is (negative: outside), and the crossings reported. */
  still: StillTold[];
  entered: Entered[];
  /** Reported stays of moving things, by kind, and in how many of them the thing was never inside. */
  told: Map<string, { stays: number; neverInside: number }>;
}

interface StillTold {
  insideM: number;
  /** Crossings to the wrong side, and to the right side, after the warm-up. */
  wrong: number;
  right: number;
  /** After the warm-up, and at the end. */
  wasInside: boolean;
  isInside: boolean;
  hours: number;
}

const tickMs = 500;
/** Later than this after its end, a stay counts as not reported; a stay that ended less than this ago is not false. */
const lateMs = 10_000;
const distancesM = [-1, -0.5, -0.25, 0.25, 0.5, 1];
/** Open floor, a dock, between racks, beside a wall. */
const spots: readonly FloorPoint[] = [
  { x: 32, y: 33 },
  { x: 22, y: 41 },
  { x: 27, y: 18 },
  { x: 8, y: 26 },
];
const key = "harbour/floor-1";
/** Squares over the hall, which things cross: their sides, and where the first one starts, m. */
const squaresM = [12, 16, 24];
const hall = { fromX: 4, toX: 62, fromY: 4, toY: 44 };

/** Runs the warehouse's gateways, the decoder, the self-calibrating engine and the fences in simulated air. */
export function flappingRun({ seed, minutes, warmUpS, isHarsh }: FlappingOrder): Flapping {
  const demo = harbourWarehouse();
  const { building } = floorOfKey(demo, key);
  const placed = (point: FloorPoint) => floorToLatLon(demo, building, point);
  const roaming = new Set(demo.assets.filter(({ behaviour }) => behaviour.kind === "roaming"));
  const still = spots.flatMap((spot, at) => distancesM.map((insideM, nth) => stillTag(demo, spot, at, insideM, nth)));
  const site: DemoSite = { ...demo, assets: [...roaming, ...still.map(({ asset }) => asset)] };
  const startMs = Date.UTC(2026, 10, 20, 8);
  const harsh = { shadowSdDb: 4.5, shadowCellM: 2, fadingSdDb: 5, deepFadeShare: 0.1, exponent: 2.7, lossShare: 0.3 };
  const run = newSiteRun(site, seed, startMs, isHarsh ? { ...defaultRadio, ...harsh } : defaultRadio);
  const settling = settlingSite(site, startMs);
  const frame = localFrame(site);

  const fences = new Map<string, KnownFence>();
  const index = fenceIndex<string>();
  const put = (id: string, area: FenceArea): void => {
    const common = {
      siteId: "site",
      customerId: "",
      name: id,
      bounds: null,
      exitTimeoutMs: 30 * 60_000,
      changedMs: -Infinity,
    };
    fences.set(id, { id, ...common, area, floorIds: new Set([key]), sensitivity: "normal" });
    index.set(id, area.bounds);
  };
  for (const { asset, corners } of still) put(asset.trackerMac, areaOf(corners.map(placed)));
  const zones = [...demoZones(demo), ...squares()].map(({ kind, id, shape }) => {
    const area = "area" in shape ? areaOf(shape.area.map(placed)) : circleArea(placed(shape.centre), shape.radiusM);
    put(id, area);
    return { kind, id, area };
  });

  let nowMs = startMs;
  const told = new Map<string, StillTold>();
  const hours = (minutes * 60 - warmUpS) / 3600;
  for (const { asset, insideM } of still)
    told.set(asset.trackerMac, { insideM, wrong: 0, right: 0, wasInside: false, isInside: false, hours });
  const truth = trueStays(zones, startMs + warmUpS * 1000, lateMs);
  const stillMacs = new Set(still.map(({ asset }) => asset.trackerMac));
  const watch = fenceWatch({
    fences: { get: (id) => fences.get(id), near: (_site, place, distanceM) => index.near(place, distanceM) },
    stored: [],
    seenMs: new Map(),
    now: () => nowMs,
    crossed: ({ assetId, geofenceId, exit, atMs }) => {
      if (!stillMacs.has(assetId)) truth.told(assetId, geofenceId, { isEnter: exit === null, atMs, nowMs });
      else if (assetId === geofenceId) tell(told.get(assetId)!, exit === null, nowMs < startMs + warmUpS * 1000);
    },
  });

  for (let second = 0; second < minutes * 60; second++) {
    const messages = run.second(second);
    // Packets of a second are uploaded in the next.
    for (let tick = 1; tick <= 1000 / tickMs; tick++) {
      const runMs = (second + 1) * 1000 + tick * tickMs;
      nowMs = startMs + runMs;
      settling.hear(messages.filter(({ tMs }) => tMs <= runMs && tMs > runMs - tickMs));
      for (const [mac, place] of run.truth()) {
        const fix = settling.locate(mac, nowMs);
        if (fix !== null)
          watch.process({
            assetId: mac,
            siteId: "site",
            ...fix,
            moving: fix.moving === true,
            ...frame.toLatLon(fix),
            frame,
            floorId: fix.floor,
          });
        if (!stillMacs.has(mac)) truth.at(mac, place.floor === key ? placed(place) : null, nowMs);
      }
      watch.tick(nowMs);
    }
  }
  return { still: [...told.values()], ...truth.result() };
}

function tell(of: StillTold, isEnter: boolean, isStart: boolean): void {
  of.isInside = isEnter;
  if (isStart) of.wasInside = isEnter;
  else if (isEnter === of.insideM > 0) of.right++;
  else of.wrong++;
}

interface Zone {
  kind: string;
  id: string;
  shape: DemoSite["geofences"][number]["shape"];
}

function demoZones(demo: DemoSite): Zone[] {
  const own = demo.geofences.filter(({ floor }) => floor === key);
  return own.map(({ name, shape }) => ({ kind: "the demo's, 8–11 m", id: name, shape }));
}

function squares(): Zone[] {
  return squaresM.flatMap((side) => {
    const zones: Zone[] = [];
    for (let x = hall.fromX; x + side <= hall.toX; x += side)
      for (let y = hall.fromY; y + side <= hall.toY; y += side)
        zones.push({ kind: `${side} m squares`, id: `${side} ${x} ${y}`, shape: { area: square(x, y, side) } });
    return zones;
  });
}

const square = (x: number, y: number, side: number): FloorPoint[] => [
  { x, y },
  { x: x + side, y },
  { x: x + side, y: y + side },
  { x, y: y + side },
];

/** A tag at a spot, and the corners of a fence of 8 × 8 m whose west edge is `insideM` from it. */
function stillTag(demo: DemoSite, spot: FloorPoint, at: number, insideM: number, nth: number) {
  const model = demo.assets[(at * distancesM.length + nth) % demo.assets.length]!;
  const point = { x: spot.x + nth * 0.3, y: spot.y + nth * 0.3 };
  const asset: DemoAsset = {
    ...model,
    name: `Still ${at} ${nth}`,
    trackerMac: `DD:34:0F:00:${at.toString(16).padStart(2, "0")}:${nth.toString(16).padStart(2, "0")}`.toUpperCase(),
    behaviour: { kind: "still", floor: key, ...point },
  };
  return { asset, insideM, corners: square(point.x - insideM, point.y - 4, 8) };
}

function areaOf(corners: readonly { lat: number; lon: number }[]): FenceArea {
  const ring = corners.map(({ lat, lon }): [number, number] => [lon, lat]);
  return polygonArea({ type: "Polygon", coordinates: [[...ring, ring[0]!]] });
}
