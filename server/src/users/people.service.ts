import { AppError, errorMessage } from "@pulse/contract/errors";
import type { User, UserBody, UserChange } from "@pulse/contract/users";
import type { z } from "zod";
import { accessNotes } from "../access/accessNotes.ts";
import { notUnique, wrongValues } from "../access/refusals.ts";
import type { AuditLog } from "../audit/audit.service.ts";
import { changesBetween } from "../audit/changesBetween.ts";
import { refuseStale } from "../http/staleVersion.ts";
import type { Viewer } from "../http/viewer.ts";
import type { WriteRecord, Writing } from "../writes/record.ts";
import type { Write } from "../writes/write.ts";
import { type PeopleRepository, type Person, type PersonValues, sharedFields } from "./people.repository.ts";
import type { AccountWork, Strike } from "./accountWork.ts";
import type { PersonAccounts } from "./personAccounts.ts";
import type { PersonRights } from "./personRights.ts";

export type PeopleService = ReturnType<typeof peopleService>;

/** Somebody's own verified phone is changed only this soon after a sign-in, here as in the profile (ASVS 7.5.1). */
const recentMs = 15 * 60_000;

/** Where somebody new belongs. */
interface NewPlace {
  customerId: string;
  roleId: string;
  userGroupId: string;
}

/** Writes the row of somebody whose account is made, with what the log keeps of it. */
export type InsertPerson = (trx: Writing, place: NewPlace) => Promise<{ person: Person; record: WriteRecord }>;

/** The people of customers: invited, changed and deleted, each with an account in the user pool. */
export function peopleService(parts: {
  people: PeopleRepository;
  accounts: Pick<PersonAccounts, "invite" | "inviteAgain">;
  work: AccountWork;
  /** Ends a sign-up for an e-mail that nobody confirmed. */
  vacate(email: string): Promise<void>;
  rights: PersonRights;
  audit: Pick<AuditLog, "note">;
  now(): number;
}) {
  const { people, accounts, work, rights } = parts;
  const { recordOf, noteRefusal } = accessNotes(parts.audit, "user");

  /** Throws `not_found` for somebody of another customer, and for superadmins. */
  const reachable = async (viewer: Viewer, id: string): Promise<Person> => {
    const person = await people.find(id);
    if (person === null || !(viewer.isSuperadmin || viewer.customerId === person.customerId))
      throw new AppError("not_found");
    return person;
  };

  /** Makes and invites an account; `put` writes the row with it. Both, or in the end neither. */
  const inviting = async <T>(
    { email, password, givenName, familyName, phoneNumber = null, devToolEnabled = false }: Invited,
    put: (insert: InsertPerson) => Promise<T>,
  ): Promise<T> => {
    await parts.vacate(email);
    return work.making(email, emailTaken, async (strike) => {
      if (await people.emailTaken(email)) throw emailTaken();
      const account = await accounts.invite({ email, givenName, familyName, phoneNumber }, password ?? null);
      const values = { givenName, familyName, phoneNumber, phoneNumberVerified: false, mfaEnabled: false };
      return storing(() =>
        put(async (trx, place) => {
          const person = await people.insert(trx, { ...values, devToolEnabled, ...place, email, account });
          await strike(trx);
          const about = { action: "create" as const, customerId: place.customerId, id: person.id, name: email };
          return { person, record: recordOf(about, changesBetween({}, { email, ...inWords(person) })) };
        }),
      );
    });
  };

  return {
    reachable,
    search: people.search,
    inviting,

    /** Invites somebody: an account and a row, or neither. */
    create: async (write: Write<User>, customerId: string, body: z.output<typeof UserBody>): Promise<User> => {
      const about = { action: "create" as const, customerId, id: null, name: body.email };
      return noteRefusal(about, write, async () => {
        await rights.refuseGift(write.viewer, customerId, { ...body, devToolEnabledBefore: false });
        return inviting(body, (insert) =>
          write.commit(async (trx) => {
            const { person, record } = await insert(trx, { ...body, customerId });
            return { content: person, records: [record] };
          }),
        );
      });
    },

    /** What is left out keeps its value. The account follows first; where the row then cannot, the account goes back. */
    change: async (
      write: Write<User>,
      id: string,
      { version, ...sent }: z.output<typeof UserChange>,
    ): Promise<User> => {
      const { viewer } = write;
      const person = await reachable(viewer, id);
      const about = { action: "update" as const, customerId: person.customerId, id, name: person.email };
      refuseEmptied(person, sent);
      const decide = (stored: Person): PersonValues => {
        refuseStale(version, { ...stored }, sent);
        const values = valuesAfter(stored, sent);
        const ownPhone = stored.id === viewer.userId && values.phoneNumber !== stored.phoneNumber;
        if (ownPhone && stored.phoneNumberVerified && parts.now() - viewer.signedInMs > recentMs)
          throw new AppError("sign_in_again");
        return values;
      };
      await noteRefusal(about, write, async () => {
        await rights.refuseGift(viewer, person.customerId, {
          ...changedGifts(person, sent),
          devToolEnabledBefore: person.devToolEnabled,
        });
        await rights.refuseMore(viewer, person);
      });
      return work.inTurn(person.email, async () => {
        const stored = await reachable(viewer, id);
        const wanted = decide(stored);
        const put = (strike?: Strike): Promise<User> =>
          storing(() =>
            write.commit(async (trx) => {
              const changed = await people.change(trx, person, (now) => {
                const values = decide(now);
                // What the account has got by now was decided a moment ago, of what was stored then.
                if (sharedFields.some((field) => values[field] !== wanted[field])) throw new AppError("conflict");
                return values;
              });
              if (changed === null) throw new AppError("not_found");
              await strike?.(trx);
              const { before, after } = changed;
              return { content: after, records: [recordOf(about, changesBetween(inWords(before), inWords(after)))] };
            }),
          );
        const fields = sharedFields.filter((field) => stored[field] !== wanted[field]);
        if (fields.length === 0) return put();
        const { email, account } = person;
        return work.following({ email, account, facts: wanted, fields }, put);
      });
    },

    /** Out at once: nobody finds a row to the tokens any more. The account ends with its sessions, later if need be. */
    remove: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const person = await reachable(write.viewer, id);
      const about = { action: "delete" as const, customerId: person.customerId, id, name: person.email };
      await noteRefusal(about, write, () => rights.refuseMore(write.viewer, person));
      const content = await work.inTurn(person.email, () =>
        write.commit(async (trx) => {
          const gone = await people.remove(trx, person);
          if (gone === null) throw new AppError("not_found");
          await work.noting(trx, { ...gone, work: "end" });
          const changes = changesBetween({ email: person.email, ...inWords(person) }, {});
          return { content: { id }, records: [recordOf(about, changes)] };
        }),
      );
      await work.settle(person.email);
      return content;
    },

    /** Another temporary password by mail, while the first one has not been used. */
    inviteAgain: async (write: Write<User>, id: string): Promise<User> => {
      const person = await reachable(write.viewer, id);
      const about = { action: "update" as const, customerId: person.customerId, id, name: person.email };
      if (person.status !== "invited")
        throw wrongValues([{ path: "status", message: "has signed in already and needs no invitation" }]);
      await noteRefusal(about, write, async () => {
        await rights.refuseMore(write.viewer, person);
        await accounts.inviteAgain(person.account, person.email);
      });
      const changes = [{ field: "invitation", before: null, after: "sent again" }];
      return write.commit(async () => ({ content: person, records: [recordOf(about, changes)] }));
    },
  };
}

type Invited = Pick<
  z.output<typeof UserBody>,
  "email" | "password" | "givenName" | "familyName" | "phoneNumber" | "devToolEnabled"
>;
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
