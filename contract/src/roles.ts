import { z } from "zod";
import { type Letter, Operation } from "./access.ts";
import { endpoint } from "./endpoint.ts";
import { Base, Id, Version } from "./fields.ts";
import { Name } from "./names.ts";
import { searchQuery } from "./page.ts";
import { list } from "./list.ts";

export const Role = Base.extend({
  customerId: Id,
  name: z.string(),
  predefined: z.boolean(),
  operations: z.array(Operation),
  numUsers: z.number().int(),
}).meta({ id: "Role" });
export type Role = z.infer<typeof Role>;

const fields = z.object({ name: Name, operationIds: list(Id).max(100) });
/** `customerId` must be the same as the query's, if both are given. */
export const RoleBody = fields.extend({ customerId: Id.optional() });
export const RoleChange = fields.partial().extend({ version: Version });

export const roleSortFields = ["id", "name", "created_at"] as const;
export const roleSearchFields = ["name"] as const;

const needs = (letter: Letter) => ({ any: [{ area: "role_management" as const, letter }] });
const params = z.object({ id: Id });

export const listRoles = endpoint({
  id: "listRoles",
  method: "GET",
  path: "/api/v3/roles",
  tag: "Roles",
  summary: "The roles of a customer",
  access: needs("r"),
  scope: "customer",
  query: searchQuery(roleSortFields, roleSearchFields),
  content: z.array(Role),
  paged: true,
});

export const getRole = endpoint({
  id: "getRole",
  method: "GET",
  path: "/api/v3/roles/:id",
  tag: "Roles",
  summary: "One role with its operations",
  access: needs("r"),
  params,
  content: Role,
});

export const createRole = endpoint({
  id: "createRole",
  method: "POST",
  path: "/api/v3/roles",
  tag: "Roles",
  summary: "A new role; it can have no more permissions than its creator",
  access: needs("c"),
  scope: "customer",
  body: RoleBody,
  content: Role,
  status: 201,
});

export const updateRole = endpoint({
  id: "updateRole",
  method: "PUT",
  path: "/api/v3/roles/:id",
  tag: "Roles",
  summary: "Changes a role that is not predefined",
  access: needs("u"),
  params,
  body: RoleChange,
  content: Role,
});

export const deleteRole = endpoint({
  id: "deleteRole",
  method: "DELETE",
  path: "/api/v3/roles/:id",
  tag: "Roles",
  summary: "Deletes a role that nobody has",
  access: needs("d"),
  params,
  content: z.object({ id: Id }),
});
