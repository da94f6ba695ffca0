import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { stillAtWork } from "../access/refusals.ts";
import type { UserPools } from "./userPools.ts";
import { keepingLease, leaseMs } from "../adapters/database/lease.ts";
import type { Database } from "../adapters/database/schema.ts";
import type { Writing } from "../writes/record.ts";
import { type LinkWorkRepository, linkWorkRepository, type NotedWork } from "./linkWork.repository.ts";
import { type Account, type AccountFacts, type LinkedAccounts, linkedAccounts } from "./linkedAccounts.ts";
import { turns } from "../turns.ts";

/** Strikes a note out in the transaction that writes the row. Throws `conflict` when another process holds it by now. */
export type Strike = (trx: Writing) => Promise<void>;

/**
 * Keeps people's rows here and their accounts in the pool together, also when this process dies between the two (decision
 * 0010): what is about to be done is noted first, and whatever is left of the notes is brought to an end later. A note is
 * held by one process at a time.
 */
export interface LinkWork {
  /**
   * Makes an account with its row: both, or in the end neither. `act` strikes the note out in the transaction that writes
   * the row. Throws `taken` for an e-mail whose account is somebody's already.
   */
  making<T>(email: string, taken: () => Error, act: (strike: Strike) => Promise<T>): Promise<T>;
  /**
   * Gives an account these facts and its row with it: `act` writes the row and strikes the note out. Where that fails, the
   * account gets back what the row has. To be called within the e-mail's turn.
   */
  following<T>(
    of: { email: string; account: Account; facts: AccountFacts; fields: readonly (keyof AccountFacts)[] },
    act: (strike: Strike) => Promise<T>,
  ): Promise<T>;
  /**
   * Runs `act` while an account has no second factor, and turns the factor on again afterwards. It is noted before, so
   * that a later process turns it on where this one dies.
   */
  withoutSecondFactor<T>(email: string, account: Account, act: () => Promise<T>): Promise<T>;
  /** Notes, in the transaction that changes or deletes the row, what has to be done to the account then. */
  noting(trx: Writing, work: NotedWork): Promise<void>;
  /** Runs `act` when everything else that this process does for this e-mail is over. */
  inTurn<T>(email: string, act: () => Promise<T>): Promise<T>;
  /**
   * Does what is noted for an e-mail, within its turn. What the pool refuses stays noted, and is thrown; `conflict` while
   * another process is at it.
   */
  finish(email: string): Promise<void>;
  /** Does what is noted for an e-mail now or, when the pool is away, later. */
  settle(email: string): Promise<void>;
  /** The same for every e-mail that nobody is at. */
  settleAll(): Promise<void>;
}

/**
 * @param problem told of work that could not be done yet
 * @param ms how long a note stays held without a sign of life
 */
export function linkWork(parts: {
  work: LinkWorkRepository;
  accounts: LinkedAccounts;
  problem(error: unknown): void;
  ms?: number;
}): LinkWork {
  const { work, accounts, problem, ms = leaseMs } = parts;
  const owner = randomUUID();
  const inTurn = turns();

  const noted = async (note: NotedWork, trx?: Writing): Promise<void> => {
    if (!(await work.note(note, owner, ms, trx))) throw stillAtWork("email");
  };
  const strikeOf =
    (email: string): Strike =>
    async (trx) => {
      if (!(await work.done(email, owner, trx))) throw stillAtWork("email");
    };
  const holding = <T>(email: string, act: () => Promise<T>): Promise<T> =>
    keepingLease(ms, () => work.extend(email, owner, ms), act);

  /** Does what a note says. What the pool refuses stays noted, and is thrown. */
  const carryOut = (note: NotedWork): Promise<void> =>
    holding(note.email, async () => {
      try {
        const account = note.work === "make" ? await accounts.find(note.account.pool, note.email) : note.account;
        const facts = account && (await work.factsOf(account));
        if (note.work === "follow") {
          if (account) await accounts.follow(account, facts, note.fields ?? []);
        } else if (account && facts === null) await accounts.remove(account);
        await work.done(note.email, owner);
      } catch (error) {
        await work.release(note.email, owner).catch(problem);
        throw error;
      }
    });

  const finish = async (given: string): Promise<void> => {
    const email = given.toLowerCase();
    const note = await work.claim(email, owner, ms);
    if (note === "held") throw stillAtWork("email");
    if (note !== null) await carryOut(note);
  };

  /** Runs `act` over a note; where it fails, what the note says brings account and row together again. */
  const underNote = async <T>(note: NotedWork, act: () => Promise<T>): Promise<T> => {
    await noted(note);
    try {
      return await holding(note.email, act);
    } catch (error) {
      await finish(note.email).catch(problem);
      throw error;
    }
  };

  return {
    finish,
    inTurn: (email, act) => inTurn(email.toLowerCase(), act),

    making: (given, taken, act) => {
      const email = given.toLowerCase();
      return inTurn(email, async () => {
        await finish(email);
        const pool = accounts.currentPool;
        if ((await accounts.find(pool, email)) !== null) throw taken();
        const note = { email, work: "make" as const, account: { pool, sub: null } };
        return underNote(note, () => act(strikeOf(email)));
      });
    },

    following: async ({ account, facts, fields, ...of }, act) => {
      const email = of.email.toLowerCase();
      await finish(email);
      return underNote({ email, work: "follow", account, fields }, async () => {
        await accounts.follow(account, facts, fields);
        return act(strikeOf(email));
      });
    },

    withoutSecondFactor: (given, account, act) => {
      const email = given.toLowerCase();
      return inTurn(email, async () => {
        await finish(email);
        await noted({ email, work: "follow", account, fields: ["secondFactorOn"] });
        try {
          return await holding(email, async () => {
            await accounts.pauseSecondFactor(account);
            return act();
          });
        } finally {
          await finish(email);
        }
      });
    },

    noting: (trx, note) => noted({ ...note, email: note.email.toLowerCase() }, trx),

    settle: (given) => {
      const email = given.toLowerCase();
      return inTurn(email, () => finish(email)).catch(problem);
    },

    settleAll: async () => {
      const tried: string[] = [];
      for (;;) {
        const note = await work.claimNext(owner, ms, tried);
        if (note === null) return;
        tried.push(note.email);
        await inTurn(note.email, () => finish(note.email)).catch(problem);
      }
    },
  };
}

/** The work on accounts over a database and the pools of the settings. */
export function linkWorkOver(db: Kysely<Database>, pools: UserPools, problem: (error: unknown) => void): LinkWork {
  return linkWork({ work: linkWorkRepository(db), accounts: linkedAccounts(pools), problem });
}
