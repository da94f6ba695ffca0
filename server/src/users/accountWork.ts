import type { Kysely } from "kysely";
import type { UserPools } from "../accounts/userPools.ts";
import type { Database } from "../adapters/database/schema.ts";
import { type AccountWorkRepository, accountWorkRepository } from "./accountWork.repository.ts";
import { type Account, type PersonAccounts, personAccounts } from "./personAccounts.ts";

/**
 * Keeps people's rows here and their accounts in the pool together, also when this process dies between the two (decision
 * 0010): what is about to be done is noted first, and whatever is left of the notes is brought to an end later.
 */
export interface AccountWork {
  /**
   * Makes an account with its row: both, or in the end neither. `act` strikes the note out in the transaction that writes
   * the row. Throws `taken` for an e-mail whose account is somebody's already.
   */
  making<T>(email: string, taken: () => Error, act: () => Promise<T>): Promise<T>;
  /**
   * Runs `act` while an account has no second factor, and turns the factor on again afterwards. It is noted before, so
   * that a later process turns it on where this one dies.
   */
  withoutSecondFactor<T>(email: string, account: Account, act: () => Promise<T>): Promise<T>;
  /** Runs `act` when everything else under way for this e-mail is over. */
  inTurn<T>(email: string, act: () => Promise<T>): Promise<T>;
  /** Does what is noted for an e-mail, within its turn. What the pool refuses stays noted, and is thrown. */
  finish(email: string): Promise<void>;
  /** Does what is noted for an e-mail now or, when the pool is away, later. */
  settle(email: string): Promise<void>;
  /** The same for every e-mail. */
  settleAll(): Promise<void>;
}

/** @param problem told of work that could not be done yet */
export function accountWork(parts: {
  work: AccountWorkRepository;
  accounts: PersonAccounts;
  problem(error: unknown): void;
}): AccountWork {
  const { work, accounts, problem } = parts;
  const turns = new Map<string, Promise<void>>();

  const finish = async (given: string): Promise<void> => {
    const email = given.toLowerCase();
    const noted = await work.of(email);
    if (noted === null) return;
    const account = noted.work === "make" ? await accounts.find(noted.account.pool, email) : noted.account;
    const facts = account && (await work.factsOf(account));
    if (noted.work === "follow") {
      if (account) await accounts.follow(account, facts, noted.fields ?? []);
    } else if (account && facts === null) await accounts.remove(account);
    await work.done(email);
  };

  const inTurn = async <T>(given: string, act: () => Promise<T>): Promise<T> => {
    const email = given.toLowerCase();
    const mine = (turns.get(email) ?? Promise.resolve()).then(act);
    const over = mine.then(
      () => undefined,
      () => undefined,
    );
    turns.set(email, over);
    try {
      return await mine;
    } finally {
      if (turns.get(email) === over) turns.delete(email);
    }
  };

  const settle = (email: string): Promise<void> => inTurn(email, () => finish(email)).catch(problem);

  return {
    finish,
    inTurn,
    settle,
    making: (email, taken, act) =>
      inTurn(email, async () => {
        await finish(email);
        const pool = accounts.currentPool;
        if ((await accounts.find(pool, email)) !== null) throw taken();
        await work.note({ email, work: "make", account: { pool, sub: null } });
        try {
          return await act();
        } catch (error) {
          await finish(email).catch(problem);
          throw error;
        }
      }),
    withoutSecondFactor: (email, account, act) =>
      inTurn(email, async () => {
        await finish(email);
        await work.note({ email, work: "follow", account, fields: ["secondFactorOn"] });
        try {
          await accounts.pauseSecondFactor(account);
          return await act();
        } finally {
          await finish(email);
        }
      }),
    settleAll: async () => {
      for (const email of await work.emails()) await settle(email);
    },
  };
}

/** The work on accounts over a database and the pools of the settings. */
export function accountWorkOver(
  db: Kysely<Database>,
  pools: UserPools,
  problem: (error: unknown) => void,
): AccountWork {
  return accountWork({ work: accountWorkRepository(db), accounts: personAccounts(pools), problem });
}
