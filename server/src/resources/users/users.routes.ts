import {
  createUser,
  deleteUser,
  getAccessibleOperations,
  getOperations,
  getUser,
  getUserMe,
  listUsers,
  resendInvitation,
  resetUserFactors,
  setUserActive,
  updateUser,
} from "@pulse/contract/users";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { ResetFactors } from "./factorsReset.ts";
import type { SetUserActive } from "./userActivation.ts";
import type { UsersService } from "./users.service.ts";

/** The signed-in person and their rights, and the users of customers. */
export function usersRoutes(
  context: RouteContext,
  users: UsersService,
  { resetFactors, setActive }: { resetFactors: ResetFactors; setActive: SetUserActive },
): void {
  const reach = (viewer: Viewer, { id }: { id: string }) => users.reachable(viewer, id);

  route(context, getUserMe, async ({ viewer }) => ({ content: await users.me(viewer) }));
  route(context, getAccessibleOperations, async ({ viewer }) => ({ content: viewer.access }));
  route(context, getOperations, async () => ({ content: await users.operations() }));

  route(context, listUsers, ({ customerId, query }) => users.search(customerId, query));
  route(context, getUser, async ({ viewer, params }) => ({ content: await users.reachable(viewer, params.id) }));
  route(context, createUser, async ({ customerId, body, write }) => ({
    content: await users.create(write, customerId, body),
  }));
  route(
    context,
    updateUser,
    async ({ params, body, write }) => ({ content: await users.change(write, params.id, body) }),
    reach,
  );
  route(context, deleteUser, async ({ params, write }) => ({ content: await users.remove(write, params.id) }), reach);
  route(
    context,
    resendInvitation,
    async ({ params, write }) => ({ content: await users.inviteAgain(write, params.id) }),
    reach,
  );
  route(
    context,
    resetUserFactors,
    async ({ params, write }) => ({ content: await resetFactors(write, params.id) }),
    reach,
  );
  route(
    context,
    setUserActive,
    async ({ params, body, write }) => ({ content: await setActive(write, params.id, body.active) }),
    reach,
  );
}
