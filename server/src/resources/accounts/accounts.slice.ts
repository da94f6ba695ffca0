import type { Dependencies } from "../dependencies.ts";
import type { UsersService } from "../users/users.service.ts";
import { accountsRepository } from "./accounts.repository.ts";
import { accountsRoutes } from "./accounts.routes.ts";
import { accountsService } from "./accounts.service.ts";
import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import { ownSessions } from "./ownSessions.ts";
import { ownRecoveryCodes } from "./recoveryCodes.ts";

type AccountsParts = Pick<
  Dependencies,
  "context" | "db" | "pools" | "revoked" | "uses" | "accountMaintenance" | "firstStart" | "audit" | "now"
> & {
  users: Pick<UsersService, "me">;
  /** The limit on calls that need no sign-in. */
  limit: AddressLimit;
};

/** Accounts: signing up, passwords, one's own profile, and the first superadmin. */
export function accountsSlice(parts: AccountsParts): void {
  const { current, legacy } = parts.pools;
  const stored = accountsRepository(parts.db);
  const accounts = accountsService({
    ...parts,
    ...parts.accountMaintenance,
    accounts: stored,
    current: current.pool,
    currentPoolId: current.userPoolId,
    legacy,
  });
  const recoveryCodes = ownRecoveryCodes({ codes: parts.pools.recoveryCodes, subOf: stored.subOf, now: parts.now });
  const sessions = ownSessions({ ...parts, sessions: parts.pools.sessions, subOf: stored.subOf });
  accountsRoutes(parts.context, {
    accounts,
    recoveryCodes,
    sessions,
    firstStart: parts.firstStart,
    limit: parts.limit,
  });
}
