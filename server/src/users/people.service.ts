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
import type { AccountWork } from "./accountWork.ts";
import type { PersonAccounts } from "./personAccounts.ts";
import type { PersonRights } from "./personRights.ts";

export type PeopleService = ReturnType<typeof peopleService>;

/** Somebody's own verified phone is changed only this soon after a sign-in, here as in the profile (ASVS 7.5.1). */
const recentMs = 15 * 60_000;

/** The people of customers: invited, changed and deleted, each with an account in the user pool. */
export function peopleService(parts: {
  people: PeopleRepository;
  accounts: Pick<PersonAccounts, "invite" | "inviteAgain">;
  work: AccountWork;
  /** Ends a sign-up for an e-mail that nobody confirmed. */
  vacate(email: string): Promise<void>;
  rights: PersonRights;
  /** Whoever holds a copy of these rights is told. */
  rightsChanged(kind: "user", id: string): void;
  audit: AuditLog;
  now(): number;
}) {
  const { people, accounts, work, rights } = parts;
  const { note, noteRefusal } = accessNotes(parts.audit, "user");

  /** Throws `not_found` for somebody of another customer, and for superadmins. */
  const reachable = async (viewer: Viewer, id: string): Promise<Person> => {
    const person = await people.find(id);
    if (person === null || !(viewer.isSuperadmin || viewer.customerId === person.customerId))
      throw new AppError("not_found");
    return person;
  };

  /** Changes the row and the account with it; the row goes back when the account cannot follow, and the account then too. */
  const followed = async (person: Person, decide: (stored: Person) => PersonValues) => {
    const changed = await storing(() => people.change(person, decide));
    if (changed === null) throw new AppError("not_found");
    parts.rightsChanged("user", changed.after.id);
    try {
      if (changed.hasToFollow) await work.finish(person.email);
    } catch (error) {
      await people.putBack(changed.before, changed.after);
      parts.rightsChanged("user", changed.after.id);
      // Nobody knows how far the pool came: it follows the row back, later if it is away.
      await work.finish(person.email).catch(() => undefined);
      throw error;
    }
    return changed;
  };

  return {
    reachable,
    search: people.search,

    /** Invites somebody: an account and a row, or neither. */
    create: async (
      actor: Actor,
      customerId: string,
      { email, password, phoneNumber = null, ...body }: z.output<typeof UserBody>,
    ): Promise<Person> => {
      const about = { action: "create" as const, customerId, id: null, name: email };
      const person = await noteRefusal(about, actor, async () => {
        await rights.refuseGift(actor.viewer, customerId, { ...body, devToolEnabledBefore: false });
        await parts.vacate(email);
        return work.making(email, emailTaken, async () => {
          if (await people.emailTaken(email)) throw emailTaken();
          const { givenName, familyName } = body;
          const account = await accounts.invite({ email, givenName, familyName, phoneNumber }, password ?? null);
          const values = {
            ...body,
            phoneNumber,
            phoneNumberVerified: false,
            mfaEnabled: false,
            devToolEnabled: body.devToolEnabled ?? false,
          };
          return storing(() => people.insert({ ...values, customerId, email, account }));
        });
      });
      note({ ...about, id: person.id }, actor, changesBetween({}, { email, ...inWords(person) }));
      return person;
    },

    /** What is left out keeps its value. The pool follows; where it does not, the change is taken back. */
    change: async (actor: Actor, id: string, { version, ...sent }: z.output<typeof UserChange>): Promise<Person> => {
      const person = await reachable(actor.viewer, id);
      const about = { action: "update" as const, customerId: person.customerId, id, name: person.email };
      refuseEmptied(person, sent);
      const decide = (stored: Person): PersonValues => {
        refuseStale(version, { ...stored }, sent);
        const values = valuesAfter(stored, sent);
        const ownPhone = stored.id === actor.viewer.userId && values.phoneNumber !== stored.phoneNumber;
        if (ownPhone && stored.phoneNumberVerified && parts.now() - actor.viewer.signedInMs > recentMs)
          throw new AppError("sign_in_again");
        return values;
      };
      await noteRefusal(about, actor, async () => {
        await rights.refuseGift(actor.viewer, person.customerId, {
          ...changedGifts(person, sent),
          devToolEnabledBefore: person.devToolEnabled,
        });
        await rights.refuseMore(actor.viewer, person);
      });
      const { before, after } = await work.inTurn(person.email, () => followed(person, decide));
      note(about, actor, changesBetween(inWords(before), inWords(after)));
      return after;
    },

    /** Out at once: nobody finds a row to the tokens any more. The account ends with its sessions, later if need be. */
    remove: async (actor: Actor, id: string): Promise<void> => {
      const person = await reachable(actor.viewer, id);
      const about = { action: "delete" as const, customerId: person.customerId, id, name: person.email };
      await noteRefusal(about, actor, () => rights.refuseMore(actor.viewer, person));
      if (!(await work.inTurn(person.email, () => people.remove(person)))) throw new AppError("not_found");
      parts.rightsChanged("user", id);
      await work.settle(person.email);
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

const inWords = ({ givenName, familyName, phoneNumber, role, group, devToolEnabled }: Person) => ({
  givenName,
  familyName,
  phoneNumber,
  role: role?.name ?? null,
  group: group?.name ?? null,
  devToolEnabled,
});

const emailTaken = (): AppError => notUnique("email", "E-mail");

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
