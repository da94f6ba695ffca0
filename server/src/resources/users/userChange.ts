import { AppError, errorMessage } from "@pulse/contract/errors";
import type { UserChange } from "@pulse/contract/users";
import type { z } from "zod";
import type { Person, UserValues } from "./users.repository.ts";

type SentUser = Omit<z.output<typeof UserChange>, "version">;

/** Everybody has one role and one group (decisions C5); only a user who never had any may stay without. */
export function refuseEmptied(person: Person, sent: SentUser): void {
  const emptied = [
    ...(sent.roleId === null && person.roleId !== null ? ["role_id"] : []),
    ...(sent.userGroupId === null && person.userGroupId !== null ? ["user_group_id"] : []),
  ];
  if (emptied.length === 0) return;
  const message = errorMessage("field_required");
  throw new AppError("field_required", {
    details: emptied.map((path) => ({ path, code: "field_required", message })),
  });
}

/** Only differences count as given: a form that sends everything back gives nothing. */
export const changedGifts = (person: Person, { roleId, userGroupId, devToolEnabled }: SentUser) => ({
  roleId: roleId === null || roleId === person.roleId ? undefined : roleId,
  userGroupId: userGroupId === null || userGroupId === person.userGroupId ? undefined : userGroupId,
  devToolEnabled,
});

/** The values of a row after a change; what was left out stays. */
export function valuesAfter(stored: Person, sent: SentUser): UserValues {
  const phoneNumber = sent.phoneNumber === undefined ? stored.phoneNumber : sent.phoneNumber;
  return {
    givenName: sent.givenName ?? stored.givenName,
    familyName: sent.familyName ?? stored.familyName,
    phoneNumber,
    phoneNumberVerified: stored.phoneNumberVerified && phoneNumber === stored.phoneNumber,
    mfaEnabled: stored.mfaEnabled && phoneNumber !== null,
    roleId: sent.roleId ?? stored.roleId,
    userGroupId: sent.userGroupId ?? stored.userGroupId,
    devToolEnabled: sent.devToolEnabled ?? stored.devToolEnabled,
  };
}

/** A user's fields as the audit log keeps them. */
export const auditFields = ({ givenName, familyName, phoneNumber, role, group, devToolEnabled }: Person) => ({
  givenName,
  familyName,
  phoneNumber,
  role: role?.name ?? null,
  group: group?.name ?? null,
  devToolEnabled,
});
