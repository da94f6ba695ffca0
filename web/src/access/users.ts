import { createUser, deleteUser, getUser, listUsers, updateUser, type User } from "@pulse/contract/users";
import { IconUsers } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";
import { accessNouns, people } from "./accessNouns.ts";
import { personName } from "./personName.ts";

/** The people of a customer. */
export const users: Noun<User> = {
  ...people,
  name: "users",
  texts: "access.users",
  icon: IconUsers,
  scope: "customer",
  endpoints: { list: listUsers, get: getUser, create: createUser, update: updateUser, remove: deleteUser },
  nameOf: personName,
  shownIn: accessNouns,
};
