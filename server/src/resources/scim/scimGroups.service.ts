import { withConstraintRefusals } from "../../platform/access/refusals.ts";
import { holdersOf, refuseHeld } from "../../platform/access/holders.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { Actor } from "../../platform/writes/write.ts";
import type { UserRights } from "../users/userRights.ts";
import { invalidValue, notFound, ScimError } from "./scimError.ts";
import { matchesFilter, type ScimFilter, type ScimObject } from "./scimFilter.ts";
import { patchedResource } from "./scimPatch.ts";
import { groupValues, type ScimGroupValues, scimGroup } from "./scimResources.ts";
import type { ScimRepository, StoredScimGroup } from "./scim.repository.ts";

export type ScimGroupsService = ReturnType<typeof scimGroupsService>;

/**
 * Groups of the API key's customer, as the company's directory keeps them: who may enter which sites. A directory may put
 * somebody into several; the one that counts is the first (`settleGroup`). Which sites a group opens is set in Pulse.
 */
export function scimGroupsService(parts: {
  stored: ScimRepository;
  rights: UserRights;
  unit: UnitOfWork;
  root: string;
}) {
  const { stored, rights, unit, root } = parts;

  const findGroup = async (customerId: string, id: string): Promise<StoredScimGroup> => {
    const group = await stored.group(customerId, id);
    if (group === null) throw notFound();
    return group;
  };
  const read = async (customerId: string, id: string): Promise<ScimObject> =>
    scimGroup(await findGroup(customerId, id), root);

  /** Members that are no users of the customer do not exist. */
  const refuseUnknown = async (customerId: string, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    const userIds = new Set((await stored.users(customerId, {})).map(({ id }) => id));
    const unknown = ids.filter((id) => !userIds.has(id));
    if (unknown.length > 0) throw invalidValue(`members: ${unknown[0]} is not a user`);
  };

  const refuseMore = async (actor: Actor, customerId: string, groupId: string): Promise<void> =>
    rights.assertGrantable(actor.viewer, customerId, { userGroupId: groupId, devToolEnabledBefore: false });

  /** Puts people in and takes people out; returns the records of those whose group that counts has changed. */
  const moveMembers = async (
    trx: WriteTransaction,
    customerId: string,
    groupId: string,
    people: { added: readonly string[]; removed: readonly string[] },
    fallback: string | null,
  ): Promise<WriteRecord[]> => {
    await stored.addMembers(trx, groupId, people.added);
    await stored.removeMembers(trx, groupId, people.removed);
    const records: WriteRecord[] = [];
    for (const id of [...people.added, ...people.removed].toSorted()) {
      const changed = await stored.settleGroup(trx, id, people.removed.includes(id) ? groupId : null, fallback);
      if (changed === null) continue;
      const { email } = (await stored.user(customerId, id, trx))!;
      const changes = [{ field: "user_group_id", ...changed }];
      records.push({ kind: "user", action: "update", customerId, entity: { id, name: email }, changes });
    }
    return records;
  };

  const replace = async (
    actor: Actor,
    customerId: string,
    id: string,
    { displayName, externalId, members }: ScimGroupValues,
  ): Promise<ScimObject> => {
    const group = await findGroup(customerId, id);
    if (group.predefined && displayName !== group.name)
      throw new ScimError(400, "This group comes with Pulse and keeps its name", "mutability");
    const before = group.members.map((member) => member.id);
    const after = members ?? before;
    const added = after.filter((member) => !before.includes(member));
    const removed = before.filter((member) => !after.includes(member));
    await refuseUnknown(customerId, added);
    if (added.length > 0) await refuseMore(actor, customerId, id);
    const changes = changesBetween(
      { name: group.name, externalId: group.externalId },
      { name: displayName, externalId },
    );
    if (changes.length + added.length + removed.length === 0) return scimGroup(group, root);
    const { groupId: fallback } = await stored.defaults(customerId);
    await unique(() =>
      unit.commit({ person: actor.viewer, origin: actor.origin }, async (trx) => {
        await stored.changeGroup(trx, id, displayName, externalId);
        const records = await moveMembers(trx, customerId, id, { added, removed }, fallback);
        return { content: null, records: [recordOf("update", customerId, id, displayName, changes), ...records] };
      }),
    );
    return read(customerId, id);
  };

  return {
    get: read,

    list: async (customerId: string, filter: ScimFilter | null): Promise<ScimObject[]> => {
      const all = (await stored.groups(customerId)).map((group) => scimGroup(group, root));
      return filter === null ? all : all.filter((group) => matchesFilter(filter, group));
    },

    create: async (actor: Actor, customerId: string, body: ScimObject): Promise<ScimObject> => {
      const { displayName, externalId, members } = groupValues(body);
      await refuseUnknown(customerId, members ?? []);
      const { groupId: fallback } = await stored.defaults(customerId);
      const { content: id } = await unique(() =>
        unit.commit({ person: actor.viewer, origin: actor.origin }, async (trx) => {
          const groupId = await stored.insertGroup(trx, customerId, displayName, externalId);
          const records = await moveMembers(trx, customerId, groupId, { added: members ?? [], removed: [] }, fallback);
          const changes = changesBetween({}, { name: displayName, externalId });
          return {
            content: groupId,
            records: [recordOf("create", customerId, groupId, displayName, changes), ...records],
          };
        }),
      );
      return read(customerId, id);
    },

    replace: async (actor: Actor, customerId: string, id: string, body: ScimObject): Promise<ScimObject> => {
      await findGroup(customerId, id);
      const values = groupValues(body);
      return replace(actor, customerId, id, { ...values, members: values.members ?? [] });
    },

    patch: async (actor: Actor, customerId: string, id: string, body: unknown): Promise<ScimObject> => {
      const before = scimGroup(await findGroup(customerId, id), root);
      return replace(actor, customerId, id, groupValues(patchedResource(before, body)));
    },

    /** Its members go to their next group, or to the one of the sign-in settings. Throws `in_use` for other people in it. */
    remove: async (actor: Actor, customerId: string, id: string): Promise<void> => {
      const group = await findGroup(customerId, id);
      if (group.predefined) throw new ScimError(400, "This group comes with Pulse and stays", "mutability");
      const { groupId: fallback } = await stored.defaults(customerId);
      await unit.commit({ person: actor.viewer, origin: actor.origin }, async (trx) => {
        const removed = group.members.map((member) => member.id);
        const records = await moveMembers(trx, customerId, id, { added: [], removed }, fallback);
        refuseHeld("Group", await holdersOf(trx, "group", id));
        await stored.removeGroup(trx, id);
        return { content: null, records: [recordOf("delete", customerId, id, group.name, []), ...records] };
      });
    },
  };
}

const unique = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals(
    {
      user_groups_name_key: () => {
        throw new ScimError(409, "There is a group with this displayName already", "uniqueness");
      },
    },
    write,
  );

function recordOf(
  action: "create" | "update" | "delete",
  customerId: string,
  id: string,
  name: string,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  return { kind: "group", action, customerId, entity: { id, name }, changes };
}
