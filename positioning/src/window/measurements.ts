import type { AnchorTables } from "../model/anchorTables.ts";
import { storeysBetween, tablesOn } from "../model/beyondFloors.ts";
import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import { WINDOW } from "./windowConstants.ts";
import { MODEL } from "../model/modelConstants.ts";

/**
 * A tag's measurements at one moment: parallel arrays, used over and over. Gateways of the floor in question come
 * first, then those of other floors, both from the strongest down.
 */
export interface Measurements {
  /** How many gateways heard it; how many take part; and how many of these are on the floor. */
  heard: number;
  count: number;
  own: number;
  anchors: PlacedAnchor[];
  /** Window mean, dBm. */
  rssi: Float64Array;
  /** Packets in the window. */
  packets: Int32Array;
  /** Mean time of those packets. */
  middleMs: Float64Array;
  /** 1 / variance of the window mean around the path-loss model, dB⁻². */
  weight: Float64Array;
  /** Packet noise of the window mean, dB². */
  noise: Float64Array;
  /** What each would hear on the floor, the loss of the ceilings between, dB, and the variance of that, dB². */
  tables: AnchorTables[];
  slabDb: Float64Array;
  slabDb2: Float64Array;
}

export function newMeasurements(size = 256): Measurements {
  return {
    heard: 0,
    count: 0,
    own: 0,
    anchors: [],
    rssi: new Float64Array(size),
    packets: new Int32Array(size),
    middleMs: new Float64Array(size),
    weight: new Float64Array(size),
    noise: new Float64Array(size),
    tables: [],
    slabDb: new Float64Array(size),
    slabDb2: new Float64Array(size),
  };
}

/** Appends one gateway's window; it is left out once the arrays are full. */
export function addMeasurement(
  m: Measurements,
  anchor: PlacedAnchor,
  rssi: number,
  packets: number,
  middleMs: number,
): void {
  if (m.count === m.rssi.length) return;
  m.anchors[m.count] = anchor;
  m.rssi[m.count] = rssi;
  m.packets[m.count] = packets;
  m.middleMs[m.count] = middleMs;
  m.heard = ++m.count;
}

/** Forgets all. */
export function clear(m: Measurements): void {
  m.heard = 0;
  m.count = 0;
  m.own = 0;
}

/** How high tags are carried, and the loss of one ceiling. */
interface Ceilings {
  tagHeightM: number;
  slabDb: number;
}

/**
 * Puts the gateways of one floor first, ordered from the strongest down (equal strength by id, so that the order in which
 * they were heard changes nothing) and at most `WINDOW.maxGateways` of them, then the strongest of other floors.
 * @param site null: other floors' gateways are left out
 */
export function arrangeFor(m: Measurements, floor: PlacedFloor, site: Ceilings | null): void {
  const own = sort(m, floor);
  m.own = Math.min(own, WINDOW.maxGateways);
  // If the floor's own gateways fill the list, the others have nothing to add.
  m.count = site && own === m.own ? Math.min(m.heard, WINDOW.maxGateways, own + WINDOW.maxBeyond) : m.own;
  lookUp(m, floor, site);
}

/**
 * The same for one of several floors to be compared. Their likelihoods are comparable only if the same gateways take
 * part for every floor: the strongest of all.
 */
export function arrangeAlike(m: Measurements, floor: PlacedFloor, site: Ceilings): void {
  const { heard } = m;
  if (heard > WINDOW.maxGateways) {
    sort(m, null);
    m.heard = WINDOW.maxGateways;
  }
  m.own = sort(m, floor);
  m.count = m.heard;
  m.heard = heard;
  lookUp(m, floor, site);
}

/** Puts a floor's own gateways first, each part from the strongest down; returns how many are the floor's own. */
function sort(m: Measurements, floor: PlacedFloor | null): number {
  let own = 0;
  for (let i = 0; i < m.heard; i++) {
    if (m.anchors[i]!.floor === floor) own++;
    for (let at = i; at > 0 && comesBefore(m, at, at - 1, floor); at--) exchange(m, at, at - 1);
  }
  return own;
}

function comesBefore({ anchors, rssi }: Measurements, i: number, j: number, floor: PlacedFloor | null): boolean {
  const isOwn = anchors[i]!.floor === floor;
  if (isOwn !== (anchors[j]!.floor === floor)) return isOwn;
  const strongerDb = rssi[i]! - rssi[j]!;
  return strongerDb > 0 || (strongerDb === 0 && anchors[i]!.id < anchors[j]!.id);
}

function exchange({ anchors, rssi, packets, middleMs }: Measurements, i: number, j: number): void {
  [anchors[i], anchors[j]] = [anchors[j]!, anchors[i]!];
  [rssi[i], rssi[j]] = [rssi[j]!, rssi[i]!];
  [packets[i], packets[j]] = [packets[j]!, packets[i]!];
  [middleMs[i], middleMs[j]] = [middleMs[j]!, middleMs[i]!];
}

/** Looks up what each gateway that takes part would hear on the floor. */
function lookUp(m: Measurements, floor: PlacedFloor, site: Ceilings | null): void {
  for (let i = 0; i < m.count; i++) {
    const storeys = site && i >= m.own ? storeysBetween(m.anchors[i]!, floor) : 0;
    m.tables[i] = storeys ? tablesOn(m.anchors[i]!, floor, site!.tagHeightM) : m.anchors[i]!.tables;
    // Surveyed levels already include the ceilings.
    const ceilings = m.tables[i]!.variance ? 0 : storeys;
    m.slabDb[i] = ceilings * (site?.slabDb ?? 0);
    m.slabDb2[i] = (ceilings * MODEL.slabSdDb) ** 2;
  }
}
