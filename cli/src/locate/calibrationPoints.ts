import { type LabelledSnapshot, type LabelledWindow } from "@pulse/positioning/learn/labelledSnapshot";
import { LEARN } from "@pulse/positioning/learn/learnConstants";
import { WINDOW } from "@pulse/positioning/window/windowConstants";
import { packetMean } from "@pulse/positioning/window/packetMean";
import { truthAt } from "./evaluate.ts";
import { isStrength, type Session, type TruthRow } from "./recordings.ts";

/** A tag that stays within this is at one point, m. */
const POINT_M = 0.5;
/** A walk is cut into stretches of this length; a tag at a point is heard for as long as it stood. */
const STEP_MS = 3000;
/** Packets this long before or after a tag stood at a point belong to it, ms: people note whole seconds. */
const BESIDE_MS = 1000;

/**
 * Turns sessions with truth into the snapshots that a calibration is fitted to: one of a tag at a point, one for every
 * three seconds of a walk, placed at the middle of the stretch.
 */
export function calibrationPoints(
  sessions: readonly Session[],
  truth: ReadonlyMap<string, TruthRow[]>,
): LabelledSnapshot[] {
  return sessions.map(inTime).flatMap((session) => {
    const rows = truth.get(session.tagId) ?? [];
    const [first] = rows;
    if (!first || !session.packets.length) return [];
    const stands = rows.every(({ x, y }) => Math.hypot(x - first.x, y - first.y) <= POINT_M);
    return stands ? pointsOf(session, rows) : stretchesOf(session, rows);
  });
}

/** Points are cut by when packets were heard, however late they were received. */
function inTime(session: Session): Session {
  return { ...session, packets: session.packets.toSorted((a, b) => a.atMs - b.atMs) };
}

/** One point for each stay on a floor. A single row applies to its whole session. */
function pointsOf({ tagId, packets }: Session, rows: readonly TruthRow[]): LabelledSnapshot[] {
  if (rows.length === 1) return pointOf({ tagId, packets }, rows[0]!);
  return staysOf(rows).flatMap((stay) => {
    const [fromMs, untilMs] = [stay[0]!.atMs - BESIDE_MS, stay.at(-1)!.atMs + BESIDE_MS];
    return pointOf({ tagId, packets: packets.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs) }, stay[0]!);
  });
}

function staysOf(rows: readonly TruthRow[]): TruthRow[][] {
  const stays: TruthRow[][] = [];
  for (const row of rows) {
    const stay = stays.at(-1);
    if (stay?.[0]?.floor === row.floor) stay.push(row);
    else stays.push([row]);
  }
  return stays;
}

function pointOf({ tagId, packets }: Session, { x, y, floor }: TruthRow): LabelledSnapshot[] {
  if (!packets.length) return [];
  const middleMs = packets[packets.length >> 1]!.atMs;
  const live = packets.filter(({ atMs }) => Math.abs(atMs - middleMs) <= LEARN.liveMs / 2);
  return [{ tagId, x, y, floor, heard: windowsOf(packets, Infinity), live: windowsOf(live, WINDOW.stillPackets) }];
}

function stretchesOf({ tagId, packets }: Session, rows: readonly TruthRow[]): LabelledSnapshot[] {
  const snapshots: LabelledSnapshot[] = [];
  let at = 0;
  for (let fromMs = packets[0]!.atMs; at < packets.length; fromMs += STEP_MS) {
    const stretch = [];
    for (; at < packets.length && packets[at]!.atMs < fromMs + STEP_MS; at++) stretch.push(packets[at]!);
    const place = truthAt(rows, fromMs + STEP_MS / 2);
    if (!place || !stretch.length) continue;
    const heard = windowsOf(stretch, Infinity);
    snapshots.push({ tagId, x: place.x, y: place.y, floor: place.floor, heard, live: heard });
  }
  return snapshots;
}

function windowsOf(packets: Session["packets"], maxPackets: number): LabelledWindow[] {
  const heard = new Map<string, number[]>();
  for (const { anchorId, rssi } of packets) {
    if (!isStrength(rssi)) continue;
    const values = heard.get(anchorId) ?? [];
    heard.set(anchorId, values);
    values.push(rssi);
  }
  return [...heard].map(([anchorId, values]) => {
    const taken = maxPackets < values.length ? values.slice(-maxPackets) : values;
    return { anchorId, rssi: packetMean(taken), packets: taken.length };
  });
}
