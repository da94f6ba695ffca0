import type { Role } from "@pulse/contract/roles";
import { operationsBeyond, opensMoreSites, grantRefusal } from "../../platform/access/grantableOperations.ts";
import { invalidValues } from "../../platform/access/refusals.ts";
import type { StoredGroup } from "../groups/groups.service.ts";
import type { Viewer } from "../../platform/http/viewer.ts";

interface Gift {
  roleId?: string | undefined;
  userGroupId?: string | undefined;
  devToolEnabled?: boolean | undefined;
  devToolEnabledBefore: boolean;
}

/** What people may give to others, and whom they may change at all. */
export interface UserRights {
  /** Refuses a role or group of another customer (400), and one that has more than the giver has (403). */
  assertGrantable(viewer: Viewer, customerId: string, gift: Gift): Promise<void>;
  /**
   * Refuses to touch somebody who has more than the viewer: otherwise anybody who manages users could remove an
   * administrator, or take over the account with another phone number.
   */
  refuseMore(viewer: Viewer, person: { roleId: string | null; userGroupId: string | null }): Promise<void>;
}

export function userRights(parts: {
  role(id: string): Promise<Role | null>;
  group(id: string): Promise<StoredGroup | null>;
}): UserRights {
  const excess = (viewer: Viewer, role: Role | null, group: StoredGroup | null): { path: string; what: string }[] => [
    ...operationsBeyond(viewer, role?.operations ?? []).map(({ name }) => ({ path: "role_id", what: name })),
    ...(group !== null && opensMoreSites(viewer, { allSites: group.allSites, siteIds: group.sites.map(({ id }) => id) })
      ? [{ path: "user_group_id", what: "the group gives access to sites that you cannot access" }]
      : []),
  ];
  const rightsOf = async (roleId: string | null | undefined, groupId: string | null | undefined) => ({
    role: roleId ? await parts.role(roleId) : null,
    group: groupId ? await parts.group(groupId) : null,
  });

  return {
    assertGrantable: async (viewer, customerId, { roleId, userGroupId, devToolEnabled, devToolEnabledBefore }) => {
      const { role, group } = await rightsOf(roleId, userGroupId);
      const foreign = [
        ...(roleId !== undefined && role?.customerId !== customerId ? ["role_id"] : []),
        ...(userGroupId !== undefined && group?.customerId !== customerId ? ["user_group_id"] : []),
      ];
      if (foreign.length > 0)
        throw invalidValues(
          foreign.map((path) => ({ path, code: "not_found", message: "does not belong to this customer" })),
        );
      const more = excess(viewer, role, group);
      if (!viewer.isSuperadmin && devToolEnabled !== undefined && devToolEnabled !== devToolEnabledBefore)
        more.push({ path: "dev_tool_enabled", what: "only a superadmin can set this" });
      if (more.length > 0) throw grantRefusal(more);
    },

    refuseMore: async (viewer, person) => {
      const { role, group } = await rightsOf(person.roleId, person.userGroupId);
      const more = excess(viewer, role, group);
      if (more.length > 0) throw grantRefusal(more);
    },
  };
}
