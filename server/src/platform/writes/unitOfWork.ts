import type { AppError } from "@pulse/contract/errors";
import type { PageMetadata } from "@pulse/contract/page";
import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";
import { transaction } from "../database/transaction.ts";
import type { AuditedPerson } from "../audit/auditRow.ts";
import type { Author, EventToAppend, SystemEvent, Records, Writing } from "./record.ts";

/** What a write leaves behind. */
export interface Written<C> {
  /** What the caller is told. */
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
export type Last<C> = (trx: Writing, written: Written<C>) => Promise<void>;

export interface UnitOfWork {
  /**
   * Runs a write in one transaction with its audit entries, its events and `last`, all or nothing. When it returns,
   * this process has handled the events. On the embedded database a query outside `trx` would wait for ever in `work`,
   * and so would a call of the user pool, whose endpoint may be our own.
   */
  commit<C>(author: Author, work: (trx: Writing) => Promise<Written<C>>, last?: Last<C>): Promise<Written<C>>;
  /**
   * The same for what Pulse does by itself: an event, and an audit entry only if it concerns people. Null: there is
   * nothing to record.
   */
  commitAsSystem(work: (trx: Writing) => Promise<{ records: Records; inAudit: boolean } | null>): Promise<void>;
  /** The same for what happens without anybody doing it: only events, if there are any. */
  tell(work: (trx: Writing) => Promise<readonly SystemEvent[]>): Promise<void>;
}

export function unitOfWork(parts: {
  db: Kysely<Database>;
  audit: { append(trx: Writing, author: Author, records: Records, atMs: number): Promise<void> };
  events: { append(trx: Writing, entries: readonly EventToAppend[]): Promise<void> };
  /** Brings the consumers of this process up to the newest event. */
  deliver(): Promise<void>;
  now(): number;
}): UnitOfWork {
  const { db, audit, events, now } = parts;
  return {
    commit: async (author, work, last) => {
      const written = await transaction(db, async (given) => {
        const trx = given as Writing;
        const done = await work(trx);
        const atMs = now();
        await audit.append(trx, author, done.records, atMs);
        await last?.(trx, done);
        // Last of all, since no other write can append events from here to the commit.
        await events.append(trx, entriesOf(done.records, author.person, atMs));
        return done;
      });
      await parts.deliver();
      if (written.failure) throw written.failure;
      return written;
    },

    commitAsSystem: async (work) => {
      const done = await transaction(db, async (given) => {
        const trx = given as Writing;
        const told = await work(trx);
        const atMs = now();
        if (told?.inAudit) await audit.append(trx, pulseItself, told.records, atMs);
        if (told) await events.append(trx, entriesOf(told.records, null, atMs));
        return told;
      });
      if (done) await parts.deliver();
    },

    tell: async (work) => {
      const happened = await transaction(db, async (given) => {
        const trx = given as Writing;
        const told = await work(trx);
        const entries = told.map((record) => ({ record, person: record.person ?? null, atMs: now() }));
        if (entries.length > 0) await events.append(trx, entries);
        return told;
      });
      if (happened.length > 0) await parts.deliver();
    },
  };
}

const pulseItself: Author = { person: null, origin: { ip: "", userAgent: "", requestId: "" } };

const entriesOf = (records: Records, person: AuditedPerson | null, atMs: number): EventToAppend[] =>
  records.map((record) => ({ record, person: record.person ?? person, atMs }));
