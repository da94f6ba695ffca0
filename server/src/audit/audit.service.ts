import type { AuditAction } from "@pulse/contract/audit";
import { v7 as uuidv7 } from "uuid";
import type { Origin } from "../http/origin.ts";
import type { AuditPerson, AuditRepository, AuditRow } from "./audit.repository.ts";

export interface AuditChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Somebody as far as known: found among the users when the entry is written. */
export interface AuditedPerson {
  userId?: string;
  sub?: string;
  email?: string;
}

export interface AuditNote {
  origin: Origin;
  action: AuditAction;
  /** Who acted; null: nobody known. */
  person: AuditedPerson | null;
  /** What it was done to; `person`: to themselves. */
  entity?: { kind: string; id: string | null; name: string } | "person";
  /** Default: the person's. */
  customerId?: string | null;
  siteId?: string | null;
  /** Never a secret, not even a hash of one. */
  changes?: AuditChange[];
  outcome?: "ok" | "refused";
  /** Default: now. */
  atMs?: number;
}

export interface AuditLog {
  /** Notes what was done. It never throws and is not waited for: a log that cannot be written stops nobody's work. */
  note(entry: AuditNote): void;
  /** Resolves when everything noted so far is written, or was found not to be writable. */
  flush(): Promise<void>;
}

const batchRows = 200;
/** Beyond this many waiting entries further ones are counted and dropped: the database is away. */
const mostWaiting = 20_000;
const longestText = 500;

type Waiting = AuditNote & { atMs: number };

/** The audit log: entries wait in memory for the write that is under way, so that a burst becomes few writes. */
export function auditLog(parts: {
  entries: Pick<AuditRepository, "insert" | "people">;
  now(): number;
  log: { error(data: object, message: string): void };
}): AuditLog {
  const { entries, now, log } = parts;
  const waiting: Waiting[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchRows);
      await writeBatch(batch).catch((error: unknown) =>
        log.error({ err: error, entries: batch.length }, "audit entries could not be written"),
      );
    }
    if (dropped > 0) log.error({ entries: dropped }, "audit entries were dropped: too many were waiting");
    dropped = 0;
    writing = null;
  };

  const writeBatch = async (batch: Waiting[]): Promise<void> => {
    const people = await peopleOf(entries, batch);
    const rows = batch.map((entry) => rowOf(entry, people(entry.person)));
    try {
      await entries.insert(rows);
    } catch (error) {
      if (rows.length === 1) throw error;
      // One entry that the database refuses must not cost the others.
      for (const row of rows)
        await entries
          .insert([row])
          .catch((refused: unknown) =>
            log.error({ err: refused, action: row.action }, "an audit entry could not be written"),
          );
    }
  };

  return {
    note: (entry) => {
      if (waiting.length >= mostWaiting) dropped += 1;
      else waiting.push({ ...entry, atMs: entry.atMs ?? now() });
      writing ??= write();
    },
    flush: async () => {
      await writing;
    },
  };
}

type Finder = (person: AuditedPerson | null) => AuditPerson | null;

async function peopleOf(entries: Pick<AuditRepository, "people">, batch: readonly Waiting[]): Promise<Finder> {
  const of = (pick: (person: AuditedPerson) => string | undefined): string[] => [
    ...new Set(
      batch.flatMap(({ person }) => {
        const value = person === null ? undefined : pick(person);
        return value === undefined ? [] : [value];
      }),
    ),
  ];
  const by = {
    ids: of(({ userId }) => userId),
    subs: of(({ sub }) => sub),
    emails: of(({ email }) => email?.toLowerCase()),
  };
  const none = by.ids.length + by.subs.length + by.emails.length === 0;
  const people = none ? [] : await entries.people(by);
  return (person) =>
    (person &&
      (people.find(({ id }) => id === person.userId) ??
        people.find((row) => person.sub !== undefined && row.identity_sub === person.sub) ??
        people.find((row) => person.email !== undefined && row.email.toLowerCase() === person.email.toLowerCase()))) ??
    null;
}

function rowOf(entry: Waiting, person: AuditPerson | null): AuditRow {
  const email = person?.email ?? entry.person?.email ?? null;
  return {
    id: uuidv7({ msecs: entry.atMs }),
    ts: new Date(entry.atMs),
    customer_id: entry.customerId ?? person?.customer_id ?? null,
    site_id: entry.siteId ?? null,
    user_id: person?.id ?? entry.person?.userId ?? null,
    user_email: email && cut(email),
    ip: entry.origin.ip,
    user_agent: cut(entry.origin.userAgent),
    action: entry.action,
    ...entityOf(entry, person, email ?? ""),
    changes: JSON.stringify(entry.changes ?? []),
    outcome: entry.outcome ?? "ok",
    request_id: entry.origin.requestId,
  };
}

function entityOf({ entity }: Waiting, person: AuditPerson | null, email: string) {
  if (entity === undefined) return { entity_kind: null, entity_id: null, entity_name: null };
  if (entity === "person") return { entity_kind: "user", entity_id: person?.id ?? null, entity_name: cut(email) };
  return { entity_kind: entity.kind, entity_id: entity.id, entity_name: cut(entity.name) };
}

/** What callers send is kept short, and without the character that PostgreSQL's text cannot hold. */
const cut = (text: string): string => text.replaceAll("\0", "").slice(0, longestText);
