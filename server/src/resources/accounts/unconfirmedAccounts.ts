import type { UserPool } from "../../platform/userPool/userPool.ts";
import type { LinkWork } from "../identityLink/linkWork.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { AccountsRepository } from "./accounts.repository.ts";

/**
 * Long enough for a weekend. The code in the mail is valid for a day, and another one can be requested (decision 0008).
 */
export const unconfirmedLifeMs = 3 * 24 * 3600_000;

/**
 * Sign-ups that were never confirmed. Anybody can make one for any e-mail, so it must not lock out the e-mail's owner.
 */
export interface UnconfirmedAccounts {
  /**
   * Ends the unconfirmed sign-up for this e-mail, so that its owner can be invited or moved over. A confirmed account
   * stays.
   */
  releaseEmail(email: string): Promise<void>;
  /** Ends all that are older than three days. */
  expire(): Promise<void>;
}

export function unconfirmedAccounts(parts: {
  accounts: Pick<AccountsRepository, "confirm" | "endUnconfirmed" | "unconfirmedBefore">;
  pool: Pick<UserPool, "find">;
  poolId: string;
  work: Pick<LinkWork, "finish" | "serially" | "noteWork">;
  unit: Pick<UnitOfWork, "commitAsSystem">;
  now(): number;
  problem(error: unknown): void;
}): UnconfirmedAccounts {
  const { accounts, pool, poolId, work, unit } = parts;

  const releaseEmail = (email: string): Promise<void> =>
    work.serially(email, async () => {
      await work.finish(email);
      const account = await pool.find(email);
      // It was confirmed at the pool itself, so we were not told.
      const confirmed = account !== null && account.status !== "UNCONFIRMED";
      await unit.commitAsSystem(async (trx) => {
        if (confirmed) {
          await accounts.confirm(trx, email);
          return null;
        }
        if (account) await work.noteWork(trx, { email, work: "end", account: { pool: poolId, sub: account.sub } });
        const removed = await accounts.endUnconfirmed(trx, email, poolId);
        return removed && { records: [recordOf(removed, email)], inAudit: true };
      });
      await work.finish(email);
    });

  return {
    releaseEmail,
    expire: async () => {
      for (const email of await accounts.unconfirmedBefore(new Date(parts.now() - unconfirmedLifeMs)))
        await releaseEmail(email).catch(parts.problem);
    },
  };
}

/** The entry goes to the customer that the sign-up was for, which may not be the one that is inviting now. */
function recordOf({ id, customerId }: { id: string; customerId: string | null }, email: string): WriteRecord {
  const changes = [{ field: "status", before: "unconfirmed", after: null }];
  return { kind: "user", action: "delete", customerId, entity: { id, name: email }, changes };
}
