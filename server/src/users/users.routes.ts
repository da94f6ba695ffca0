import {
  createUser,
  deleteUser,
  getAccessibleOperations,
  getOperations,
  getUser,
  getUserMe,
  listUsers,
  resendInvitation,
  updateUser,
} from "@pulse/contract/users";
import { originOf } from "../http/origin.ts";
import { route, type RouteContext } from "../http/route.ts";
import type { Viewer } from "../http/viewer.ts";
import type { PeopleService } from "./people.service.ts";
import type { UsersService } from "./users.service.ts";

/** Who is signed in and what they may do, and the people of customers. */
export function usersRoutes(context: RouteContext, users: UsersService, people: PeopleService): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => people.reachable(viewer, id);

  route(context, getUserMe, async ({ viewer }) => ({ content: await users.me(viewer) }));
  route(context, getAccessibleOperations, async ({ viewer }) => ({ content: viewer.access }));
  route(context, getOperations, async () => ({ content: await users.operations() }));

  route(context, listUsers, ({ customerId, query }) => people.search(customerId, query));
  route(context, getUser, async ({ viewer, params }) => ({ content: await people.reachable(viewer, params.id) }));
  route(context, createUser, async ({ viewer, customerId, body, request }) => ({
    content: await people.create({ viewer, origin: originOf(request) }, customerId, body),
  }));
  route(
    context,
    updateUser,
    async ({ viewer, params, body, request }) => ({
      content: await people.change({ viewer, origin: originOf(request) }, params.id, body),
    }),
    reach,
  );
  route(
    context,
    deleteUser,
    async ({ viewer, params, request }) => {
      await people.remove({ viewer, origin: originOf(request) }, params.id);
      return { content: { id: params.id } };
    },
    reach,
  );
  route(
    context,
    resendInvitation,
    async ({ viewer, params, request }) => ({
      content: await people.inviteAgain({ viewer, origin: originOf(request) }, params.id),
    }),
    reach,
  );
}
