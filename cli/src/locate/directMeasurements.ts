import type { Direct } from "@pulse/positioning/window/directMeasurements";
import { abbreviateList, type CsvRow, readCsv } from "./csvTable.ts";
import type { Session } from "./recordings.ts";

/** Standard deviations of measurements that state none: as of a gateway's message that states none (docs/dialects.md). */
const DEFAULT_RANGE_SD_M = 1;
const DEFAULT_ANGLE_SD_DEG = 10;
/** Farther than this nothing is measured, m. Programs write negative ranges for "none". */
const MAX_RANGE_M = 1000;
/** Straight up, degrees. */
const MAX_ELEVATION_DEG = 90;

/** The files of measured angles and ranges, and what happens to rows that cannot be used. */
interface DirectFiles {
  angles: string | undefined;
  ranges: string | undefined;
  /** The anchors that have a place. */
  anchorIds: ReadonlySet<string>;
  /** Gets what is left out, one line each. */
  warn(odd: string): void;
}

/**
 * angles.csv: `t_s,tag_id,anchor_id,azimuth_deg,elevation_deg,sd_deg`, clockwise from the plan's y axis and above the
 * horizon; elevation may be empty. ranges.csv: `t_s,tag_id,anchor_id,range_m,sd_m`. Measurements by tag, in time order;
 * impossible ones and those of unknown anchors are left out. Throws `InputError` for what is not a number.
 */
export function readDirect({ angles, ranges, anchorIds, warn }: DirectFiles): Map<string, Direct[]> {
  const byTag = new Map<string, Direct[]>();
  const read = (path: string, needed: readonly string[], of: (row: CsvRow) => Direct | null): void => {
    const unknown = new Set<string>();
    let impossible = 0;
    readCsv(path, ["t_s", "tag_id", "anchor_id", ...needed], (row) => {
      const tagId = row.text("tag_id");
      const measured = of(row);
      if (measured === null) impossible++;
      else if (!anchorIds.has(measured.anchorId)) unknown.add(measured.anchorId);
      else {
        const known = byTag.get(tagId) ?? [];
        byTag.set(tagId, known);
        known.push(measured);
      }
    });
    if (impossible) warn(`${path}: ${impossible} impossible measurements left out`);
    if (unknown.size)
      warn(
        `${path}: measurements of anchors that anchors.csv does not know (${abbreviateList([...unknown])}) left out`,
      );
  };
  if (angles !== undefined) read(angles, ["azimuth_deg"], angleIn);
  if (ranges !== undefined) read(ranges, ["range_m"], rangeIn);
  for (const measured of byTag.values()) measured.sort((a, b) => a.atMs - b.atMs);
  return byTag;
}

/** The sessions with their tags' angles and ranges; tags of which there is nothing else get a session of their own. */
export function withDirect(sessions: readonly Session[], direct: ReadonlyMap<string, Direct[]>): Session[] {
  const known = new Set(sessions.map(({ tagId }) => tagId));
  const added = [...direct].flatMap(([tagId, measured]) =>
    known.has(tagId) ? [] : [{ tagId, packets: [], direct: measured }],
  );
  return [...sessions.map((session) => ({ ...session, direct: direct.get(session.tagId) ?? [] })), ...added].toSorted(
    (a, b) => (a.tagId < b.tagId ? -1 : 1),
  );
}

function momentIn(row: CsvRow): { atMs: number; anchorId: string } {
  return { atMs: Math.round(row.number("t_s") * 1000), anchorId: row.text("anchor_id") };
}

function angleIn(row: CsvRow): Direct | null {
  const azimuthDeg = row.number("azimuth_deg");
  const elevationDeg = row.numberOrNull("elevation_deg");
  const sdDeg = row.numberOrNull("sd_deg") ?? DEFAULT_ANGLE_SD_DEG;
  if (!(sdDeg > 0) || (elevationDeg !== null && Math.abs(elevationDeg) > MAX_ELEVATION_DEG)) return null;
  return { ...momentIn(row), azimuthDeg, elevationDeg, sdDeg };
}

function rangeIn(row: CsvRow): Direct | null {
  const rangeM = row.number("range_m");
  const sdM = row.numberOrNull("sd_m") ?? DEFAULT_RANGE_SD_M;
  return sdM > 0 && rangeM >= 0 && rangeM <= MAX_RANGE_M ? { ...momentIn(row), rangeM, sdM } : null;
}
