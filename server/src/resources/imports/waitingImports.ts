import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { nameCharacters } from "../../platform/access/nameCharacters.ts";
import type { Database } from "../../platform/database/schema.ts";
import { nothing, serialQueue } from "../../platform/runtime/keyedQueue.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { ImportKind } from "./ImportKind.ts";
import { recordOf } from "./importReport.ts";
import { readRows } from "./importRows.ts";
import type { ClaimedImport, ImportsRepository, StoredImport } from "./imports.repository.ts";
import { idsOf, judge, rowIds, unique } from "./judge.ts";

/** How many things one transaction makes or deletes: the embedded database answers nobody else during it. */
const atOnce = 1_000;

export type WaitingImports = ReturnType<typeof waitingImports>;

/**
 * Imports the files that wait, one after the other, each in turns (decision 0023). All rows are checked first, so that
 * a turn fails only if somebody has made the same thing meanwhile; then what was made is deleted again. Work that a
 * stop or a crash interrupts is continued.
 * @param parts.background for checking, which may take long
 */
export function waitingImports(parts: {
  background: Kysely<Database>;
  imports: ImportsRepository;
  kinds: Record<StoredImport["kind"], ImportKind<object>>;
  unit: Pick<UnitOfWork, "commitAsSystem">;
  now(): number;
}) {
  const { background, imports, kinds, unit } = parts;
  const serially = serialQueue();

  const work = async (file: ClaimedImport, signal: AbortSignal): Promise<void> => {
    const kind = kinds[file.kind];
    const idOf = rowIds(file);
    const site = { siteId: file.site_id, customerId: file.customer_id };
    const { read, faults, checked } = await readRows(
      kind,
      file.file_rows,
      await nameCharacters(background, file.customer_id),
    );
    const existingIds = await imports.existing(
      file.kind,
      read.map(({ row }) => idOf(row)),
    );
    if ("faults" in file.report) return refuse(file, [...existingIds]);
    const remaining = read.filter(({ row }) => !existingIds.has(idOf(row)));
    const judged = await judge(background, kind, site, { read: remaining, faults, checked });
    if (judged.faults.length > 0) {
      await imports.noteFaults(file.id, judged);
      return refuse(file, [...existingIds]);
    }
    const fresh = judged.fresh.map((each) => ({ ...each, id: idOf(each.row) }));
    for (const turn of turnsOf(fresh)) {
      if (signal.aborted) return;
      await unit.commitAsSystem(async (trx) => {
        await imports.advance(trx, file.id, turn.length);
        await unique(() => kind.insert(trx, site, turn, { by: file.requested_by, at: file.created_at }));
        return null;
      });
      await setImmediate();
    }
    const ids = idsOf(file.total, judged.same, idOf);
    await unit.commitAsSystem(async (trx) => {
      await imports.end(trx, file.id, { state: "done", created: existingIds.size + fresh.length, report: { ids } });
      return { records: [recordOf(kind, file)], inAudit: false };
    });
  };

  const refuse = async (file: ClaimedImport, made: readonly string[]): Promise<void> => {
    await remove(file.kind, made, file.requested_by);
    await unit.commitAsSystem(async (trx) => {
      await imports.end(trx, file.id, { state: "refused", created: 0 });
      return null;
    });
  };

  const remove = async (kind: StoredImport["kind"], ids: readonly string[], by: string): Promise<void> => {
    const at = new Date(parts.now());
    for (const turn of turnsOf(ids))
      await unit.commitAsSystem(async (trx) => {
        await imports.remove(trx, kind, turn, { by, at });
        return null;
      });
  };

  return {
    workAll: (signal: AbortSignal): Promise<void> =>
      serially(async () => {
        for (const id of await imports.running()) {
          if (signal.aborted) return;
          const file = await imports.claim(id);
          if (file === undefined) continue;
          try {
            await work(file, signal);
          } finally {
            await imports.release(id);
          }
        }
      }),
    /** Resolves when nothing is being imported any more. */
    settled: (): Promise<void> => serially(nothing),
    /** Deletes what an import has made. */
    remove,
  };
}

function* turnsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += atOnce) yield rows.slice(start, start + atOnce);
}
