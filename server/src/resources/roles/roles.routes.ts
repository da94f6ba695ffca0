import { createRole, deleteRole, getRole, listRoles, updateRole } from "@pulse/contract/roles";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { RolesService } from "./roles.service.ts";

/** Roles, each customer's own. */
export function rolesRoutes(context: RouteContext, roles: RolesService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => roles.reachable(viewer, id);

  route(context, listRoles, ({ customerId, query }) => roles.search(customerId, query));
  route(context, getRole, async ({ viewer, params }) => ({ content: await roles.reachable(viewer, params.id) }));
  route(context, createRole, async ({ customerId, body, write }) => ({
    content: await roles.create(write, customerId, body),
  }));
  route(
    context,
    updateRole,
    async ({ params, body, write }) => ({ content: await roles.change(write, params.id, body) }),
    reach,
  );
  route(context, deleteRole, async ({ params, write }) => ({ content: await roles.remove(write, params.id) }), reach);
}
