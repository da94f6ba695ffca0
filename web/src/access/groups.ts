import { createGroup, deleteGroup, getGroup, type Group, listGroups, updateGroup } from "@pulse/contract/groups";
import { IconUsersGroup } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";
import { accessNouns, people } from "./accessNouns.ts";
import { predefinedName } from "./predefinedName.ts";

/** Groups of a customer's sites: where people may go. */
export const groups: Noun<Group> = {
  name: "groups",
  texts: "access.groups",
  path: "/access/groups",
  icon: IconUsersGroup,
  area: "group_management",
  scope: "customer",
  endpoints: { list: listGroups, get: getGroup, create: createGroup, update: updateGroup, remove: deleteGroup },
  nameOf: ({ name }) => predefinedName(name),
  isFixed: ({ predefined }) => predefined,
  shownIn: accessNouns,
  usedBy: people,
};
