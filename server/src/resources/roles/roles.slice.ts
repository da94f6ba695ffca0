import type { Dependencies } from "../dependencies.ts";
import { rolesRepository } from "./roles.repository.ts";
import { rolesRoutes } from "./roles.routes.ts";
import { type RolesService, rolesService } from "./roles.service.ts";

/** Roles, each customer's own. */
export function rolesSlice(parts: Pick<Dependencies, "context" | "db" | "audit">): Pick<RolesService, "find"> {
  const roles = rolesService({ roles: rolesRepository(parts.db), audit: parts.audit });
  rolesRoutes(parts.context, roles);
  return roles;
}
