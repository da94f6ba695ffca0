import { AppError } from "@pulse/contract/errors";
import { getAccessibleOperations, getOperations, getUserMe } from "@pulse/contract/users";
import { route, type RouteContext } from "../http/route.ts";
import type { UsersRepository } from "./users.repository.ts";

/** Who is signed in and what they may do. */
export function usersRoutes(context: RouteContext, users: UsersRepository): void {
  route(context, getUserMe, async ({ viewer }) => {
    const content = await users.info(viewer.userId);
    if (content === null) throw new AppError("unauthorized");
    return { content };
  });
  route(context, getAccessibleOperations, async ({ viewer }) => ({ content: viewer.access }));
  route(context, getOperations, async () => ({ content: await users.operations() }));
}
