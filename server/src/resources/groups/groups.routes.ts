import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from "@pulse/contract/groups";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { GroupsService } from "./groups.service.ts";

/** Groups, each customer's own. */
export function groupsRoutes(context: RouteContext, groups: GroupsService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => groups.reachable(viewer, id);

  route(context, listGroups, ({ viewer, customerId, query }) => groups.search(viewer, customerId, query));
  route(context, getGroup, async ({ viewer, params }) => ({
    content: groups.shownTo(viewer, await groups.reachable(viewer, params.id)),
  }));
  route(context, createGroup, async ({ customerId, body, write }) => ({
    content: await groups.create(write, customerId, body),
  }));
  route(
    context,
    updateGroup,
    async ({ params, body, write }) => ({ content: await groups.change(write, params.id, body) }),
    reach,
  );
  route(context, deleteGroup, async ({ params, write }) => ({ content: await groups.remove(write, params.id) }), reach);
}
