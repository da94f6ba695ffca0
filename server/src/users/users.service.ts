import type { Operation } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import type { UserInfo } from "@pulse/contract/users";
import type { Viewer } from "../http/viewer.ts";
import type { Writing } from "../writes/record.ts";
import type { UsersRepository } from "./users.repository.ts";

export interface UsersService {
  /** Who is signed in; throws `unauthorized` for somebody deleted a moment ago. */
  me(viewer: Viewer, trx?: Writing): Promise<UserInfo>;
  /** All 42. */
  operations(): Promise<Operation[]>;
}

export function usersService(users: UsersRepository): UsersService {
  return {
    me: async (viewer, trx) => {
      const info = await users.info(viewer.userId, trx);
      if (info === null) throw new AppError("unauthorized");
      return info;
    },
    operations: users.operations,
  };
}
