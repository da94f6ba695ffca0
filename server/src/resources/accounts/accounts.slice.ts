import type { Dependencies } from "../dependencies.ts";
import type { UsersService } from "../users/users.service.ts";
import { accountsRepository } from "./accounts.repository.ts";
import { accountsRoutes } from "./accounts.routes.ts";
import { accountsService } from "./accounts.service.ts";
import type { AddressLimit } from "../../platform/http/addressLimit.ts";
import { ownRecoveryCodes } from "./recoveryCodes.ts";

type AccountsParts = Pick<
  Dependencies,
  "context" | "db" | "pools" | "accountMaintenance" | "firstStart" | "audit" | "now"
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
  accountsRoutes(parts.context, { accounts, recoveryCodes, firstStart: parts.firstStart, limit: parts.limit });
}
