import type { GroupsService } from "../groups/groups.service.ts";
import type { Dependencies } from "../dependencies.ts";
import type { RolesService } from "../roles/roles.service.ts";
import { factorsReset } from "./factorsReset.ts";
import { userActivation } from "./userActivation.ts";
import { type UserRights, userRights } from "./userRights.ts";
import { usersRepository } from "./users.repository.ts";
import { usersRoutes } from "./users.routes.ts";
import { type UsersService, usersService } from "./users.service.ts";

type UsersParts = Pick<
  Dependencies,
  "context" | "config" | "db" | "accountMaintenance" | "pools" | "audit" | "sendMail" | "now" | "problem"
> & {
  roles: Pick<RolesService, "find">;
  groups: Pick<GroupsService, "find">;
};

/** What accounts and customers ask about users. */
interface Users extends Pick<UsersService, "me" | "inviting" | "remove"> {
  /** What people may give to others. */
  rights: UserRights;
  isEmailTaken(email: string): Promise<boolean>;
}

/** Who is signed in and what they may do, and the people of customers. */
export function usersSlice(parts: UsersParts): Users {
  const { context, config, db, accountMaintenance, audit, now } = parts;
  const stored = usersRepository(db);
  const rights = userRights({ role: parts.roles.find, group: parts.groups.find });
  const signInUrl = `${config.publicUrl}/signin`;
  const users = usersService({
    users: stored,
    accounts: accountMaintenance.linked,
    work: accountMaintenance.work,
    releaseEmail: accountMaintenance.unconfirmed.releaseEmail,
    rights,
    secondFactors: parts.pools.secondFactors,
    signInUrl,
    now,
    audit,
  });
  const { reachable } = users;
  const { work } = accountMaintenance;
  usersRoutes(context, users, {
    resetFactors: factorsReset({ ...parts, users: stored, reachable, work, rights, signInUrl }),
    setActive: userActivation({ users: stored, reachable, work, rights, audit }),
  });
  return { me: users.me, inviting: users.inviting, remove: users.remove, isEmailTaken: stored.isEmailTaken, rights };
}
