import type { Operation } from "@pulse/contract/access";
import { AppError } from "@pulse/contract/errors";
import type { Role, RoleBody, RoleChange } from "@pulse/contract/roles";
import type { z } from "zod";
import { type Actor, accessNotes } from "../access/accessNotes.ts";
import { beyond, tooMuch } from "../access/giving.ts";
import { keepingUnique, notUnique, stillUsed, wrongValues } from "../access/refusals.ts";
import type { AuditLog } from "../audit/audit.service.ts";
import { changesBetween } from "../audit/changesBetween.ts";
import { refuseStale } from "../http/staleVersion.ts";
import type { Viewer } from "../http/viewer.ts";
import type { KnownOperations, RolesRepository } from "./roles.repository.ts";

export type RolesService = ReturnType<typeof rolesService>;

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  keepingUnique("roles_name_key", () => notUnique("name", "Role"), write);

/** The roles of customers: what people may do, each a part of what the customer has. */
export function rolesService(parts: {
  roles: RolesRepository;
  /** Whoever holds a copy of these rights is told. */
  rightsChanged(kind: "role", id: string): void;
  audit: AuditLog;
}) {
  const { roles } = parts;
  const { note, noteRefusal } = accessNotes(parts.audit, "role");

  /** Throws `not_found` for a role of another customer. */
  const reachable = async (viewer: Viewer, id: string): Promise<Role> => {
    const role = await roles.find(id);
    if (role === null || !(viewer.isSuperadmin || viewer.customerId === role.customerId))
      throw new AppError("not_found");
    return role;
  };

  return {
    reachable,
    find: roles.find,
    search: roles.search,

    create: async (actor: Actor, customerId: string, body: z.output<typeof RoleBody>): Promise<Role> => {
      const about = { action: "create" as const, customerId, id: null, name: body.name };
      const known = await roles.known(customerId);
      const role = await noteRefusal(about, actor, () => {
        const operationIds = givable(actor.viewer, known, body.operationIds);
        return unique(() => roles.create(customerId, { name: body.name, operationIds }));
      });
      note({ ...about, id: role.id }, actor, changesBetween({}, inWords(role)));
      return role;
    },

    /** A role that holds more than the actor has is not theirs to change. The last administrator stays one. */
    change: async (actor: Actor, id: string, { version, ...sent }: z.output<typeof RoleChange>): Promise<Role> => {
      const role = await reachable(actor.viewer, id);
      const about = { action: "update" as const, customerId: role.customerId, id, name: role.name };
      if (role.predefined) throw new AppError("predefined");
      const changed = await noteRefusal(about, actor, () =>
        unique(() =>
          roles.change(role, (stored, known) => {
            const operationIds =
              sent.operationIds === undefined ? undefined : givable(actor.viewer, known, sent.operationIds);
            refuseMore(actor.viewer, stored);
            refuseStale(version, { version: stored.version, ...inBody(stored) }, sent);
            return { name: sent.name ?? stored.name, ...(operationIds === undefined ? {} : { operationIds }) };
          }),
        ),
      );
      if (changed === null) throw new AppError("not_found");
      parts.rightsChanged("role", id);
      note(about, actor, changesBetween(inWords(changed.before), inWords(changed.after)));
      return changed.after;
    },

    /** Throws `in_use` with who has it. */
    remove: async (actor: Actor, id: string): Promise<void> => {
      const role = await reachable(actor.viewer, id);
      const about = { action: "delete" as const, customerId: role.customerId, id, name: role.name };
      if (role.predefined) throw new AppError("predefined");
      await noteRefusal(about, actor, async () => {
        refuseMore(actor.viewer, role);
        await roles.remove(id, ({ users, customers }) => {
          if (users.length + customers.length > 0)
            throw stillUsed("Role", [
              { path: "users", items: users },
              { path: "customers", items: customers },
            ]);
        });
      });
      note(about, actor, changesBetween(inWords(role), {}));
    },
  };
}

/** The ids that were sent, each once: operations that exist, that the customer has, and that the giver has. */
function givable(viewer: Viewer, { all, available }: KnownOperations, ids: readonly string[]): string[] {
  const wrong: { path: string; message: string }[] = [];
  const asked: Operation[] = [];
  for (const [index, id] of ids.entries()) {
    const operation = all.find((each) => each.id === id);
    const path = `operation_ids[${index}]`;
    if (operation === undefined) wrong.push({ path, message: "names no operation" });
    else if (!available.has(id)) wrong.push({ path, message: `the customer does not have ${operation.name}` });
    else asked.push(operation);
  }
  if (wrong.length > 0) throw wrongValues(wrong);
  const more = beyond(viewer, asked);
  if (more.length > 0)
    throw tooMuch(more.map(({ id, name }) => ({ path: `operation_ids[${ids.indexOf(id)}]`, what: name })));
  return [...new Set(ids)];
}

function refuseMore(viewer: Viewer, role: Role): void {
  const more = beyond(viewer, role.operations);
  if (more.length > 0) throw tooMuch(more.map(({ name }) => ({ path: "operations", what: name })));
}

const inBody = ({ name, operations }: Role) => ({ name, operationIds: operations.map(({ id }) => id) });
const inWords = ({ name, operations }: Role) => ({ name, operations: operations.map((each) => each.name) });
