import { getAccessibleOperations, getOperations, getUserMe } from "@pulse/contract/users";
import { route, type RouteContext } from "../http/route.ts";
import type { UsersService } from "./users.service.ts";

/** Who is signed in and what they may do. */
export function usersRoutes(context: RouteContext, users: UsersService): void {
  route(context, getUserMe, async ({ viewer }) => ({ content: await users.me(viewer) }));
  route(context, getAccessibleOperations, async ({ viewer }) => ({ content: viewer.access }));
  route(context, getOperations, async () => ({ content: await users.operations() }));
}
