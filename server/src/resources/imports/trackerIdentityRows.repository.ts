import { AppError } from "@pulse/contract/errors";
import { type IdentityKind, identityLimits, maskedIrk, maxResolvingKeys } from "@pulse/contract/trackerIdentities";
import { limits } from "@pulse/contract/limits";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { arrayOf } from "../../platform/database/unnest.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { areSame, type Identity, type IdentityCells, identitiesAfterRow } from "./identityCells.ts";
import { faultOf } from "./importRows.ts";
import type { CellFault } from "./ImportKind.ts";
import type { ReadRow } from "./ImportRow.ts";

type Row = ReadRow<IdentityCells>;
type Stored = ReadonlyMap<string, Identity[]>;
type Known = Row & { identities: Identity[] };

/** The identities of trackers, the first MAC first. */
async function storedIdentities(db: Kysely<Database>, ids: readonly string[]): Promise<Stored> {
  if (ids.length === 0) return new Map();
  const these = arrayOf("uuid", ids, (id) => id);
  const { rows } = await sql<Identity & { id: string }>`
    select t.id, 'mac' as kind, t.mac as value, -1 as position from trackers t where t.id = any(${these}) and t.mac is not null
    union all select i.tracker_id, i.kind, i.value, i.position from tracker_identities i where i.tracker_id = any(${these})
    order by id, position`.execute(db);
  return Map.groupBy(rows, ({ id }) => id);
}

const ownOf = (stored: Stored, { own }: Pick<Row, "own">): Identity[] =>
  own === undefined ? [] : (stored.get(own) ?? []);

/** The rows that leave the identities of their trackers (`own`) as they are. */
export async function rowsWithSameIdentities(db: Kysely<Database>, rows: readonly Row[]): Promise<Set<number>> {
  const stored = await storedIdentities(
    db,
    rows.flatMap(({ own }) => (own === undefined ? [] : [own])),
  );
  const same = rows.filter((row) => {
    const before = ownOf(stored, row);
    const after = identitiesAfterRow(before, row.value);
    return "identities" in after && areSame(before, after.identities);
  });
  return new Set(same.map(({ row }) => row));
}

/**
 * What is wrong with the identities of rows: too many or none, one that another row or another tracker of the customer has,
 * and more keys than a customer may have.
 * @param prefix of the columns
 */
export async function identityFaultsOf(
  db: Kysely<Database>,
  { customerId }: SiteScope,
  rows: readonly Row[],
  prefix = "",
): Promise<CellFault[]> {
  const stored = await storedIdentities(
    db,
    rows.flatMap(({ own }) => (own === undefined ? [] : [own])),
  );
  const faults: CellFault[] = [];
  const known: Known[] = [];
  for (const row of rows) {
    const after = identitiesAfterRow(ownOf(stored, row), row.value);
    if ("identities" in after) known.push({ ...row, identities: after.identities });
    else {
      const { kind, value, message } = after;
      const code = value === "" && kind === "mac" ? "field_required" : "invalid_parameter";
      faults.push({ row: row.row, line: row.line, column: prefix + kind, value, code, message });
    }
  }
  const used = await usedIdentities(db, customerId, known);
  const byRow = new Map(known.map((row) => [row.row, row]));
  for (const { row, kind, value } of used)
    faults.push(faultOf("must_be_unique", byRow.get(row)!, prefix + kind, kind === "irk" ? maskedIrk(value) : value));
  return [...faults, ...(await keysTooMany(db, customerId, known, prefix))];
}

const one = (known: readonly Known[]) =>
  known.flatMap(({ row, own, identities }) => identities.map((each) => ({ ...each, row, own })));

async function usedIdentities(
  db: Kysely<Database>,
  customerId: string,
  known: readonly Known[],
): Promise<{ row: number; kind: IdentityKind; value: string }[]> {
  const all = one(known);
  if (all.length === 0) return [];
  const { rows } = await sql<{ row: number; kind: IdentityKind; value: string }>`
    select n.row, n.kind, n.value from (select *, row_number() over (partition by kind, value order by row) as nth
      from unnest(${arrayOf("int", all, ({ row }) => row)}, ${arrayOf("uuid", all, ({ own }) => own ?? null)},
        ${arrayOf("text", all, ({ kind }) => kind)}, ${arrayOf("text", all, ({ value }) => value)})
        as n (row, own, kind, value)) as n
    where n.nth > 1
      or n.kind = 'mac' and exists (select from trackers t where t.customer_id = ${customerId} and t.mac = n.value
        and t.deleted_at is null and t.id is distinct from n.own)
      or exists (select from tracker_identities i where i.customer_id = ${customerId} and i.kind = n.kind
        and i.value = n.value and i.tracker_id is distinct from n.own)
    order by n.row limit ${limits.importFaultsTold}`.execute(db);
  return rows;
}

/** The rows whose keys go beyond the customer's limit. */
async function keysTooMany(
  db: Kysely<Database>,
  customerId: string,
  known: readonly Known[],
  prefix: string,
): Promise<CellFault[]> {
  const keys = one(known).filter(({ kind }) => kind === "irk");
  if (keys.length === 0) return [];
  const owns = known.flatMap(({ own }) => (own === undefined ? [] : [own]));
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tracker_identities
    where customer_id = ${customerId} and kind = 'irk' and not (tracker_id = any(${arrayOf("uuid", owns, (id) => id)}))`.execute(
    db,
  );
  const free = Math.max(0, maxResolvingKeys - (rows[0]?.count ?? 0));
  const beyond = new Set(keys.slice(free).map(({ row }) => row));
  return known
    .filter(({ row }) => beyond.has(row))
    .map(({ row, line, identities }) => {
      const value = maskedIrk(identities.findLast(({ kind }) => kind === "irk")!.value);
      return { row, line, column: `${prefix}irk`, value, code: "invalid_parameter", message: identityLimits.keys };
    });
}

/**
 * Writes the identities of trackers besides their first MACs, which stay with the trackers themselves.
 * @param rows with the id of the tracker that each of them makes or changes
 */
export async function writeIdentities(
  trx: WriteTransaction,
  { customerId }: SiteScope,
  rows: readonly (Row & { id: string })[],
): Promise<void> {
  const stored = await storedIdentities(
    trx,
    rows.map(({ id }) => id),
  );
  const all = rows.flatMap(({ id, value }) => {
    const after = identitiesAfterRow(stored.get(id) ?? [], value);
    // Somebody has changed the tracker since the file was checked.
    if (!("identities" in after)) throw new AppError("conflict");
    const first = after.identities.find(({ kind }) => kind === "mac");
    return after.identities.filter((each) => each !== first).map((each, position) => ({ id, position, ...each }));
  });
  await sql`delete from tracker_identities where tracker_id = any(${arrayOf("uuid", rows, ({ id }) => id)})`.execute(
    trx,
  );
  if (all.length === 0) return;
  await sql`insert into tracker_identities (tracker_id, customer_id, position, kind, value)
    select id, ${customerId}::uuid, position, kind, value from unnest(${arrayOf("uuid", all, ({ id }) => id)},
      ${arrayOf("int", all, ({ position }) => position)}, ${arrayOf("text", all, ({ kind }) => kind)},
      ${arrayOf("text", all, ({ value }) => value)}) as n (id, position, kind, value)`.execute(trx);
}
