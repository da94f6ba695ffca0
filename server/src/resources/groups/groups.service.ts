import { AppError } from "@pulse/contract/errors";
import type { Group, GroupBody, GroupChange } from "@pulse/contract/groups";
import type { PageMetadata } from "@pulse/contract/page";
import type { z } from "zod";
import { accessRecords } from "../../platform/access/accessRecords.ts";
import { refuseHeld } from "../../platform/access/holders.ts";
import {
  grantableSites,
  mayEnterSite,
  opensMoreSites,
  grantRefusal,
} from "../../platform/access/grantableOperations.ts";
import { withConstraintRefusals, notUnique } from "../../platform/access/refusals.ts";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { SearchQuery } from "../../platform/database/listing.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { GroupsRepository, StoredGroup } from "./groups.repository.ts";

export type { StoredGroup };
export type GroupsService = ReturnType<typeof groupsService>;

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals({ user_groups_name_key: () => notUnique("name", "Group") }, write);

/**
 * The groups of customers: which sites people may enter. Viewers see those of a group's sites that they may enter
 * themselves.
 */
export function groupsService(parts: { groups: GroupsRepository; audit: Pick<AuditLog, "record"> }) {
  const { groups } = parts;
  const { recordOf, withRefusalAudit } = accessRecords(parts.audit, "group");

  /** Throws `not_found` for a group of another customer. */
  const reachable = async (viewer: Viewer, id: string): Promise<StoredGroup> => {
    const group = await groups.find(id);
    if (group === null || !(viewer.isSuperadmin || viewer.customerId === group.customerId))
      throw new AppError("not_found");
    return group;
  };

  const givable = async (viewer: Viewer, customerId: string, ids: readonly string[]): Promise<string[]> =>
    grantableSites(viewer, await groups.siteIds(customerId), ids);

  return {
    reachable,
    find: groups.find,
    shownTo,

    search: async (
      viewer: Viewer,
      customerId: string,
      query: SearchQuery,
    ): Promise<{ content: Group[]; metadata: PageMetadata }> => {
      const { content, metadata } = await groups.search(customerId, query);
      return { content: content.map((group) => shownTo(viewer, group)), metadata };
    },

    create: async (write: Write<Group>, customerId: string, body: z.output<typeof GroupBody>): Promise<Group> => {
      const siteIds = await givable(write.viewer, customerId, body.siteIds);
      return unique(() =>
        write.commit(async (trx) => {
          const group = await groups.create(trx, customerId, body.name, siteIds);
          const about = { action: "create" as const, customerId, id: group.id, name: group.name };
          return {
            content: shownTo(write.viewer, group),
            records: [recordOf(about, changesBetween({}, auditFields(group)))],
          };
        }),
      );
    },

    /** Sites that the actor may not enter stay in the group: nobody can mean to remove what they cannot see. */
    change: async (
      write: Write<Group>,
      id: string,
      { version, ...sent }: z.output<typeof GroupChange>,
    ): Promise<Group> => {
      const { viewer } = write;
      const group = await reachable(viewer, id);
      if (group.predefined) throw new AppError("predefined");
      const siteIds = sent.siteIds === undefined ? undefined : await givable(viewer, group.customerId, sent.siteIds);
      const decide = (stored: StoredGroup) => {
        refuseStale(version, { version: stored.version, ...inBody(shownTo(viewer, stored)) }, sent);
        const hidden = stored.sites.filter((site) => siteIds === undefined || !mayEnterSite(viewer, site.id));
        return { name: sent.name ?? stored.name, siteIds: [...hidden.map((site) => site.id), ...(siteIds ?? [])] };
      };
      return unique(() =>
        write.commit(async (trx) => {
          const changed = await groups.change(trx, id, decide);
          if (changed === null) throw new AppError("not_found");
          const { before, after } = changed;
          const about = { action: "update" as const, customerId: group.customerId, id, name: group.name };
          return {
            content: shownTo(viewer, after),
            records: [recordOf(about, changesBetween(auditFields(before), auditFields(after)))],
          };
        }),
      );
    },

    /**
     * Throws `in_use` with the people in it. A group that opens more than the actor may enter cannot be deleted by
     * them.
     */
    remove: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const group = await reachable(write.viewer, id);
      const about = { action: "delete" as const, customerId: group.customerId, id, name: group.name };
      if (group.predefined) throw new AppError("predefined");
      return withRefusalAudit(about, write, async () => {
        if (opensMoreSites(write.viewer, { allSites: false, siteIds: group.sites.map((site) => site.id) }))
          throw grantRefusal([{ path: "sites", what: "the group gives access to sites that you cannot access" }]);
        return write.commit(async (trx) => {
          await groups.remove(trx, id, (holders) => refuseHeld("Group", holders));
          return { content: { id }, records: [recordOf(about, changesBetween(auditFields(group), {}))] };
        });
      });
    },
  };
}

function shownTo(viewer: Viewer, { allSites: _all, ...group }: StoredGroup): Group {
  return { ...group, sites: group.sites.filter(({ id }) => mayEnterSite(viewer, id)) };
}

const inBody = ({ name, sites }: Group) => ({ name, siteIds: sites.map(({ id }) => id) });
const auditFields = ({ name, sites }: Group) => ({ name, sites: sites.map((site) => site.name) });
