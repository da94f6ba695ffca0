import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from "@pulse/contract/groups";
import { originOf } from "../http/origin.ts";
import { route, type RouteContext } from "../http/route.ts";
import type { Viewer } from "../http/viewer.ts";
import type { GroupsService } from "./groups.service.ts";

/** Groups, each customer's own. */
export function groupsRoutes(context: RouteContext, groups: GroupsService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => groups.reachable(viewer, id);

  route(context, listGroups, ({ viewer, customerId, query }) => groups.search(viewer, customerId, query));
  route(context, getGroup, async ({ viewer, params }) => ({
    content: groups.shownTo(viewer, await groups.reachable(viewer, params.id)),
  }));
  route(context, createGroup, async ({ viewer, customerId, body, request }) => ({
    content: await groups.create({ viewer, origin: originOf(request) }, customerId, body),
  }));
  route(
    context,
    updateGroup,
    async ({ viewer, params, body, request }) => ({
      content: await groups.change({ viewer, origin: originOf(request) }, params.id, body),
    }),
    reach,
  );
  route(
    context,
    deleteGroup,
    async ({ viewer, params, request }) => {
      await groups.remove({ viewer, origin: originOf(request) }, params.id);
      return { content: { id: params.id } };
    },
    reach,
  );
}
