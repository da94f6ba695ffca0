import { createRole, deleteRole, getRole, listRoles, type Role, updateRole } from "@pulse/contract/roles";
import { IconShieldLock } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";
import { accessNouns, people } from "./accessNouns.ts";
import { predefinedName } from "./predefinedName.ts";

/** The roles of a customer's people: what they may do. */
export const roles: Noun<Role> = {
  name: "roles",
  texts: "access.roles",
  path: "/access/roles",
  icon: IconShieldLock,
  area: "role_management",
  scope: "customer",
  endpoints: { list: listRoles, get: getRole, create: createRole, update: updateRole, remove: deleteRole },
  nameOf: ({ name }) => predefinedName(name),
  isFixed: ({ predefined }) => predefined,
  shownIn: accessNouns,
  usedBy: people,
};
