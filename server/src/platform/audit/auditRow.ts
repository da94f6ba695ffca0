import type { AuditAction } from "@pulse/contract/audit";
import type { Insertable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { AuditEntriesTable } from "../database/tables/events.ts";
import type { Origin } from "../http/origin.ts";

export interface AuditChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What is known of a person; the rest is looked up among the users when the entry is written. */
export interface AuditedPerson {
  userId?: string;
  sub?: string;
  email?: string;
  /** Left out: not known yet; null: of no customer. */
  customerId?: string | null;
}

export interface AuditNote {
  origin: Origin;
  action: AuditAction;
  /** Who acted; null: nobody known. */
  person: AuditedPerson | null;
  /** What it was done to; `person`: the actor's own account. */
  entity?: { kind: string; id: string | null; name: string } | "person";
  /** By default the actor's customer. */
  customerId?: string | null;
  siteId?: string | null;
  /** Never a secret, not even a hash of one. */
  changes?: AuditChange[];
  outcome?: "ok" | "refused";
  /** Left out where the person's account is in this pool. */
  unlessInPool?: string;
  /** By default now. */
  atMs?: number;
}

/** A note that waits for the database, with its time and an id that stays the same if it is written again. */
export type Waiting = AuditNote & { id: string; atMs: number };

export interface AuditPerson {
  id: string;
  identity_sub: string | null;
  identity_pool: string | null;
  email: string;
  customer_id: string | null;
}

export type AuditRow = Omit<Insertable<AuditEntriesTable>, "changes"> & { changes: string };

export function waiting(note: AuditNote, nowMs: number): Waiting {
  const atMs = note.atMs ?? nowMs;
  return { ...note, person: note.person && named(note.person), atMs, id: uuidv7({ msecs: atMs }) };
}

/** Only what identifies a person: the object may carry all their rights. */
function named({ userId, sub, email, customerId }: AuditedPerson): AuditedPerson {
  const defined = { userId, sub, email, customerId };
  return Object.fromEntries(Object.entries(defined).filter(([, value]) => value !== undefined));
}

/** Finds out which person each of these notes means. */
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

/** A person about whom everything is known, such as somebody who is signed in. */
function wholly({ userId, email, customerId }: AuditedPerson): AuditPerson | null {
  if (userId === undefined || email === undefined || customerId === undefined) return null;
  return { id: userId, identity_sub: null, identity_pool: null, email, customer_id: customerId };
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

/** Shortens what callers send and removes NUL, which PostgreSQL's text cannot contain. */
const cut = (text: string): string => text.replaceAll("\0", "").slice(0, longestText);
