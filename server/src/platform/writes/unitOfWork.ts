import type { AppError } from "@pulse/contract/errors";
import type { PageMetadata } from "@pulse/contract/page";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { transaction } from "../database/transaction.ts";
import type { AuditedPerson } from "../audit/auditRow.ts";
import type { Author, EventToAppend, SystemEvent, Records, WriteTransaction } from "./record.ts";

/** What a write leaves behind. */
export interface WriteResult<C> {
  /** What the caller gets. */
  content: C;
  /** The status of the answer, if it is not the endpoint's own. */
  status?: number;
  /** Of a list. */
  metadata?: PageMetadata;
  records: Records;
  /** The caller gets this error although everything is written. */
  failure?: AppError;
}

/** Runs last in the transaction of a write: it keeps the answer for a repeated request. */
export type BeforeCommit<C> = (trx: WriteTransaction, written: WriteResult<C>) => Promise<void>;

export interface UnitOfWork {
  /**
   * Runs a write in one transaction with its audit entries, its events and `last`, all or nothing. When it returns,
   * this process has handled the events. On the embedded database a query outside `trx` would wait for ever in `work`,
   * and so would a call of the user pool, whose endpoint may be our own.
   */
  commit<C>(
    author: Author,
    work: (trx: WriteTransaction) => Promise<WriteResult<C>>,
    beforeCommit?: BeforeCommit<C>,
  ): Promise<WriteResult<C>>;
  /**
   * The same for what Pulse does by itself: an event, and an audit entry only if it concerns people. Null: there is
   * nothing to record.
   */
  commitAsSystem(
    work: (trx: WriteTransaction) => Promise<{ records: Records; inAudit: boolean } | null>,
  ): Promise<void>;
  /** The same for what happens without anybody doing it: only events, if there are any. */
  commitEvents(work: (trx: WriteTransaction) => Promise<readonly SystemEvent[]>): Promise<void>;
}

export function unitOfWork(parts: {
  db: Kysely<Database>;
  audit: { append(trx: WriteTransaction, author: Author, records: Records, atMs: number): Promise<void> };
  events: { append(trx: WriteTransaction, entries: readonly EventToAppend[]): Promise<void> };
  /** Brings the consumers of this process up to the newest event. */
  deliver(): Promise<void>;
  now(): number;
}): UnitOfWork {
  const { db, audit, events, now } = parts;
  return {
    commit: async (author, work, beforeCommit) => {
      const committed = await transaction(db, async (transactionHandle) => {
        const trx = transactionHandle as WriteTransaction;
        const result = await work(trx);
        const atMs = now();
        await audit.append(trx, author, result.records, atMs);
        await beforeCommit?.(trx, result);
        // Last of all, since no other write can append events from here to the commit.
        await events.append(trx, entriesOf(result.records, author.person, atMs));
        return result;
      });
      await parts.deliver();
      if (committed.failure) throw committed.failure;
      return committed;
    },

    commitAsSystem: async (work) => {
      const committed = await transaction(db, async (transactionHandle) => {
        const trx = transactionHandle as WriteTransaction;
        const result = await work(trx);
        const atMs = now();
        if (result?.inAudit) await audit.append(trx, systemAuthor, result.records, atMs);
        if (result) await events.append(trx, entriesOf(result.records, null, atMs));
        return result;
      });
      if (committed) await parts.deliver();
    },

    commitEvents: async (work) => {
      const committed = await transaction(db, async (transactionHandle) => {
        const trx = transactionHandle as WriteTransaction;
        const records = await work(trx);
        const entries = records.map((record) => ({ record, person: record.person ?? null, atMs: now() }));
        if (entries.length > 0) await events.append(trx, entries);
        return records;
      });
      if (committed.length > 0) await parts.deliver();
    },
  };
}

const systemAuthor: Author = { person: null, origin: { ip: "", userAgent: "", requestId: "" } };

const entriesOf = (records: Records, person: AuditedPerson | null, atMs: number): EventToAppend[] =>
  records.map((record) => ({ record, person: record.person ?? person, atMs }));
