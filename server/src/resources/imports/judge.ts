import { createHash } from "node:crypto";
import { AppError } from "@pulse/contract/errors";
import type { UpdateBy } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { withConstraintRefusals, notUnique } from "../../platform/access/refusals.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { CellFault, ImportKind } from "./ImportKind.ts";
import type { ReadRow } from "./ImportRow.ts";
import { matchesOf } from "./importChanges.repository.ts";
import { faultOf, type readRows } from "./importRows.ts";

/** What is known about a file once it was compared with what is stored. */
interface Judged {
  fresh: ReadRow<object>[];
  /** Those that change a thing, with its id. */
  changed: (ReadRow<object> & { own: string })[];
  same: Map<number, string>;
  /** In the order of the rows. */
  faults: CellFault[];
  /** Up to which row the faults are known. */
  checked: number;
}

/** Compares the rows of a file with each other and with what is stored. */
export async function judge(
  db: Kysely<Database>,
  kind: ImportKind<object>,
  site: SiteScope,
  { read, faults, checked }: Awaited<ReturnType<typeof readRows<object>>>,
  update?: { by: UpdateBy; columns: ReadonlySet<string> },
): Promise<Judged> {
  const matches = update === undefined ? [] : await matchesOf(db, site, kind.changes, read, update);
  const byRow = Map.groupBy(matches, ({ row }) => row);
  const unchanged = update === undefined ? await kind.unchanged(db, site, read) : new Map<number, string>();
  const same = new Map([
    ...unchanged,
    ...matches.filter(({ isSame }) => isSame).map(({ row, id }) => [row, id] as const),
  ]);
  const others = read.filter(({ row }) => !same.has(row));
  const changed = others.flatMap((row) =>
    (byRow.get(row.row) ?? []).slice(0, 1).map(({ id }) => ({ ...row, own: id })),
  );
  const fresh = others.filter(({ row }) => !byRow.has(row));
  const all = [
    ...faults,
    ...ambiguous(read, byRow, update?.by),
    ...(others.length === 0 ? [] : await kind.faults(db, site, [...fresh, ...changed])),
  ];
  return { fresh, changed, same, ...firstFaulty(all, checked) };
}

/** Rows that name several things, and things that several rows name. */
function ambiguous(
  rows: readonly ReadRow<object>[],
  byRow: ReadonlyMap<number, readonly { id: string }[]>,
  by: UpdateBy | undefined,
): CellFault[] {
  if (by === undefined) return [];
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const found = byRow.get(row.row) ?? [];
    const isAgain = found.some(({ id }) => seen.has(id));
    for (const { id } of found) seen.add(id);
    return found.length > 1 || isAgain ? [faultOf("must_be_unique", row, by, "")] : [];
  });
}

/** The faults of the first thousand rows that have any, and how far the file was checked to find them. */
function firstFaulty(faults: readonly CellFault[], checked: number): Pick<Judged, "faults" | "checked"> {
  const rows = [...new Set(faults.map(({ row }) => row))].toSorted((a, b) => a - b);
  const last = rows[limits.importFaultsTold - 1] ?? checked;
  const known = faults.filter(({ row }) => row <= last).toSorted((a, b) => a.row - b.row);
  return { faults: known, checked: last };
}

/**
 * The ids of the things that an import makes, by row. They are the same at every attempt, so that an interrupted import
 * knows what it has made, and they follow the order of the rows, like ids of things made one after the other.
 */
export function rowIds({ id, created_at: at }: { id: string; created_at: Date }): (row: number) => string {
  const known = new Map<number, string>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const random = createHash("sha256").update(`${id} ${row}`).digest().subarray(0, 16);
    const newId = uuidv7({ msecs: at.getTime(), seq: row, random });
    known.set(row, newId);
    return newId;
  };
}

/** The things of all rows in their order: those that were there already, and those that were made. */
export function idsOf(
  total: number,
  same: ReadonlyMap<number, string>,
  idOf: (row: number) => string,
  changed: ReadonlyMap<number, string> = new Map(),
): { id: string; made: boolean; changed?: true }[] {
  return Array.from({ length: total }, (_, index) => {
    const own = changed.get(index + 1);
    if (own !== undefined) return { id: own, made: false, changed: true };
    const known = same.get(index + 1);
    return known === undefined ? { id: idOf(index + 1), made: true } : { id: known, made: false };
  });
}

/** Somebody may have made the same thing in the meantime. */
export const unique = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals(
    {
      assets_name_key: () => notUnique("name", "Asset"),
      trackers_name_key: () => notUnique("name", "Tracker"),
      trackers_mac_key: () => notUnique("mac", "MAC"),
      tracker_identities_key: () => notUnique("identities", "Identity"),
      trackers_serial_key: () => notUnique("serial_no", "Serial number"),
      hardwares_name_key: () => notUnique("name", "Gateway"),
      hardwares_mac_key: () => notUnique("mac", "MAC"),
      links_open_key: () => new AppError("already_linked", { values: { entity: "Tracker" } }),
    },
    write,
  );
