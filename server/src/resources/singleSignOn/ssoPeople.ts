import { AppError } from "@pulse/contract/errors";
import type { AuditChange } from "../../platform/audit/audit.service.ts";
import type { Origin } from "../../platform/http/origin.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { AccountMaintenance } from "../accounts/accountMaintenance.ts";
import type { StoredSso } from "./sso.repository.ts";
import { type Claims, type ConfirmedPerson, firstMapped } from "./ssoClaims.ts";
import type { SsoPeopleRepository, SsoUser } from "./ssoPeople.repository.ts";
import { SsoRefusal } from "./ssoRefusal.ts";

export type SsoPeople = ReturnType<typeof ssoPeople>;

/** What a sign-in with these claims leads to. */
export interface SsoPlace {
  roleId: string | null;
  groupId: string | null;
}

/**
 * Finds, links or makes the user behind a confirmed person: by the stored subject first, then by the verified address,
 * within the customer alone. A superadmin never comes in this way: their rights reach beyond the customer whose provider
 * speaks here.
 */
export function ssoPeople(parts: {
  people: SsoPeopleRepository;
  accountMaintenance: Pick<AccountMaintenance, "linked" | "work" | "unconfirmed">;
  poolId: string;
  unit: UnitOfWork;
}) {
  const { people, accountMaintenance: maintenance, poolId, unit } = parts;

  /** The user, or null for somebody new. Throws an SsoRefusal. */
  const find = async (customerId: string, person: ConfirmedPerson): Promise<SsoUser | null> => {
    const user =
      (await people.bySubject(customerId, person.issuer, person.subject)) ?? (await people.byEmail(person.email));
    if (user === null) return null;
    // Anybody can have made such an account for the address, with a password that they know.
    if (user.status === "unconfirmed" && !user.isSuperadmin) return null;
    if (user.customerId !== customerId || user.isSuperadmin || user.pool !== poolId || user.sub === null)
      throw new SsoRefusal("account_elsewhere", person.email);
    if (!user.active) throw new SsoRefusal("account_disabled", person.email);
    // Companies give addresses of people who left to others. Who gets the account is an administrator's decision.
    if (user.subject !== null && (user.subject !== person.subject || user.issuer !== person.issuer))
      throw new SsoRefusal("subject_changed", `${person.email} is linked with another subject`);
    return user;
  };

  /**
   * The role and group that claims give; what is not mapped keeps what is there, or for new people the default. Throws an
   * SsoRefusal where the mapped one was deleted: the default may have more.
   */
  const placeOf = async (settings: StoredSso, claims: Claims, user: SsoUser | null): Promise<SsoPlace> => {
    const role = firstMapped(claims, settings.role_claim, settings.role_map);
    const group = firstMapped(claims, settings.group_claim, settings.group_map);
    const names = await people.names(settings.customer_id, role?.roleId ?? null, group?.groupId ?? null);
    if (role !== null && names.role === null)
      throw new SsoRefusal("role_removed", `the role for ${role.value} was deleted`);
    if (group !== null && names.group === null)
      throw new SsoRefusal("role_removed", `the group for ${group.value} was deleted`);
    const keepsRole = settings.role_claim === null && user !== null;
    const keepsGroup = settings.group_claim === null && user !== null;
    return {
      roleId: role?.roleId ?? (keepsRole ? user.roleId : settings.default_role_id),
      groupId: group?.groupId ?? (keepsGroup ? user.groupId : settings.default_group_id),
    };
  };

  const create = async (settings: StoredSso, person: ConfirmedPerson, place: SsoPlace, origin: Origin) => {
    const { customer_id: customerId } = settings;
    const emailTaken = (): Error => new SsoRefusal("account_elsewhere", person.email);
    await maintenance.unconfirmed.releaseEmail(person.email);
    return maintenance.work.createAccount(person.email, emailTaken, async (deleteNote) => {
      const { email, givenName, familyName, locale, issuer, subject } = person;
      const account = await maintenance.linked
        .makeSilently({ email, givenName, familyName })
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === "username_already_exists" ? emailTaken() : error;
        });
      const placeChange = await placeChanges(customerId, null, place);
      const changes = [{ field: "email", before: null, after: email }, ...placeChange];
      const { content } = await unit.commit({ person: { email, customerId }, origin }, async (trx) => {
        const names = { email, givenName, familyName, locale };
        const id = await people.insert(trx, {
          customerId,
          account: { pool: poolId, sub: account.sub! },
          ...names,
          ...place,
          issuer,
          subject,
        });
        await deleteNote(trx);
        return { content: { sub: account.sub! }, records: [recordOf("create", customerId, id, email, changes)] };
      });
      return content;
    });
  };

  const placeChanges = async (customerId: string, before: SsoPlace | null, after: SsoPlace): Promise<AuditChange[]> => {
    const was = await people.names(customerId, before?.roleId ?? null, before?.groupId ?? null);
    const is = await people.names(customerId, after.roleId, after.groupId);
    return [
      ...(was.role === is.role ? [] : [{ field: "role", before: was.role, after: is.role }]),
      ...(was.group === is.group ? [] : [{ field: "group", before: was.group, after: is.group }]),
    ];
  };

  const update = async (
    settings: StoredSso,
    user: SsoUser,
    person: ConfirmedPerson,
    place: SsoPlace,
    origin: Origin,
  ) => {
    const { customer_id: customerId } = settings;
    const { issuer, subject } = person;
    const isLinked = user.subject === subject && user.issuer === issuer;
    const isSamePlace = user.roleId === place.roleId && user.groupId === place.groupId;
    if (isLinked && isSamePlace) return;
    const placeChange = await placeChanges(customerId, user, place);
    const changes = [
      ...(isLinked ? [] : [{ field: "sso_subject", before: user.subject, after: subject }]),
      ...placeChange,
    ];
    await unit.commit({ person: { userId: user.id, email: user.email, customerId }, origin }, async (trx) => {
      await people.change(trx, customerId, user.id, { issuer, subject, ...place });
      return { content: null, records: [recordOf("update", customerId, user.id, user.email, changes)] };
    });
  };

  return {
    find,
    placeOf,
    /** The names of a place, as somebody who tries the settings out reads them. */
    names: (customerId: string, { roleId, groupId }: SsoPlace) => people.names(customerId, roleId, groupId),

    /** Makes or updates the user and returns their account's sub. Throws an SsoRefusal. */
    enter: async (settings: StoredSso, person: ConfirmedPerson, claims: Claims, origin: Origin): Promise<string> => {
      const user = await find(settings.customer_id, person);
      const place = await placeOf(settings, claims, user);
      if (user === null) return (await create(settings, person, place, origin)).sub;
      await update(settings, user, person, place, origin).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== "last_administrator") throw error;
        // The claims would leave the customer without anybody who may mend them: they keep what they have.
        await update(settings, user, person, user, origin);
      });
      return user.sub!;
    },
  };
}

function recordOf(
  action: "create" | "update",
  customerId: string,
  id: string,
  email: string,
  changes: AuditChange[],
): WriteRecord {
  const person = { userId: id, email, customerId };
  return { kind: "user", action, customerId, entity: { id, name: email }, changes, person };
}
