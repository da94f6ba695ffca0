import { grants } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import { headerKey } from "@pulse/contract/importHeaders";
import type { ImportReport, ReadingQuery, RowsQuery, UpdateBy } from "@pulse/contract/imports";
import { limits } from "@pulse/contract/limits";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { nameCharacters } from "../../platform/access/nameCharacters.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { SiteScope } from "../../platform/http/route.ts";
import { canEnter, type Viewer } from "../../platform/http/viewer.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { ImportKind } from "./ImportKind.ts";
import { dryReport, recordOf, refusal, type ReportPage, reportOf } from "./importReport.ts";
import { sampleTable } from "./importSamples.ts";
import { readRows } from "./importRows.ts";
import type { ImportsRepository, StoredImport } from "./imports.repository.ts";
import { idsOf, judge, rowIds, unique } from "./judge.ts";
import { importedFile, refuseTable } from "./importedFile.ts";
import { mappedTable, type MappedTable } from "./table/mappedTable.ts";
import { applyChanges } from "./importChanges.repository.ts";
import { tableRefused } from "./table/tableRefused.ts";
import { readTable } from "./table/readTable.ts";
import type { WaitingImports } from "./waitingImports.ts";

export type ImportsService = ReturnType<typeof importsService>;
// Each kind reads its own rows; here they only pass through.
type AnyKind = ImportKind<object>;

/** Things from files: all rows of a file or none, with a preview if asked for, and undone as a whole. */
export function importsService(parts: {
  db: Kysely<Database>;
  imports: ImportsRepository;
  kinds: Record<StoredImport["kind"], AnyKind>;
  waiting: Pick<WaitingImports, "remove">;
  now(): number;
  /** A large file waits. */
  wake(): void;
}) {
  const { db, imports, kinds, now } = parts;

  const reachable = async (viewer: Viewer, id: string): Promise<StoredImport> => {
    const stored = await imports.find(id);
    if (!stored || !canEnter(viewer, { customerId: stored.customer_id, siteId: stored.site_id }))
      throw new AppError("not_found");
    const { area } = kinds[stored.kind];
    if (!viewer.isSuperadmin && !grants(viewer.access, { area, letter: "c" })) throw new AppError("not_found");
    return stored;
  };

  return {
    reachable,
    /** A template with rows to be replaced. */
    sample: async (kind: AnyKind) => sampleTable(kind, await kind.types(db)),
    find: async (viewer: Viewer, id: string, query: RowsQuery): Promise<ReportPage> =>
      reportOf(await reachable(viewer, id), query),

    load: async (
      call: Write<ImportReport>,
      kind: AnyKind,
      site: SiteScope,
      file: { path: string; filename: string },
      { dryRun: isDryRun = false, ...query }: RowsQuery & ReadingQuery & { dryRun?: boolean | undefined },
    ): Promise<ImportReport> => {
      const { viewer } = call;
      const table = await readTable(file.path, kind.noun, query.encoding);
      const extraCharacters = await nameCharacters(db, site.customerId);
      const mapped = mappedTable(table, {
        noun: kind.noun,
        required: kind.required,
        oneOf: kind.oneOf ?? [],
        columns: query.columns,
        replaceCharacters: query.replaceCharacters === true,
        nameCharacters: extraCharacters,
        types: typeCodes(await kind.types(db)),
      });
      const { rows } = mapped;
      refuseTable(mapped, isDryRun && table.rows.length > 0);
      const short = viewer.isSuperadmin ? [] : kind.more.filter(({ need }) => !grants(viewer.access, need));
      if (short.some(({ isAsked }) => rows.some((cells) => isAsked(kind.valueOf(cells)))))
        throw new AppError("operation_not_allowed");
      const update = changesWanted(kind, mapped, query.updateBy, viewer);
      const row = {
        id: uuidv7(),
        kind: kind.kind,
        customer_id: site.customerId,
        site_id: site.siteId,
        filename: file.filename.replaceAll("\0", "").slice(0, 255),
        total: rows.length,
        requested_by: viewer.email,
        created_at: new Date(now()),
      };
      if (isDryRun) {
        const preview = importedFile(table, mapped, kind);
        if (mapped.missing.length > 0) {
          const none = { ...row, state: "refused" as const, created: 0, updated: 0, checked: 0, file: preview };
          const { content, metadata } = dryReport(none, [], [], query);
          return call.unchanged(content, 200, metadata);
        }
        const { fresh, changed, same, faults, checked } = await judge(
          db,
          kind,
          site,
          await readRows(kind, rows, extraCharacters),
          update,
        );
        const state = faults.length > 0 ? "refused" : "done";
        const own = new Map(changed.map((each) => [each.row, each.own]));
        const ids = rows.map((_, index) => ({ id: same.get(index + 1) ?? own.get(index + 1) ?? null }));
        const updated = faults.length > 0 ? 0 : changed.length;
        const known = { ...row, state, checked, created: faults.length > 0 ? 0 : fresh.length } as const;
        const { content, metadata } = dryReport({ ...known, updated, file: preview }, ids, faults, query);
        return call.unchanged(content, 200, metadata);
      }
      if (update === undefined && rows.length > limits.importRowsAtOnce) {
        const waiting = { ...row, state: "running" as const, created: 0, report: { ids: [] } };
        const answer = await call.commit(async (trx) => {
          await imports.insert(trx, { ...waiting, file_rows: rows });
          return { ...reportOf(waiting), status: 202, records: [recordOf(kind, row)] };
        });
        parts.wake();
        return answer;
      }
      const judged = await judge(db, kind, site, await readRows(kind, rows, extraCharacters), update);
      if (judged.faults.length > 0) throw refusal(judged.faults);
      return call.commit(async (trx) => {
        const idOf = rowIds(row);
        const fresh = judged.fresh.map((each) => ({ ...each, id: idOf(each.row) }));
        await unique(() => kind.insert(trx, site, fresh, { by: viewer.email, at: row.created_at }));
        const changed = judged.changed.map((each) => ({ ...each, id: each.own }));
        const columns = update?.columns ?? new Set<string>();
        const who = { by: viewer.email, at: row.created_at, columns };
        await unique(() => applyChanges(trx, site, kind.changes, changed, who));
        const ids = idsOf(row.total, judged.same, idOf, new Map(changed.map(({ row: nth, id }) => [nth, id])));
        const done = { ...row, state: "done" as const, created: fresh.length, report: { ids } };
        await imports.insert(trx, { ...done, file_rows: [] });
        return { ...reportOf(done, query), records: [recordOf(kind, row)] };
      });
    },

    /** @throws {AppError} `conflict` if somebody has changed some of it since, or if there is nothing to undo */
    undo: async (call: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const { kind } = await reachable(call.viewer, id);
      const ids = await imports.beginUndo(id);
      if (ids === null) throw new AppError("conflict");
      await parts.waiting.remove(kind, ids, call.viewer.email);
      return call.commit(async (trx) => {
        const stored = await imports.lock(trx, id);
        if (!stored) throw new AppError("not_found");
        await imports.end(trx, id, { state: "undone", created: 0, report: { ids: [] } });
        return { content: { id }, records: [recordOf(kinds[stored.kind], stored, "delete")] };
      });
    },
  };
}

/** The codes of types by what people write: the code itself, or the name that screens show. */
function typeCodes(types: readonly { type: string; name: string }[]): ReadonlyMap<string, string> {
  return new Map([
    ...types.map(({ type, name }) => [headerKey(name), type] as const),
    ...types.map(({ type }) => [headerKey(type), type] as const),
  ]);
}

/** What a file may change, and by what its rows name it. @throws {AppError} `import_refused` without that column */
function changesWanted(
  kind: Pick<AnyKind, "area" | "changes">,
  { columns, rows }: Pick<MappedTable, "columns" | "rows">,
  by: UpdateBy | undefined,
  viewer: Viewer,
): { by: UpdateBy; columns: ReadonlySet<string> } | undefined {
  if (by === undefined) return undefined;
  if (!viewer.isSuperadmin && !grants(viewer.access, { area: kind.area, letter: "u" }))
    throw new AppError("operation_not_allowed");
  if (rows.length > limits.importRowsChanged)
    throw tableRefused("file", `A file that changes things has at most ${limits.importRowsChanged} rows`);
  const present = new Set(columns.flatMap(({ column }) => (column === null ? [] : [column])));
  if (kind.changes.keys[by] === undefined || !present.has(by)) throw tableRefused(by, `The file has no column ${by}`);
  // A place in one column is a latitude and a longitude.
  if (present.has("coordinates")) present.add("lat").add("lon");
  return { by, columns: present };
}
