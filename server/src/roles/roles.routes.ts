import { createRole, deleteRole, getRole, listRoles, updateRole } from "@pulse/contract/roles";
import { originOf } from "../http/origin.ts";
import { route, type RouteContext } from "../http/route.ts";
import type { Viewer } from "../http/viewer.ts";
import type { RolesService } from "./roles.service.ts";

/** Roles, each customer's own. */
export function rolesRoutes(context: RouteContext, roles: RolesService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => roles.reachable(viewer, id);

  route(context, listRoles, ({ customerId, query }) => roles.search(customerId, query));
  route(context, getRole, async ({ viewer, params }) => ({ content: await roles.reachable(viewer, params.id) }));
  route(context, createRole, async ({ viewer, customerId, body, request }) => ({
    content: await roles.create({ viewer, origin: originOf(request) }, customerId, body),
  }));
  route(
    context,
    updateRole,
    async ({ viewer, params, body, request }) => ({
      content: await roles.change({ viewer, origin: originOf(request) }, params.id, body),
    }),
    reach,
  );
  route(
    context,
    deleteRole,
    async ({ viewer, params, request }) => {
      await roles.remove({ viewer, origin: originOf(request) }, params.id);
      return { content: { id: params.id } };
    },
    reach,
  );
}
