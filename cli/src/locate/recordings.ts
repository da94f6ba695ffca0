import type { Area } from "@pulse/positioning/model/areaIndex";
import type { Point } from "@pulse/positioning/model/outline";
import type { Anchor, FloorModel } from "@pulse/positioning/model/placedSite";
import type { Direct } from "@pulse/positioning/window/directMeasurements";
import { isPlausibleRssi } from "@pulse/positioning/window/packetMean";
import { type CsvRow, InputError, readCsv } from "./csvTable.ts";
import { floorId, type FloorSpellings, spelledFloor } from "./floorNames.ts";
import { outlineFault } from "./outlineFault.ts";

/** One tag's packets in the order they were received; a missing strength is NaN. */
export interface Session {
  tagId: string;
  /** The make of its tag, as sessions.csv names it. */
  make?: string;
  packets: {
    atMs: number;
    receivedMs: number;
    anchorId: string;
    rssi: number;
    /** The packet's stated RSSI at 1 m, dBm; only made-up tags have it, never a file. */
    statedPowerDbm?: number;
  }[];
  /** Angles and ranges, in time order; received when they were measured. */
  direct?: readonly Direct[];
}

export interface TruthRow {
  atMs: number;
  x: number;
  y: number;
  floor: string;
}

export interface SessionNote {
  split: string;
  kind: string | null;
  /** The make of the session's tag; null: not known. */
  make: string | null;
}

/** anchors.csv: `anchor_id,x_m,y_m,z_m,floor[,alpha,beta,gamma,measured_power_dbm]`. Adds its floors to `spellings`. */
export function readAnchors(path: string, spellings: FloorSpellings = new Map()): Anchor[] {
  const anchors: Anchor[] = [];
  const seen = new Set<string>();
  readCsv(path, ["anchor_id", "x_m", "y_m", "floor"], (row) => {
    const id = row.text("anchor_id");
    if (seen.has(id)) throw new InputError(`${path}: anchor ${id} is given twice`);
    seen.add(id);
    anchors.push({
      id,
      x: row.number("x_m"),
      y: row.number("y_m"),
      z: row.numberOrNull("z_m"),
      floor: spelledFloor(row.text("floor"), spellings),
      measuredPower: row.numberOrNull("measured_power_dbm"),
      alpha: row.numberOrNull("alpha"),
      beta: row.numberOrNull("beta"),
      gamma: row.numberOrNull("gamma"),
      snapRadiusM: null,
    });
  });
  if (!anchors.length) throw new InputError(`${path} holds no anchor`);
  return anchors;
}

/** outlines.csv: `floor,x_m,y_m[,level,elevation_m]`, a floor's corners in order around it. */
export function readOutlines(path: string, spellings: FloorSpellings = new Map()): FloorModel[] {
  const floors = new Map<string, FloorModel>();
  readCsv(path, ["floor", "x_m", "y_m"], (row) => {
    const id = spelledFloor(row.text("floor"), spellings);
    const floor = floors.get(id) ?? {
      id,
      level: row.numberOrNull("level") ?? floors.size,
      elevationM: row.numberOrNull("elevation_m") ?? 0,
      outline: [],
    };
    floors.set(id, floor);
    floor.outline.push({ x: row.number("x_m"), y: row.number("y_m") });
  });
  for (const { id, outline } of floors.values()) refuseFault(path, `the outline of floor ${id}`, outline);
  return [...floors.values()];
}

/** rooms.csv: `floor,name,x_m,y_m`, a room's corners in order around it. */
export function readRooms(path: string): Area[] {
  const rooms = new Map<string, Area>();
  readCsv(path, ["floor", "name", "x_m", "y_m"], (row) => {
    const [floor, id] = [floorId(row.text("floor")), row.text("name")];
    const key = JSON.stringify([floor, id]);
    const room = rooms.get(key) ?? { id, floor, outline: [] };
    rooms.set(key, room);
    room.outline.push({ x: row.number("x_m"), y: row.number("y_m") });
  });
  for (const { id, floor, outline } of rooms.values()) refuseFault(path, `room ${id} of floor ${floor}`, outline);
  return [...rooms.values()];
}

function refuseFault(path: string, name: string, outline: readonly Point[]): void {
  const fault = outlineFault(outline);
  if (fault !== null) throw new InputError(`${path}: ${name} ${fault}`);
}

/** Whether a strength is possible, dBm. No receiver hears 0: programs write it for a missing value, like +127. */
export function isStrength(rssi: number): boolean {
  return isPlausibleRssi(rssi) && rssi !== 0;
}

/** The logarithm of zero, as programs write it. */
const INFINITE = /^[+-]?inf(inity)?$/i;

/** Clocks of a recording may disagree by less than this, ms: what was received before it was heard counts as at once. */
const JITTER_MS = 1000;
/** Rounded times may be off by this, ms. */
const ROUNDED_MS = 1;

/**
 * observations.csv: `t_s,tag_id,anchor_id,rssi_dbm[,received_s]`. Sessions in the order of their names, packets in the
 * order they were received; without `received_s` each was received when it was heard. `tell` gets what is odd but
 * accepted.
 */
export function readSessions(path: string, tell?: (odd: string) => void): Session[] {
  let early = 0;
  let earliestMs = 0;
  const sessions = new Map<string, Session>();
  readCsv(path, ["t_s", "tag_id", "anchor_id", "rssi_dbm"], (row) => {
    const tagId = row.text("tag_id");
    let session = sessions.get(tagId);
    if (!session) sessions.set(tagId, (session = { tagId, packets: [] }));
    const atMs = Math.round(row.number("t_s") * 1000);
    const receivedS = row.numberOrNull("received_s");
    const receivedMs = receivedS === null ? atMs : Math.round(receivedS * 1000);
    if (receivedMs <= atMs - JITTER_MS) row.refuse("received_s", "a time at or after t_s");
    if (receivedMs < atMs - ROUNDED_MS) early++;
    earliestMs = Math.min(earliestMs, receivedMs - atMs);
    session.packets.push({
      atMs,
      receivedMs: Math.max(atMs, receivedMs),
      anchorId: row.text("anchor_id"),
      rssi: strengthIn(row),
    });
  });
  if (early) {
    const byS = (-earliestMs / 1000).toFixed(1);
    tell?.(`${early} observations were received up to ${byS} s before they were heard; they count as received at once`);
  }
  for (const { packets } of sessions.values()) {
    apart(packets);
    packets.sort((a, b) => a.receivedMs - b.receivedMs || a.atMs - b.atMs);
  }
  return [...sessions.values()].toSorted((a, b) => (a.tagId < b.tagId ? -1 : 1));
}

function strengthIn(row: CsvRow): number {
  if (INFINITE.test(row.textOrNull("rssi_dbm") ?? "")) return Number.NaN;
  return row.numberOrNull("rssi_dbm") ?? Number.NaN;
}

/** Times may be whole seconds, so equal rows are different packets; the engine tells packets apart by their time. */
function apart(packets: Session["packets"]): void {
  const seen = new Map<string, number>();
  for (const packet of packets) {
    const key = `${packet.anchorId} ${packet.atMs} ${packet.rssi}`;
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    packet.atMs += before;
    packet.receivedMs = Math.max(packet.receivedMs, packet.atMs);
  }
}

/** truth.csv: `t_s,tag_id,x_m,y_m,floor`, by tag and in time order. */
export function readTruth(path: string): Map<string, TruthRow[]> {
  const truth = new Map<string, TruthRow[]>();
  readCsv(path, ["t_s", "tag_id", "x_m", "y_m", "floor"], (row) => {
    const tagId = row.text("tag_id");
    const rows = truth.get(tagId) ?? [];
    truth.set(tagId, rows);
    rows.push({
      atMs: row.number("t_s") * 1000,
      x: row.number("x_m"),
      y: row.number("y_m"),
      floor: floorId(row.text("floor")),
    });
  });
  for (const rows of truth.values()) rows.sort((a, b) => a.atMs - b.atMs);
  return truth;
}

/** sessions.csv: `tag_id,split[,kind,make,…]`. */
export function readSessionNotes(path: string): Map<string, SessionNote> {
  const notes = new Map<string, SessionNote>();
  readCsv(path, ["tag_id", "split"], (row) => {
    notes.set(row.text("tag_id"), {
      split: row.text("split"),
      kind: row.textOrNull("kind"),
      make: row.textOrNull("make"),
    });
  });
  return notes;
}
