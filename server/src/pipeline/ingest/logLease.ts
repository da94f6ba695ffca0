import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { Lifecycle } from "../../platform/runtime/lifecycle.ts";
import { holdsLease, logLeaseMs, logLeaseRepository } from "./logLease.repository.ts";

/** How often the lease is extended, or tried for: ten chances before it ends, and after a stop others wait no longer. */
const turnMs = 500;

/** Another process works on the log by now: what this one has made of it is made again there. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("another process works on the log of devices' messages by now");
  }
}

/** The right to work on the log of devices' messages; one process has it at a time. */
export interface LogLease {
  /** Whether it is ours now. After a pause of the process it is not, until the database has confirmed it. */
  isHeld(): boolean;
  /** Rejects with LeaseLost if it is no longer ours. Called first in each transaction that writes what was made of the log. */
  check(trx: Kysely<Database>): Promise<void>;
  /** Tries to take it now. */
  take(): Promise<boolean>;
  /** Calls `act` once it is ours, which may be never. */
  whenTaken(act: () => Promise<void>): void;
  /** Gives it up, after everything was written. */
  release(): Promise<void>;
}

/** The lease on a log that only this process can open. */
export const ownLogLease: LogLease = {
  isHeld: () => true,
  check: async () => undefined,
  take: async () => true,
  whenTaken: () => undefined,
  release: async () => undefined,
};

/**
 * The lease on a log that several processes read, kept in the database with a fencing token (Kleppmann, "How to do
 * distributed locking", 2016).
 * @param parts.onLost called once if another process has taken it, or the work could not begin; this process must end
 */
export function sharedLogLease(parts: {
  db: Kysely<Database>;
  logId: string;
  every: Lifecycle["every"];
  /** A clock that is never set, ms. */
  monotonicMs(): number;
  onLost(error: Error): void;
}): LogLease {
  const { db, logId, monotonicMs } = parts;
  const leases = logLeaseRepository(db, logId);
  const holder = randomUUID();
  let token: number | null = null;
  let isLost = false;
  let heldUntilMs = -Infinity;
  let waiting: (() => Promise<void>) | null = null;

  const take = async (): Promise<boolean> => {
    if (token !== null || isLost) return token !== null;
    const requestedMs = monotonicMs();
    token = await leases.take(holder);
    if (token !== null) heldUntilMs = requestedMs + logLeaseMs;
    return token !== null;
  };
  const lose = (error: Error): void => {
    if (isLost) return;
    isLost = true;
    heldUntilMs = -Infinity;
    parts.onLost(error);
  };
  parts.every(turnMs, async () => {
    if (isLost) return;
    if (token === null) {
      if (waiting === null || !(await take())) return;
      const act = waiting;
      waiting = null;
      // Not awaited: a turn that takes long is not overtaken, and the lease must be extended meanwhile.
      act().catch((error: Error) => lose(error));
      return;
    }
    const requestedMs = monotonicMs();
    if (await leases.extend(token)) heldUntilMs = requestedMs + logLeaseMs;
    else lose(new LeaseLost());
  });

  return {
    isHeld: () => token !== null && monotonicMs() < heldUntilMs,
    check: async (trx) => {
      if (token !== null && !isLost && (await holdsLease(trx, logId, token))) return;
      const error = new LeaseLost();
      lose(error);
      throw error;
    },
    take,
    whenTaken: (act) => void (waiting = act),
    release: async () => {
      if (token !== null && !isLost) await leases.release(token);
      isLost = true;
    },
  };
}
