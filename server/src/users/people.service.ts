import { AppError, errorMessage } from "@pulse/contract/errors";
import type { UserBody, UserChange } from "@pulse/contract/users";
import type { z } from "zod";
import { type Actor, accessNotes } from "../access/accessNotes.ts";
import { notUnique, wrongValues } from "../access/refusals.ts";
import type { AuditLog } from "../audit/audit.service.ts";
import { changesBetween } from "../audit/changesBetween.ts";
import { refuseStale } from "../http/staleVersion.ts";
import type { Viewer } from "../http/viewer.ts";
import type { PeopleRepository, Person, PersonValues } from "./people.repository.ts";
import type { AccountFacts, PersonAccounts } from "./personAccounts.ts";
import type { PersonRights } from "./personRights.ts";

export type PeopleService = ReturnType<typeof peopleService>;

/** Somebody's own verified phone is changed only this soon after a sign-in, here as in the profile (ASVS 7.5.1). */
const recentMs = 15 * 60_000;

/** The people of customers: invited, changed and deleted, each with an account in the user pool. */
export function peopleService(parts: {
  people: PeopleRepository;
  accounts: PersonAccounts;
  rights: PersonRights;
  /** Rights have changed. */
  forgetViewers(): void;
  audit: AuditLog;
  now(): number;
}) {
  const { people, accounts, rights } = parts;
  const { note, noteRefusal } = accessNotes(parts.audit, "user");

  /** Throws `not_found` for somebody of another customer, and for superadmins. */
  const reachable = async (viewer: Viewer, id: string): Promise<Person> => {
    const person = await people.find(id);
    if (person === null || !(viewer.isSuperadmin || viewer.customerId === person.customerId))
      throw new AppError("not_found");
    return person;
  };

  return {
    reachable,
    search: people.search,

    /** Invites somebody. Where the row cannot be written the account goes again. */
    create: async (
      actor: Actor,
      customerId: string,
      { email, password, phoneNumber = null, ...body }: z.output<typeof UserBody>,
    ): Promise<Person> => {
      const about = { action: "create" as const, customerId, id: null, name: email };
      const person = await noteRefusal(about, actor, async () => {
        await rights.refuseGift(actor.viewer, customerId, { ...body, devToolEnabledBefore: false });
        if (await people.emailTaken(email)) throw emailTaken();
        const { givenName, familyName } = body;
        const account = await accounts
          .invite({ email, givenName, familyName, phoneNumber }, password ?? null)
          .catch((error: unknown) => {
            throw isTaken(error) ? emailTaken() : error;
          });
        const values = {
          ...body,
          phoneNumber,
          phoneNumberVerified: false,
          mfaEnabled: false,
          devToolEnabled: body.devToolEnabled ?? false,
        };
        try {
          return await storing(() => people.insert({ ...values, customerId, email, account }));
        } catch (error) {
          await accounts.remove(account);
          throw error;
        }
      });
      note({ ...about, id: person.id }, actor, changesBetween({}, { email, ...inWords(person) }));
      return person;
    },

    /** What is left out keeps its value. The pool follows; where it does not, the change is taken back. */
    change: async (actor: Actor, id: string, { version, ...sent }: z.output<typeof UserChange>): Promise<Person> => {
      const person = await reachable(actor.viewer, id);
      const about = { action: "update" as const, customerId: person.customerId, id, name: person.email };
      refuseEmptied(person, sent);
      const changed = await noteRefusal(about, actor, async () => {
        await rights.refuseGift(actor.viewer, person.customerId, {
          ...changedGifts(person, sent),
          devToolEnabledBefore: person.devToolEnabled,
        });
        await rights.refuseMore(actor.viewer, person);
        return storing(() =>
          people.change(person, (stored) => {
            refuseStale(version, { ...stored }, sent);
            const values = valuesAfter(stored, sent);
            const ownPhone = stored.id === actor.viewer.userId && values.phoneNumber !== stored.phoneNumber;
            if (ownPhone && stored.phoneNumberVerified && parts.now() - actor.viewer.signedInMs > recentMs)
              throw new AppError("sign_in_again");
            return values;
          }),
        );
      });
      if (changed === null) throw new AppError("not_found");
      const { before, after } = changed;
      parts.forgetViewers();
      const facts = changedFacts(before, after);
      try {
        if (Object.keys(facts).length > 0) await accounts.change(after.account, facts);
      } catch (error) {
        await people.putBack(before, after);
        parts.forgetViewers();
        throw error;
      }
      note(about, actor, changesBetween(inWords(before), inWords(after)));
      return after;
    },

    /** Out at once: nobody finds a row to the tokens any more, and the account ends with its sessions. */
    remove: async (actor: Actor, id: string): Promise<void> => {
      const person = await reachable(actor.viewer, id);
      const about = { action: "delete" as const, customerId: person.customerId, id, name: person.email };
      const row = await noteRefusal(about, actor, async () => {
        await rights.refuseMore(actor.viewer, person);
        return people.remove(person);
      });
      if (row === null) throw new AppError("not_found");
      parts.forgetViewers();
      try {
        await accounts.remove(person.account);
      } catch (error) {
        await people.restore(row);
        parts.forgetViewers();
        throw error;
      }
      note(about, actor, changesBetween({ email: person.email, ...inWords(person) }, {}));
    },

    /** Another temporary password by mail, while the first one has not been used. */
    inviteAgain: async (actor: Actor, id: string): Promise<Person> => {
      const person = await reachable(actor.viewer, id);
      const about = { action: "update" as const, customerId: person.customerId, id, name: person.email };
      if (person.status !== "invited")
        throw wrongValues([{ path: "status", message: "has signed in already and needs no invitation" }]);
      await noteRefusal(about, actor, async () => {
        await rights.refuseMore(actor.viewer, person);
        await accounts.inviteAgain(person.account, person.email);
      });
      note(about, actor, [{ field: "invitation", before: null, after: "sent again" }]);
      return person;
    },
  };
}

type Sent = Omit<z.output<typeof UserChange>, "version">;

/** Everybody has one role and one group (decisions C5); only who never had any may stay without for now. */
function refuseEmptied(person: Person, sent: Sent): void {
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

/** Only what differs is a gift: a form that sends everything back gives nothing. */
const changedGifts = (person: Person, { roleId, userGroupId, devToolEnabled }: Sent) => ({
  roleId: roleId === null || roleId === person.roleId ? undefined : roleId,
  userGroupId: userGroupId === null || userGroupId === person.userGroupId ? undefined : userGroupId,
  devToolEnabled,
});

function valuesAfter(stored: Person, sent: Sent): PersonValues {
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

function changedFacts(before: Person, after: Person): Partial<AccountFacts> {
  return {
    ...(before.givenName === after.givenName ? {} : { givenName: after.givenName }),
    ...(before.familyName === after.familyName ? {} : { familyName: after.familyName }),
    ...(before.phoneNumber === after.phoneNumber ? {} : { phoneNumber: after.phoneNumber }),
  };
}

const inWords = ({ givenName, familyName, phoneNumber, role, group, devToolEnabled }: Person) => ({
  givenName,
  familyName,
  phoneNumber,
  role: role?.name ?? null,
  group: group?.name ?? null,
  devToolEnabled,
});

const emailTaken = (): AppError => notUnique("email", "E-mail");
const isTaken = (error: unknown): boolean => error instanceof AppError && error.code === "username_already_exists";

/** Runs a write; a role or a group that was deleted a moment ago is none any more. */
async function storing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && constraint === "users_email_key") throw emailTaken();
    if (code !== "23503") throw error;
    const path = constraint?.includes("role") ? "role_id" : "user_group_id";
    throw wrongValues([{ path, code: "not_found", message: "names nothing of this customer" }]);
  }
}
