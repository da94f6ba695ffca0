import { identityKinds } from "@pulse/contract/trackerIdentities";
import { toSnakeKey } from "@pulse/contract/wire";
import { ClearedText, FreeText, Name } from "@pulse/contract/names";
import { z } from "zod";
import { identitiesIn, type Identity, identityCell } from "./identityCells.ts";
import type { Cells } from "./ImportKind.ts";
import { textOfCell } from "./importRows.ts";

/** Before the columns of an asset's tracker. */
export const trackerPrefix = "tracker_";

/** The tracker of an asset's row: one that is there, or a new one if the row has its type. */
export const trackerCells = {
  trackerName: Name.optional(),
  trackerType: z.string().max(100).optional(),
  trackerSerialNo: ClearedText(FreeText.max(100)).optional(),
  trackerMac: identityCell("mac"),
  trackerIbeacon: identityCell("ibeacon"),
  trackerEddystoneUid: identityCell("eddystone_uid"),
  trackerIrk: identityCell("irk"),
};
const trackerColumns = Object.keys(trackerCells).map(toSnakeKey);
const Row = z.object({ name: z.string(), ...trackerCells });
export type TrackerCells = z.output<typeof Row>;

/** The cells of a row for `trackerCells`. A row with a tracker's name, type or serial number lacks its MAC without identity. */
export function trackerCellsIn(cells: Cells): Partial<Record<keyof typeof trackerCells, unknown>> {
  // Most files have no such column, and a hundred thousand rows.
  if (trackerColumns.every((column) => cells[column] === undefined)) return {};
  const ids = identitiesIn(cells, trackerPrefix);
  const texts = {
    trackerName: textOfCell(cells["tracker_name"]),
    trackerType: textOfCell(cells["tracker_type"]),
    trackerSerialNo: textOfCell(cells["tracker_serial_no"]),
  };
  const hasIdentity = identityKinds.some((kind) => textOfCell(cells[trackerPrefix + kind]) !== undefined);
  const isLacking = !hasIdentity && Object.values(texts).some((text) => text !== undefined);
  return {
    ...texts,
    trackerMac: isLacking ? null : (ids.mac ?? undefined),
    trackerIbeacon: ids.ibeacon,
    trackerEddystoneUid: ids.eddystone_uid,
    trackerIrk: ids.irk,
  };
}

const identitiesOf = (row: TrackerCells) => ({
  mac: row.trackerMac,
  ibeacon: row.trackerIbeacon,
  eddystone_uid: row.trackerEddystoneUid,
  irk: row.trackerIrk,
});

/** By what the row's tracker is known; undefined: it names none. */
export function firstIdentity(row: TrackerCells): Identity | undefined {
  const known = identitiesOf(row);
  for (const kind of identityKinds) {
    const value = known[kind]?.[0];
    if (value !== undefined) return { kind, value };
  }
  return undefined;
}

/** The row's tracker as a row of trackers, if it is new; it is called like its asset unless it has a name. */
export function trackerValue(row: TrackerCells) {
  return {
    name: row.trackerName ?? row.name,
    type: row.trackerType ?? "",
    serialNo: row.trackerSerialNo ?? null,
    ...identitiesOf(row),
  };
}

/** The columns in which the row differs from the tracker that it names. */
export function differences(
  row: TrackerCells,
  found: { name: string; type: string; serialNo: string | null },
): { column: string; value: string }[] {
  const columns = [
    { column: "tracker_name", value: row.trackerName, known: found.name },
    { column: "tracker_type", value: row.trackerType, known: found.type },
    { column: "tracker_serial_no", value: row.trackerSerialNo ?? undefined, known: found.serialNo ?? "" },
  ];
  return columns.flatMap(({ column, value, known }) =>
    value === undefined || value.toLowerCase() === known.toLowerCase() ? [] : [{ column, value }],
  );
}
