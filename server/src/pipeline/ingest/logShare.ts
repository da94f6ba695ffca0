import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { isInScope, type LogScope, type Shared, undividedScope } from "../../platform/log/logScope.ts";
import { LogUnreachable } from "../../platform/log/messageLog.ts";
import { partitionOf, sitePartitions, wholeLog } from "../../platform/log/partitions.ts";
import type { Lifecycle } from "../../platform/runtime/lifecycle.ts";
import { grownSites } from "./grownSites.ts";
import { logReach } from "./logReach.ts";
import {
  type HeldPartition,
  holdsLease,
  partitionLeaseMs,
  partitionLeasesRepository,
} from "./partitionLeases.repository.ts";
import { imbalanceOf } from "./partitionBalance.ts";
import { scopeOf, type SiteShare } from "./siteShares.ts";
import type { SiteDivision } from "./siteShares.repository.ts";

/** How often leases are extended, or tried for: ten chances before they end, and after a stop others wait no longer. */
const turnMs = 500;

/** How often to look whether a site has become too large, ms. */
const growthMs = 60_000;

/**
 * After the database was away for longer than a lease, all leases have ended although nobody has: whoever reaches it again gives the
 * others this long to extend theirs, ms. A process that was away itself for more than the second has missed turns.
 */
const returnMs = 2_000;
const awayMs = partitionLeaseMs / 2;

/** Another process works on a partition by now: what this one has made of it is made again there. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("another process works on the log of devices' messages by now");
  }
}

/** Rejects with LeaseLost if a partition is no longer ours. Called first in each transaction that writes what was made of it. */
export type CheckLease = (trx: Kysely<Database>) => Promise<void>;

/** Works on a partition; resolves once it does, with how to end that after everything was written. */
export type BeginPartition = (scope: LogScope, check: CheckLease) => Promise<() => Promise<void>>;

/** The part of the log of devices' messages that this process works on; each partition has one process at a time. */
export interface LogShare {
  /** Whether a partition is ours now. After a pause of the process none is, until the database has confirmed it. */
  isHeld(partition: number): boolean;
  /** Whether a site is in a partition that is ours and stays so: whatever is done once for a site is done then. */
  hasSite(siteId: string): boolean;
  /** Whether a tracker is worked on in a partition that is ours and stays so: with its site, or in a share of that. */
  hasTracker(tracker: Shared & { siteId: string }): boolean;
  /** The partitions that are ours and stay so, the lowest first. */
  held(): number[];
  /** Begins to work on our share, which may change all the time. Resolves once what could be taken at once is worked on. */
  begin(work: BeginPartition): Promise<void>;
  /** Before a partition goes to another process, `act` is awaited: what it has under way for the partition has ended by then. */
  onRelease(act: () => Promise<void>): void;
  /** Ends all work, and gives everything back. */
  stop(): Promise<void>;
}

/** The share of a process that has the log alone, or of one that does not work on it. */
export function soleShare(): LogShare {
  let isWorking = false;
  let end: (() => Promise<void>) | null = null;
  return {
    isHeld: () => isWorking,
    hasSite: () => isWorking,
    hasTracker: () => isWorking,
    held: () => (isWorking ? [wholeLog] : []),
    begin: async (work) => {
      isWorking = true;
      end = await work(undividedScope(wholeLog), async () => undefined);
    },
    onRelease: () => undefined,
    stop: async () => {
      await end?.();
    },
  };
}

/** A partition that this process has taken. */
interface Taken extends HeldPartition {
  /** It goes to another process: nothing more is begun for it. */
  isLeaving: boolean;
  /** Null: it has not begun. */
  scope: LogScope | null;
  begun: Promise<() => Promise<void>>;
}

/**
 * Shares a log between the processes that read it. Each announces itself, and works on as many partitions as the others: leases
 * in the database with fencing tokens say which (Kleppmann, "How to do distributed locking", 2016). Who has too many gives one
 * after the other to who has too few, so that a site stands still only while its own partition moves. Who cannot reach the log gives
 * all of its partitions to those who can. Whoever begins with a partition first divides the sites in it that are too large.
 * @param parts.onLost called once if another process has taken a partition of ours, or the work could not begin; this process must end
 */
export function sharedLog(parts: {
  db: Kysely<Database>;
  logId: string;
  division: SiteDivision;
  every: Lifecycle["every"];
  /** Whether this process can read the log now. */
  isReachable(): boolean;
  /** A clock that is never set, ms. */
  monotonicMs(): number;
  onLost(error: Error): void;
  problem(error: unknown): void;
}): LogShare {
  const { db, logId, division, isReachable, monotonicMs } = parts;
  const leases = partitionLeasesRepository(db, logId);
  const process = randomUUID();
  const taken = new Map<number, Taken>();
  const releaseActs: (() => Promise<void>)[] = [];
  const reach = logReach(parts);
  let work: BeginPartition | null = null;
  let isLost = false;
  let isStopping = false;
  let heldUntilMs = -Infinity;
  // When the database was reached last, and since when it has been without a gap.
  let reachedMs: number | null = null;
  let inReachMs = -Infinity;
  let isWholeOver = false;
  let handover: Promise<void> | null = null;

  const lose = (error: Error): void => {
    if (isLost) return;
    isLost = true;
    heldUntilMs = -Infinity;
    parts.onLost(error);
  };
  const check = async (trx: Kysely<Database>, held: HeldPartition): Promise<void> => {
    if (!isLost && (await holdsLease(trx, logId, held))) return;
    const error = new LeaseLost();
    lose(error);
    throw error;
  };
  /** Null: it was of a site that is gone. */
  const scopeFor = async (partition: number, own: CheckLease): Promise<LogScope | null> => {
    // Undivided, a site is only slower.
    if (sitePartitions.includes(partition))
      await division.divide(partition, own).catch((error: Error) => {
        if (error instanceof LeaseLost) throw error;
        parts.problem(error);
      });
    return scopeOf(partition, await division.all());
  };
  const begin = (held: HeldPartition, act: BeginPartition): Promise<unknown> => {
    const own = (trx: Kysely<Database>): Promise<void> => check(trx, held);
    const one: Taken = { ...held, isLeaving: false, scope: null, begun: Promise.resolve(async () => undefined) };
    const open = async (): Promise<() => Promise<void>> => {
      one.scope = await scopeFor(held.partition, own);
      return one.scope === null ? async () => undefined : act(one.scope, own);
    };
    taken.set(held.partition, one);
    const begun = (one.begun = open());
    return begun.catch(async (error: Error) => {
      if (isReachable() && !(error instanceof LogUnreachable)) return lose(error);
      parts.problem(error);
      await giveBack(one);
    });
  };
  const giveBack = async (one: Taken): Promise<void> => {
    if (taken.get(one.partition) === one) taken.delete(one.partition);
    // If that fails, the lease ends by itself.
    if (!isLost) await leases.release(one).catch(parts.problem);
  };
  const release = async (one: Taken): Promise<void> => {
    one.isLeaving = true;
    // What could not begin has been reported.
    const end = await one.begun.catch(() => null);
    // Before the work ends, since that is where it gets its news, and after, since that makes some.
    for (const act of releaseActs) await act();
    await end?.();
    for (const act of releaseActs) await act();
    await giveBack(one);
  };

  const extend = async (): Promise<void> => {
    const requestedMs = monotonicMs();
    const before = [...taken.values()];
    // Whoever stops only needs its leases until everything is written.
    if (!isStopping) await (isReachable() ? leases.announce(process) : leases.leave(process));
    const partitionsBefore = before.map(({ partition }) => partition);
    const ours = new Set(await leases.extend(process, partitionsBefore));
    if (reachedMs !== null && monotonicMs() - reachedMs > awayMs) inReachMs = monotonicMs();
    reachedMs = monotonicMs();
    // One that was given back meanwhile is missed by nobody.
    if (before.every((one) => ours.has(one.partition) || taken.get(one.partition) !== one))
      heldUntilMs = requestedMs + partitionLeaseMs;
    else lose(new LeaseLost());
  };
  const balance = async (act: BeginPartition): Promise<void> => {
    const { processes, held } = await leases.survey();
    // What is on its way to another process already gets there.
    if (reach.isLeftToOthers(processes.some((other) => other !== process)))
      await Promise.all([...taken.values()].filter(({ isLeaving }) => !isLeaving).map(release));
    const shares = await division.all();
    await leaveGrowing(shares, held);
    // Who is not announced has no share, and has not too much for that.
    if (!isReachable() || !processes.includes(process)) return;
    if (monotonicMs() - inReachMs < returnMs) return;
    const { wanted, excess } = imbalanceOf({
      process,
      processes,
      own: [...taken.keys()],
      held,
      shares,
    });
    if (excess !== null) handOver(excess);
    if (wanted.length === 0) return;
    if (!isWholeOver && !(isWholeOver = await leases.endWholeLease())) return;
    const news = await leases.take(process, wanted);
    // Not awaited by later turns: leases must be extended while the work begins.
    await Promise.all(news.map((one) => begin(one, act)));
  };
  /** A site that gets more shares is left by all of them, and its home last: whoever takes that finds the others free. */
  const leaveGrowing = async (shares: readonly SiteShare[], held: readonly number[]): Promise<void> => {
    const growing = shares.filter(({ isGrowing }) => isGrowing === true);
    const own = growing.flatMap(({ partition }) => taken.get(partition) ?? []);
    await Promise.all(own.filter(({ isLeaving }) => !isLeaving).map(release));
    for (const [siteId, of] of Map.groupBy(growing, (one) => one.siteId))
      if (of.every(({ partition }) => !held.includes(partition))) handOver(partitionOf(siteId));
  };
  const handOver = (partition: number): void => {
    const one = taken.get(partition);
    if (handover !== null || one === undefined || one.isLeaving) return;
    handover = release(one).finally(() => (handover = null));
    handover.catch(lose);
  };
  let balancing: Promise<void> | null = null;
  const balanceBeside = (act: BeginPartition): Promise<void> =>
    (balancing ??= balance(act).finally(() => (balancing = null)));

  let turn: Promise<void> = Promise.resolve();
  const extendAndBalance = async (act: BeginPartition): Promise<void> => {
    await extend();
    if (!isStopping && !isLost) balanceBeside(act).catch(parts.problem);
  };
  parts.every(turnMs, async () => {
    if (isLost || work === null) return;
    turn = extendAndBalance(work);
    await turn;
  });
  // A site is divided before the work on it begins, so the partition of what has grown begins anew: undivided it is only slower.
  const grown = grownSites(monotonicMs);
  parts.every(growthMs, async () => {
    if (isLost || isStopping || work === null || handover !== null) return;
    const due = await division.due(share.held().filter((partition) => sitePartitions.includes(partition)));
    const next = grown.next(due);
    const home = next && taken.get(next.partition);
    if (next === undefined || home === undefined) return;
    // A divided one is left by its other shares first.
    if (!next.isDivided) handOver(next.partition);
    else if (!(await division.announceGrowth(next, (trx) => check(trx, home)))) return;
    grown.tried(next, due);
  });

  const share: LogShare = {
    isHeld: (partition) => {
      const one = taken.get(partition);
      return one !== undefined && monotonicMs() < heldUntilMs;
    },
    hasSite: (siteId) => {
      const partition = partitionOf(siteId);
      return share.isHeld(partition) && taken.get(partition)?.isLeaving === false;
    },
    hasTracker: (tracker) =>
      [...taken.values()].some(
        ({ scope, partition, isLeaving }) =>
          scope !== null && !isLeaving && share.isHeld(partition) && isInScope(scope, tracker.siteId, tracker),
      ),
    held: () =>
      [...taken.values()]
        .flatMap(({ partition, isLeaving }) => (isLeaving || !share.isHeld(partition) ? [] : partition))
        .toSorted((a, b) => a - b),
    begin: async (act) => {
      work = act;
      await extend();
      await balanceBeside(act);
    },
    onRelease: (act) => void releaseActs.push(act),
    stop: async () => {
      isStopping = true;
      // Their failures have been reported.
      await turn.catch(() => undefined);
      await balancing?.catch(() => undefined);
      await handover?.catch(() => undefined);
      if (work === null) return;
      await leases.leave(process).catch(parts.problem);
      await Promise.all([...taken.values()].map(release));
      work = null;
    },
  };
  return share;
}
