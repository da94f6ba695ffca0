import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Database } from "../platform/database/schema.ts";
import { auditRepository } from "../platform/audit/audit.repository.ts";
import { type AuditLog, auditLog } from "../platform/audit/audit.service.ts";
import { auditSpool } from "../platform/audit/auditSpool.ts";
import { eventsRepository } from "../platform/events/events.repository.ts";
import { type EventStream, eventStream } from "../platform/events/eventStream.ts";
import type { Lifecycle } from "../platform/runtime/lifecycle.ts";
import type { Buffers } from "../platform/health/buffers.ts";
import { type UnitOfWork, unitOfWork } from "../platform/writes/unitOfWork.ts";

/** Everything that a write leaves behind besides its rows. */
export interface WriteRecording {
  audit: AuditLog;
  events: EventStream;
  unit: UnitOfWork;
}

/** How soon audit entries are written that had to wait while the database was away. */
const auditMs = 5_000;
/** How soon this process notices the writes of others. */
const eventsMs = 1_000;

/** Joins the audit log and the stream of events with the transactions of writes. */
export function openWriteRecording(parts: {
  db: Kysely<Database>;
  dataDir: string;
  log: { error(data: object, message: string): void };
  now(): number;
  problem(error: unknown): void;
  /** Where waiting entries are shown; left out: nowhere. */
  waiting?: Buffers;
  every: Lifecycle["every"];
  onStop: Lifecycle["onStop"];
}): WriteRecording {
  const { db, log, now, problem, waiting, every, onStop } = parts;
  const spool = auditSpool(join(parts.dataDir, "audit-spool"));
  const countLoss = waiting?.add("audit", spool.state, ["full", "refused"]);
  const audit = auditLog({ entries: auditRepository(db), spool, log, now, ...(countLoss ? { lost: countLoss } : {}) });
  const stored = eventsRepository(db);
  const events = eventStream({ events: stored, problem });
  onStop(async () => {
    await events.close();
    await audit.flush();
    spool.close();
  });
  every(auditMs, audit.flush);
  every(eventsMs, events.poll);
  return { audit, events, unit: unitOfWork({ db, audit, events: stored, deliver: events.deliver, now }) };
}
