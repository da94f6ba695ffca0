import type { Dependencies } from "../dependencies.ts";
import type { UserRights } from "../users/userRights.ts";
import type { UsersService } from "../users/users.service.ts";
import { scimRepository } from "./scim.repository.ts";
import { scimRoutes } from "./scim.routes.ts";
import { scimGroupsService } from "./scimGroups.service.ts";
import { scimUsersService } from "./scimUsers.service.ts";

/** Companies' directories keep their people and groups here (SCIM 2.0). */
export function scimSlice(
  parts: Pick<Dependencies, "app" | "context" | "config" | "db" | "accountMaintenance"> & {
    users: Pick<UsersService, "inviting" | "remove"> & { rights: UserRights };
  },
): void {
  const { app, context, db, users } = parts;
  const root = `${parts.config.publicUrl}/scim/v2`;
  const common = { stored: scimRepository(db), rights: users.rights, unit: context.unit, root };
  scimRoutes(app, context, {
    users: scimUsersService({ ...common, users, accountMaintenance: parts.accountMaintenance }),
    groups: scimGroupsService(common),
    root,
  });
}
