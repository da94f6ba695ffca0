import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { differences, firstIdentity, type TrackerCells, trackerPrefix, trackerValue } from "./assetTrackerCells.ts";
import { type FoundTracker, trackersOfRows, typesOnAssets } from "./assetTrackers.repository.ts";
import { faultOf, shownCell } from "./importRows.ts";
import type { CellFault } from "./ImportKind.ts";
import type { ReadRow } from "./ImportRow.ts";
import { trackerImport } from "./trackerImport.repository.ts";

type Row = ReadRow<TrackerCells>;

/** What is wrong with the trackers that rows of assets name or make. */
export async function assetTrackerFaults(
  db: Kysely<Database>,
  site: SiteScope,
  rows: readonly Row[],
): Promise<CellFault[]> {
  const named = rows.filter(({ value }) => firstIdentity(value) !== undefined);
  const found = await trackersOfRows(db, site, named);
  const fresh = named.filter(({ row, value }) => !found.has(row) && value.trackerType !== undefined);
  const seen = new Set<string>();
  const faults = named.flatMap((row): CellFault[] => {
    const tracker = found.get(row.row);
    if (tracker === undefined) return row.value.trackerType === undefined ? [identityFault("not_found", row)] : [];
    const isAgain = seen.has(tracker.id);
    seen.add(tracker.id);
    return faultsOfFound(row, tracker, site, isAgain);
  });
  return [...faults, ...(await faultsOfFresh(db, site, fresh)), ...(await typesTaken(db, named, found))];
}

function faultsOfFound(row: Row, tracker: FoundTracker, { siteId }: SiteScope, isAgain: boolean): CellFault[] {
  if (tracker.siteId !== siteId) return [identityFault("not_found", row)];
  if (tracker.archived) return [identityFault("archived", row)];
  if (isAgain || (tracker.assetId !== null && tracker.assetId !== row.own))
    return [identityFault("already_linked", row)];
  return differences(row.value, tracker).map(({ column, value }) => ({
    row: row.row,
    line: row.line,
    column,
    value,
    code: "conflict",
    message: "differs from the tracker that is there; change it with a file of trackers",
  }));
}

function identityFault(code: "not_found" | "archived" | "already_linked", row: Row): CellFault {
  const { kind, value } = firstIdentity(row.value)!;
  const column = trackerPrefix + kind;
  return faultOf(code, row, column, shownCell(column, value));
}

/** New trackers keep to the rules of a file of trackers. */
async function faultsOfFresh(db: Kysely<Database>, site: SiteScope, rows: readonly Row[]): Promise<CellFault[]> {
  if (rows.length === 0) return [];
  const trackers = rows.map(({ row, line, value }) => ({ row, line, value: trackerValue(value) }));
  const faults = await trackerImport.faults(db, site, trackers);
  return faults.map((fault) => ({ ...fault, column: trackerPrefix + fault.column }));
}

/** An asset has at most one tracker of each type. */
async function typesTaken(
  db: Kysely<Database>,
  rows: readonly Row[],
  found: ReadonlyMap<number, FoundTracker>,
): Promise<CellFault[]> {
  const owned = rows.filter(({ own }) => own !== undefined);
  const taken = await typesOnAssets(
    db,
    owned.flatMap(({ own }) => (own === undefined ? [] : [own])),
  );
  return owned.flatMap((row) => {
    const tracker = found.get(row.row);
    const type = tracker?.type ?? row.value.trackerType;
    const isTaken = taken.some(
      (each) => each.assetId === row.own && each.type === type && each.trackerId !== tracker?.id,
    );
    return isTaken ? [faultOf("already_linked", row, "tracker_type", type ?? "")] : [];
  });
}
