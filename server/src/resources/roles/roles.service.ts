import { AppError } from "@pulse/contract/errors";
import type { Role, RoleBody, RoleChange } from "@pulse/contract/roles";
import type { z } from "zod";
import { accessRecords } from "../../platform/access/accessRecords.ts";
import { operationsBeyond, grantableOperations, grantRefusal } from "../../platform/access/grantableOperations.ts";
import type { CustomerOperations } from "../../platform/access/customerOperations.ts";
import { refuseHeld } from "../../platform/access/holders.ts";
import { withConstraintRefusals, notUnique } from "../../platform/access/refusals.ts";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { RolesRepository } from "./roles.repository.ts";

export type RolesService = ReturnType<typeof rolesService>;

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals({ roles_name_key: () => notUnique("name", "Role") }, write);

/** The roles of customers: what people may do, within what the customer has. */
export function rolesService(parts: { roles: RolesRepository; audit: Pick<AuditLog, "record"> }) {
  const { roles } = parts;
  const { recordOf, withRefusalAudit } = accessRecords(parts.audit, "role");

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

    create: async (write: Write<Role>, customerId: string, body: z.output<typeof RoleBody>): Promise<Role> => {
      const about = { action: "create" as const, customerId, name: body.name };
      const known = await roles.known(customerId);
      return withRefusalAudit({ ...about, id: null }, write, async () => {
        const operationIds = grantableOperations(write.viewer, known, body.operationIds);
        return unique(() =>
          write.commit(async (trx) => {
            const role = await roles.create(trx, customerId, { name: body.name, operationIds });
            return {
              content: role,
              records: [recordOf({ ...about, id: role.id }, changesBetween({}, auditFields(role)))],
            };
          }),
        );
      });
    },

    /** The actor may not change a role that has more than they have. The last administrator stays one. */
    change: async (
      write: Write<Role>,
      id: string,
      { version, ...sent }: z.output<typeof RoleChange>,
    ): Promise<Role> => {
      const { viewer } = write;
      const role = await reachable(viewer, id);
      const about = { action: "update" as const, customerId: role.customerId, id, name: role.name };
      if (role.predefined) throw new AppError("predefined");
      const decide = (stored: Role, known: CustomerOperations) => {
        const operationIds =
          sent.operationIds === undefined ? undefined : grantableOperations(viewer, known, sent.operationIds);
        refuseMore(viewer, stored);
        refuseStale(version, { version: stored.version, ...inBody(stored) }, sent);
        return { name: sent.name ?? stored.name, ...(operationIds === undefined ? {} : { operationIds }) };
      };
      return withRefusalAudit(about, write, () =>
        unique(() =>
          write.commit(async (trx) => {
            const changed = await roles.change(trx, role, decide);
            if (changed === null) throw new AppError("not_found");
            const { before, after } = changed;
            return {
              content: after,
              records: [recordOf(about, changesBetween(auditFields(before), auditFields(after)))],
            };
          }),
        ),
      );
    },

    /** Throws `in_use` with those who have it. */
    remove: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const role = await reachable(write.viewer, id);
      const about = { action: "delete" as const, customerId: role.customerId, id, name: role.name };
      if (role.predefined) throw new AppError("predefined");
      return withRefusalAudit(about, write, async () => {
        refuseMore(write.viewer, role);
        return write.commit(async (trx) => {
          await roles.remove(trx, id, (holders) => refuseHeld("Role", holders));
          return { content: { id }, records: [recordOf(about, changesBetween(auditFields(role), {}))] };
        });
      });
    },
  };
}

function refuseMore(viewer: Viewer, role: Role): void {
  const more = operationsBeyond(viewer, role.operations);
  if (more.length > 0) throw grantRefusal(more.map(({ name }) => ({ path: "operations", what: name })));
}

const inBody = ({ name, operations }: Role) => ({ name, operationIds: operations.map(({ id }) => id) });
const auditFields = ({ name, operations }: Role) => ({ name, operations: operations.map((each) => each.name) });
