import type { AuditAction } from "@pulse/contract/audit";
import type { Insertable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AuditEntriesTable } from "../adapters/database/schema.ts";
import type { Origin } from "../http/origin.ts";

export interface AuditChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Somebody as far as known; the rest is found among the users when the entry is written. */
export interface AuditedPerson {
  userId?: string;
  sub?: string;
  email?: string;
  /** Left out: not known yet; null: nobody's. */
  customerId?: string | null;
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

/** A note that waits for the database: with its time, and an id that is the same however often it is written. */
export type Waiting = AuditNote & { id: string; atMs: number };

export interface AuditPerson {
  id: string;
  identity_sub: string | null;
  email: string;
  customer_id: string | null;
}

export type AuditRow = Omit<Insertable<AuditEntriesTable>, "changes"> & { changes: string };

export function waiting(note: AuditNote, nowMs: number): Waiting {
  const atMs = note.atMs ?? nowMs;
  return { ...note, person: note.person && named(note.person), atMs, id: uuidv7({ msecs: atMs }) };
}

/** No more of somebody than their names: they may come with all their rights. */
function named({ userId, sub, email, customerId }: AuditedPerson): AuditedPerson {
  const given = { userId, sub, email, customerId };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Finds out who is meant by each of these notes. */
export async function peopleIn(
  notes: readonly Pick<AuditNote, "person">[],
  read: (by: { ids: string[]; subs: string[]; emails: string[] }) => Promise<AuditPerson[]>,
): Promise<(person: AuditedPerson | null) => AuditPerson | null> {
  const unknown = notes.flatMap(({ person }) => (person === null || wholly(person) !== null ? [] : [person]));
  const of = (pick: (person: AuditedPerson) => string | undefined): string[] => [
    ...new Set(unknown.map(pick).filter((value) => value !== undefined)),
  ];
  const by = {
    ids: of(({ userId }) => userId),
    subs: of(({ sub }) => sub),
    emails: of(({ email }) => email?.toLowerCase()),
  };
  const people = unknown.length === 0 ? [] : await read(by);
  return (person) =>
    person &&
    (wholly(person) ??
      people.find(({ id }) => id === person.userId) ??
      people.find((row) => person.sub !== undefined && row.identity_sub === person.sub) ??
      people.find((row) => person.email !== undefined && row.email.toLowerCase() === person.email.toLowerCase()) ??
      null);
}

/** Somebody of whom everything is known already, as of whoever is signed in. */
function wholly({ userId, email, customerId }: AuditedPerson): AuditPerson | null {
  if (userId === undefined || email === undefined || customerId === undefined) return null;
  return { id: userId, identity_sub: null, email, customer_id: customerId };
}

export function rowOf(entry: Waiting, person: AuditPerson | null): AuditRow {
  const email = person?.email ?? entry.person?.email ?? null;
  return {
    id: entry.id,
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

const longestText = 500;

/** What callers send is kept short, and without the character that PostgreSQL's text cannot hold. */
const cut = (text: string): string => text.replaceAll("\0", "").slice(0, longestText);
