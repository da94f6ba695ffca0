import { AppError } from "@pulse/contract/errors";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import { type Actor, offlineWrite } from "../../platform/writes/write.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { AccountMaintenance } from "../accounts/accountMaintenance.ts";
import type { Following } from "../identityLink/linkedAccounts.ts";
import type { UserRights } from "../users/userRights.ts";
import type { UsersService } from "../users/users.service.ts";
import { matchesFilter, requiredValue, type ScimFilter, type ScimObject } from "./scimFilter.ts";
import { invalidValue, notFound, ScimError } from "./scimError.ts";
import { patchedResource } from "./scimPatch.ts";
import { type ScimUserValues, scimUser, userValues } from "./scimResources.ts";
import type { ScimRepository, ScimUserChange, StoredScimUser } from "./scim.repository.ts";

export type ScimUsersService = ReturnType<typeof scimUsersService>;

/** People of the API key's customer, as the company's directory keeps them. Those of others do not exist. */
export function scimUsersService(parts: {
  stored: ScimRepository;
  users: Pick<UsersService, "inviting" | "remove">;
  rights: UserRights;
  accountMaintenance: Pick<AccountMaintenance, "linked" | "work" | "unconfirmed">;
  unit: UnitOfWork;
  root: string;
}) {
  const { stored, rights, unit, root } = parts;
  const { linked, work, unconfirmed } = parts.accountMaintenance;

  const findUser = async (customerId: string, id: string): Promise<StoredScimUser> => {
    const user = await stored.user(customerId, id);
    if (user === null) throw notFound();
    return user;
  };
  const read = async (customerId: string, id: string): Promise<ScimObject> =>
    scimUser(await findUser(customerId, id), root);

  /** The role that a directory's words stand for: by the customer's map, else by name; null: none of them is known. */
  const roleOf = (words: readonly string[] | null, { roleMap, roles }: Defaults): string | null => {
    if (words === null) return null;
    const mapped = roleMap.find(({ value }) => words.includes(value))?.roleId;
    return (
      mapped ?? roles.find(({ name }) => words.some((word) => word.toLowerCase() === name.toLowerCase()))?.id ?? null
    );
  };
  const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

  /**
   * Creates the account: without a mail for addresses of the company's own domains, whose people the company confirms;
   * others get an invitation, since nobody has proven that the address is theirs.
   */
  const createUser = async (
    actor: Actor,
    customerId: string,
    values: ScimUserValues,
    defaults: Defaults,
  ): Promise<string> => {
    const roleId = roleOf(values.roles, defaults) ?? defaults.roleId;
    const place = { customerId, roleId, groupId: defaults.groupId };
    const author = { person: actor.viewer, origin: actor.origin };
    if (!defaults.domains.has(domainOf(values.email))) {
      const invited = { ...values, phoneNumber: null, devToolEnabled: false };
      return parts.users.inviting(
        invited,
        { inviter: actor.viewer, customer: defaults.customerName },
        async (insert) => {
          const { content } = await unit.commit(author, async (trx) => {
            const { person, record } = await insert(trx, { customerId, roleId, userGroupId: defaults.groupId });
            await stored.changeUser(trx, customerId, person.id, { ...values, active: true, roleId });
            return { content: person.id, records: [record] };
          });
          return content;
        },
      );
    }
    await unconfirmed.releaseEmail(values.email);
    return work.createAccount(values.email, userTaken, async (deleteNote) => {
      const account = await linked.makeSilently(values);
      const { content } = await unit.commit(author, async (trx) => {
        const id = await stored.insertUser(trx, { ...values, ...place, locale: "en", account });
        await deleteNote(trx);
        const changes = changesBetween({}, auditFields({ ...values, roleId }));
        return { content: id, records: [recordOf("create", customerId, id, values.email, changes)] };
      });
      return content;
    });
  };

  const replace = async (actor: Actor, customerId: string, id: string, values: ScimUserValues): Promise<ScimObject> => {
    const user = await findUser(customerId, id);
    await rights.refuseMore(actor.viewer, { roleId: user.roleId, userGroupId: user.groupId });
    const defaults = await stored.defaults(customerId);
    const nextRoleId = roleOf(values.roles, defaults) ?? user.roleId;
    if (nextRoleId !== null && nextRoleId !== user.roleId)
      await rights.assertGrantable(actor.viewer, customerId, { roleId: nextRoleId, devToolEnabledBefore: false });
    const isOwnUserName = user.userName !== null || values.userName.toLowerCase() !== user.email;
    const after: ScimUserChange = {
      email: values.email,
      userName: isOwnUserName ? values.userName : null,
      externalId: values.externalId,
      givenName: values.givenName,
      familyName: values.familyName,
      active: values.active,
      roleId: nextRoleId,
    };
    const changes = changesBetween(auditFields(user), auditFields(after));
    if (changes.length === 0) return scimUser(user, root);
    if (await stored.isTaken(customerId, after.email, values.userName, id)) throw userTaken();
    const isRenamed = after.email !== user.email;
    if (isRenamed && !defaults.domains.has(domainOf(after.email)))
      throw invalidValue("emails: a new address must be of a domain of the company's sign-in");
    const fields: Following[] = [
      ...(after.givenName === user.givenName ? [] : ["givenName" as const]),
      ...(after.familyName === user.familyName ? [] : ["familyName" as const]),
      ...(after.active === user.active ? [] : ["enabled" as const]),
    ];
    const commit = () =>
      unit.commit({ person: actor.viewer, origin: actor.origin }, async (trx) => {
        await stored.changeUser(trx, customerId, id, after);
        if (fields.length > 0)
          await work.noteWork(trx, { email: after.email, work: "follow", account: user.account, fields });
        return { content: null, records: [recordOf("update", customerId, id, after.email, changes)] };
      });
    const commitRenamed = async (): Promise<void> => {
      await linked.setEmail(user.account, after.email);
      await commit().catch(async (error: unknown) => {
        await linked.setEmail(user.account, user.email);
        throw error;
      });
    };
    await work.serially(user.email, async () => {
      await work.finish(user.email);
      await (isRenamed ? commitRenamed() : commit());
    });
    await work.settle(after.email);
    return read(customerId, id);
  };

  return {
    get: read,

    /** All that meet a filter, oldest first. */
    list: async (customerId: string, filter: ScimFilter | null): Promise<ScimObject[]> => {
      const equalTo = (name: string): string | undefined => {
        const value = filter === null ? undefined : requiredValue(filter, name);
        return typeof value === "string" ? value.toLowerCase() : undefined;
      };
      const id = equalTo("id");
      if (id !== undefined && !isId(id)) return [];
      const rows = await stored.users(customerId, {
        id,
        userName: equalTo("userName"),
        externalId: equalTo("externalId"),
      });
      const all = rows.map((user) => scimUser(user, root));
      return filter === null ? all : all.filter((user) => matchesFilter(filter, user));
    },

    create: async (actor: Actor, customerId: string, body: ScimObject): Promise<ScimObject> => {
      const values = userValues(body);
      const defaults = await stored.defaults(customerId);
      const roleId = roleOf(values.roles, defaults);
      if (roleId !== null)
        await rights.assertGrantable(actor.viewer, customerId, { roleId, devToolEnabledBefore: false });
      if (await stored.isTaken(customerId, values.email, values.userName, null)) throw userTaken();
      const id = await createUser(actor, customerId, values, defaults);
      return values.active ? read(customerId, id) : replace(actor, customerId, id, values);
    },

    replace: async (actor: Actor, customerId: string, id: string, body: ScimObject): Promise<ScimObject> => {
      await findUser(customerId, id);
      return replace(actor, customerId, id, userValues(body));
    },

    patch: async (actor: Actor, customerId: string, id: string, body: unknown): Promise<ScimObject> => {
      const before = scimUser(await findUser(customerId, id), root);
      const patched = patchedResource(before, body);
      // What a patch leaves alone is not said anew: the role's own name would look like a word of the directory's.
      const values = userValues(patched);
      const isRoleKept = JSON.stringify(patched["roles"]) === JSON.stringify(before["roles"]);
      return replace(actor, customerId, id, isRoleKept ? { ...values, roles: null } : values);
    },

    remove: async (actor: Actor, customerId: string, id: string): Promise<void> => {
      await findUser(customerId, id);
      const author = { person: actor.viewer, origin: actor.origin };
      await parts.users.remove(offlineWrite(unit, actor.viewer, author), id).catch((error: unknown) => {
        throw error instanceof AppError && error.code === "not_found" ? notFound() : error;
      });
    },
  };
}

type Defaults = Awaited<ReturnType<ScimRepository["defaults"]>>;

export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const userTaken = (): ScimError =>
  new ScimError(409, "There is a user with this userName or email address already", "uniqueness");

const auditFields = (user: Partial<ScimUserChange>) => ({
  email: user.email,
  scimUserName: user.userName,
  externalId: user.externalId,
  givenName: user.givenName,
  familyName: user.familyName,
  active: user.active,
  roleId: user.roleId,
});

function recordOf(
  action: "create" | "update",
  customerId: string,
  id: string,
  name: string,
  changes: NonNullable<WriteRecord["changes"]>,
): WriteRecord {
  return { kind: "user", action, customerId, entity: { id, name }, changes };
}
