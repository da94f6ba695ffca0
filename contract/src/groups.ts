import { z } from "zod";
import type { Letter } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Base, Id, Ref, Version } from "./fields.ts";
import { Name } from "./names.ts";
import { searchQuery } from "./page.ts";
import { list } from "./list.ts";

export const Group = Base.extend({
  customerId: Id,
  name: z.string(),
  predefined: z.boolean(),
  /** In the predefined group: all sites of the customer. */
  sites: z.array(Ref),
  numUsers: z.number().int(),
}).meta({ id: "Group" });
export type Group = z.infer<typeof Group>;

const fields = z.object({ name: Name, siteIds: list(Id).max(10_000) });
/** `customerId` must be the same as the query's, if both are given. */
export const GroupBody = fields.extend({ customerId: Id.optional() });
export const GroupChange = fields.partial().extend({ version: Version });

export const groupSortFields = ["id", "name", "created_at"] as const;
export const groupSearchFields = ["name"] as const;

const needs = (letter: Letter) => ({ any: [{ area: "group_management" as const, letter }] });
const params = z.object({ id: Id });

export const listGroups = endpoint({
  id: "listGroups",
  method: "GET",
  path: "/api/v3/groups",
  tag: "Groups",
  summary: "The groups of a customer",
  access: needs("r"),
  scope: "customer",
  query: searchQuery(groupSortFields, groupSearchFields),
  content: z.array(Group),
  paged: true,
});

export const getGroup = endpoint({
  id: "getGroup",
  method: "GET",
  path: "/api/v3/groups/:id",
  tag: "Groups",
  summary: "One group with its sites",
  access: needs("r"),
  params,
  content: Group,
});

export const createGroup = endpoint({
  id: "createGroup",
  method: "POST",
  path: "/api/v3/groups",
  tag: "Groups",
  summary: "A new group of sites",
  access: needs("c"),
  scope: "customer",
  body: GroupBody,
  content: Group,
  status: 201,
});

export const updateGroup = endpoint({
  id: "updateGroup",
  method: "PUT",
  path: "/api/v3/groups/:id",
  tag: "Groups",
  summary: "Changes a group that is not predefined",
  access: needs("u"),
  params,
  body: GroupChange,
  content: Group,
});

export const deleteGroup = endpoint({
  id: "deleteGroup",
  method: "DELETE",
  path: "/api/v3/groups/:id",
  tag: "Groups",
  summary: "Deletes a group that nobody is in",
  access: needs("d"),
  params,
  content: z.object({ id: Id }),
});
