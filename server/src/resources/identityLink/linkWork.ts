import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { inProgress } from "../../platform/access/refusals.ts";
import type { UserPools } from "./userPools.ts";
import { withLease, leaseMs } from "../../platform/database/lease.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import { type LinkWorkRepository, linkWorkRepository, type LinkNote } from "./linkWork.repository.ts";
import { type Account, type AccountFacts, type LinkedAccounts, linkedAccounts } from "./linkedAccounts.ts";
import { keyedQueue } from "../../platform/runtime/keyedQueue.ts";

/** Deletes a note in the transaction that writes the row. Throws `conflict` if another process holds it by now. */
export type DeleteNote = (trx: WriteTransaction) => Promise<void>;

/**
 * Keeps users' rows and their accounts in the pool in agreement, even if this process dies between the two (decision
 * 0008). What is about to be done is noted first, and any note that is left is carried out later. One process at a time
 * holds a note.
 */
export interface LinkWork {
  /**
   * Makes an account and its row; in the end there are both, or neither. `act` deletes the note in the transaction that
   * writes the row. Throws `taken` if the e-mail's account belongs to somebody.
   */
  createAccount<T>(email: string, emailTaken: () => Error, act: (deleteNote: DeleteNote) => Promise<T>): Promise<T>;
  /**
   * Changes an account and then its row: `act` writes the row and deletes the note. If that fails, the account gets the
   * row's facts back. Must be called within the e-mail's turn.
   */
  following<T>(
    of: { email: string; account: Account; facts: AccountFacts; fields: readonly (keyof AccountFacts)[] },
    act: (deleteNote: DeleteNote) => Promise<T>,
  ): Promise<T>;
  /**
   * Runs `act` while an account has no second factor, and switches the factor on again afterwards. It is noted first,
   * so that a later process switches it on if this one dies.
   */
  withoutSecondFactor<T>(email: string, account: Account, act: () => Promise<T>): Promise<T>;
  /** Notes what has to be done to the account, in the transaction that changes or deletes the row. */
  noteWork(trx: WriteTransaction, work: LinkNote): Promise<void>;
  /** Runs `act` when this process has finished everything else for this e-mail. */
  serially<T>(email: string, act: () => Promise<T>): Promise<T>;
  /**
   * Carries out the note about an e-mail, within its turn. If the pool refuses, the note stays and the refusal is
   * thrown; `conflict` while another process works on it.
   */
  finish(email: string): Promise<void>;
  /** Carries out the note about an e-mail now or, if the pool is away, later. */
  settle(email: string): Promise<void>;
  /** The same for all notes that nobody holds. */
  settleAll(): Promise<void>;
}

/**
 * @param problem called for work that could not be done yet
 * @param ms how long a note is held without a sign of life
 */
export function linkWork(parts: {
  work: LinkWorkRepository;
  accounts: LinkedAccounts;
  problem(error: unknown): void;
  ms?: number;
}): LinkWork {
  const { work, accounts, problem, ms = leaseMs } = parts;
  const owner = randomUUID();
  const serially = keyedQueue();

  const storeNote = async (note: LinkNote, trx?: WriteTransaction): Promise<void> => {
    if (!(await work.note(note, owner, ms, trx))) throw inProgress("email");
  };
  const strikeOf =
    (email: string): DeleteNote =>
    async (trx) => {
      if (!(await work.done(email, owner, trx))) throw inProgress("email");
    };
  const holding = <T>(email: string, act: () => Promise<T>): Promise<T> =>
    withLease(ms, () => work.extend(email, owner, ms), act);

  /** Carries out a note. If the pool refuses, the note stays and the refusal is thrown. */
  const carryOut = (note: LinkNote): Promise<void> =>
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

  const finish = async (rawEmail: string): Promise<void> => {
    const email = rawEmail.toLowerCase();
    const note = await work.claim(email, owner, ms);
    if (note === "held") throw inProgress("email");
    if (note !== null) await carryOut(note);
  };

  /** Runs `act` under a note. If it fails, carrying out the note brings account and row together again. */
  const withNote = async <T>(note: LinkNote, act: () => Promise<T>): Promise<T> => {
    await storeNote(note);
    try {
      return await holding(note.email, act);
    } catch (error) {
      await finish(note.email).catch(problem);
      throw error;
    }
  };

  return {
    finish,
    serially: (email, act) => serially(email.toLowerCase(), act),

    createAccount: (rawEmail, emailTaken, act) => {
      const email = rawEmail.toLowerCase();
      return serially(email, async () => {
        await finish(email);
        const pool = accounts.currentPool;
        if ((await accounts.find(pool, email)) !== null) throw emailTaken();
        const note = { email, work: "make" as const, account: { pool, sub: null } };
        return withNote(note, () => act(strikeOf(email)));
      });
    },

    following: async ({ account, facts, fields, ...of }, act) => {
      const email = of.email.toLowerCase();
      await finish(email);
      return withNote({ email, work: "follow", account, fields }, async () => {
        await accounts.follow(account, facts, fields);
        return act(strikeOf(email));
      });
    },

    withoutSecondFactor: (rawEmail, account, act) => {
      const email = rawEmail.toLowerCase();
      return serially(email, async () => {
        await finish(email);
        await storeNote({ email, work: "follow", account, fields: ["secondFactorOn"] });
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

    noteWork: (trx, note) => storeNote({ ...note, email: note.email.toLowerCase() }, trx),

    settle: (rawEmail) => {
      const email = rawEmail.toLowerCase();
      return serially(email, () => finish(email)).catch(problem);
    },

    settleAll: async () => {
      const tried: string[] = [];
      for (;;) {
        const note = await work.claimNext(owner, ms, tried);
        if (note === null) return;
        tried.push(note.email);
        await serially(note.email, () => finish(note.email)).catch(problem);
      }
    },
  };
}

/** Link work over a database and the pools of the settings. */
export function linkWorkFor(db: Kysely<Database>, pools: UserPools, problem: (error: unknown) => void): LinkWork {
  return linkWork({ work: linkWorkRepository(db), accounts: linkedAccounts(pools), problem });
}
