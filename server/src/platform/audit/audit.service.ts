import type { Author, Records, WriteTransaction } from "../writes/record.ts";
import type { AuditRepository } from "./audit.repository.ts";
import { type AuditNote, peopleIn, rowOf, type Waiting, waiting } from "./auditRow.ts";
import type { AuditSpool } from "./auditSpool.ts";

export type { AuditChange, AuditNote } from "./auditRow.ts";

export interface AuditLog {
  /** Writes the entries of a change within its transaction. */
  append(trx: WriteTransaction, author: Author, records: Records, atMs: number): Promise<void>;
  /**
   * Notes a sign-in or a refusal, which have no transaction. It never throws and nobody waits for it: the entry is on
   * disk at once and in the database as soon as possible, even if this process is killed in between.
   */
  record(entry: AuditNote): void;
  /** Resolves when everything noted so far is in the database, or could not be written now. */
  flush(): Promise<void>;
}

/** The audit log. Changes write their own entries; all other entries go through the spool. */
export function auditLog(parts: {
  entries: Pick<AuditRepository, "append" | "insert" | "people">;
  spool: AuditSpool;
  now(): number;
  log: { error(data: object, message: string): void };
  /** Called when an entry is given up, with the reason. */
  lost?(reason: "full" | "refused"): void;
}): AuditLog {
  const { entries, spool, now, log, lost } = parts;
  let writing: Promise<void> | null = null;

  const writeAll = async (): Promise<void> => {
    // Deferred, so that the caller continues first.
    await Promise.resolve();
    try {
      for (let batch = spool.oldest(); batch !== null; batch = spool.oldest()) {
        await writeBatch(batch);
        spool.done();
      }
    } catch (error) {
      log.error({ err: error, ...spool.state() }, "audit entries wait: they could not be written now");
    } finally {
      writing = null;
    }
  };

  const writeBatch = async (batch: Waiting[]): Promise<void> => {
    if (batch.length === 0) return;
    const people = await peopleIn(batch, (by) => entries.people(by));
    const rows = batch.flatMap((entry) => {
      const person = people(entry.person);
      const isLeftOut = entry.unlessInPool !== undefined && entry.unlessInPool === person?.identity_pool;
      return isLeftOut ? [] : [rowOf(entry, person)];
    });
    if (rows.length === 0) return;
    try {
      await entries.insert(rows);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // One entry that the database refuses must not take the others with it.
      for (const row of rows) {
        await entries.insert([row]).catch((refused: unknown) => {
          if (!isRefusal(refused)) throw refused;
          lost?.("refused");
          log.error({ err: refused, action: row.action }, "an audit entry could not be written");
        });
      }
    }
  };

  const flush = async (): Promise<void> => {
    // A run in progress may already be past what was noted last.
    await writing;
    await (writing ??= writeAll());
  };

  return {
    append: async (trx, author, records, atMs) => {
      const notes = records.map((record) =>
        waiting(
          {
            action: record.action,
            origin: author.origin,
            person: record.person ?? author.person,
            customerId: record.customerId,
            siteId: record.siteId ?? null,
            entity: { kind: record.entity.kind ?? record.kind, id: record.entity.id, name: record.entity.name },
            changes: record.changes ?? [],
          },
          atMs,
        ),
      );
      const people = await peopleIn(notes, (by) => entries.people(by, trx));
      await entries.append(
        trx,
        notes.map((note) => rowOf(note, people(note.person))),
      );
    },
    record: (entry) => {
      if (!spool.add(waiting(entry, now()))) {
        lost?.("full");
        log.error({ action: entry.action, ...spool.state() }, "an audit entry was dropped: the spool is full");
      }
      writing ??= writeAll();
    },
    flush,
  };
}

/** Whether an error is about the values of a row (SQLSTATE classes 22 and 23), so that trying again is useless. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
}
