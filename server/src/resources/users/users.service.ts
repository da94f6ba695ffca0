import { AppError } from "@pulse/contract/errors";
import type { User, UserBody, UserChange, UserInfo } from "@pulse/contract/users";
import type { SecondFactor } from "@pulse/contract/secondFactors";
import type { z } from "zod";
import { accessRecords } from "../../platform/access/accessRecords.ts";
import { withConstraintRefusals, notUnique, invalidValues } from "../../platform/access/refusals.ts";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import { changesBetween } from "../../platform/audit/changesBetween.ts";
import { refuseStale } from "../../platform/http/staleVersion.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { Invitation } from "../../platform/userPool/userPool.ts";
import type { LinkedAccounts } from "../identityLink/linkedAccounts.ts";
import type { LinkWork, DeleteNote } from "../identityLink/linkWork.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import { changedGifts, auditFields, refuseEmptied, valuesAfter } from "./userChange.ts";
import { personFactors } from "./personFactors.ts";
import type { UserRights } from "./userRights.ts";
import { type Person, sharedFields, type UsersRepository, type UserValues } from "./users.repository.ts";

export type UsersService = ReturnType<typeof usersService>;

/** People may change their own verified phone only this soon after a sign-in, here as in the profile (ASVS 7.5.1). */
const recentMs = 15 * 60_000;

/** The customer, role and group of a new user. */
interface NewPlace {
  customerId: string;
  /** Null: none until somebody gives them one. */
  roleId: string | null;
  userGroupId: string | null;
}

/** Writes the row for an account that was made, and returns the record for the log. */
export type InsertUser = (trx: WriteTransaction, place: NewPlace) => Promise<{ person: Person; record: WriteRecord }>;

/** The users of customers: invited, changed and deleted, each with an account in the user pool. */
export function usersService(parts: {
  users: UsersRepository;
  accounts: Pick<LinkedAccounts, "invite" | "resendInvitation">;
  work: LinkWork;
  /** Ends a sign-up for an e-mail that was never confirmed. */
  releaseEmail(email: string): Promise<void>;
  rights: UserRights;
  audit: Pick<AuditLog, "record">;
  /** What this installation can deliver. */
  secondFactors(): Promise<SecondFactor[]>;
  /** Where invited people sign in. */
  signInUrl: string;
  now(): number;
}) {
  const { users, accounts, work, rights } = parts;
  const { recordOf, withRefusalAudit } = accessRecords(parts.audit, "user");

  /** Throws `not_found` for users of another customer, and for superadmins. */
  const reachable = async (viewer: Viewer, id: string): Promise<Person> => {
    const person = await users.find(id);
    if (person === null || !(viewer.isSuperadmin || viewer.customerId === person.customerId))
      throw new AppError("not_found");
    return person;
  };

  const customerName = async (id: string): Promise<string> => {
    const name = await users.customerName(id);
    if (name === null) throw new AppError("not_found");
    return name;
  };
  const invitationFrom = async (inviter: Viewer, customer: string, locale: string): Promise<Invitation> => ({
    inviter: (await users.nameOf(inviter.userId)) ?? inviter.email,
    customer,
    // Their browser does not know their language yet.
    link: `${parts.signInUrl}?language=${locale}`,
  });

  /**
   * Makes an account and mails an invitation to `customer`; `put` writes the row with it. In the end there are both, or
   * neither.
   */
  const inviting = async <T>(
    { email, password, givenName, familyName, phoneNumber = null, devToolEnabled = false, ...chosen }: Invited,
    from: { inviter: Viewer; customer: string },
    insertWith: (insert: InsertUser) => Promise<T>,
  ): Promise<T> => {
    await parts.releaseEmail(email);
    return work.createAccount(email, emailTaken, async (deleteNote) => {
      if (await users.isEmailTaken(email)) throw emailTaken();
      const locale = chosen.locale ?? (await users.localeOf(from.inviter.userId)) ?? "en";
      const invitation = await invitationFrom(from.inviter, from.customer, locale);
      const invited = { email, givenName, familyName, phoneNumber, locale };
      const account = await accounts.invite(invited, password ?? null, invitation);
      const values = { givenName, familyName, phoneNumber, phoneNumberVerified: false, mfaEnabled: false };
      return storing(() =>
        insertWith(async (trx, place) => {
          const person = await users.insert(trx, { ...values, devToolEnabled, ...place, email, locale, account });
          await deleteNote(trx);
          const about = { action: "create" as const, customerId: place.customerId, id: person.id, name: email };
          return { person, record: recordOf(about, changesBetween({}, { email, ...auditFields(person) })) };
        }),
      );
    });
  };

  return {
    reachable,
    search: users.search,
    inviting,
    operations: users.operations,

    /** The signed-in person. Throws `unauthorized` if they were deleted a moment ago. */
    me: async (viewer: Viewer, trx?: WriteTransaction): Promise<UserInfo> => {
      const stored = await users.info(viewer.userId, trx);
      if (stored === null) throw new AppError("unauthorized");
      const { customerConfig, ...info } = stored;
      const signedInWithSso = viewer.isSso === true;
      // The company asks for second factors itself.
      const deliverable = signedInWithSso ? [] : await parts.secondFactors();
      return { ...info, signedInWithSso, ...personFactors(deliverable, customerConfig) };
    },

    /** Invites somebody: in the end there are an account and a row, or neither. */
    create: async (write: Write<User>, customerId: string, body: z.output<typeof UserBody>): Promise<User> => {
      const about = { action: "create" as const, customerId, id: null, name: body.email };
      return withRefusalAudit(about, write, async () => {
        await rights.assertGrantable(write.viewer, customerId, { ...body, devToolEnabledBefore: false });
        const from = { inviter: write.viewer, customer: await customerName(customerId) };
        return inviting(body, from, (insert) =>
          write.commit(async (trx) => {
            const { person, record } = await insert(trx, { ...body, customerId });
            return { content: person, records: [record] };
          }),
        );
      });
    },

    /**
     * What is left out stays. The account changes first; if the row then cannot be changed, the account is changed
     * back.
     */
    change: async (
      write: Write<User>,
      id: string,
      { version, ...sent }: z.output<typeof UserChange>,
    ): Promise<User> => {
      const { viewer } = write;
      const person = await reachable(viewer, id);
      const about = { action: "update" as const, customerId: person.customerId, id, name: person.email };
      refuseEmptied(person, sent);
      const decide = (stored: Person): UserValues => {
        refuseStale(version, { ...stored }, sent);
        const values = valuesAfter(stored, sent);
        const ownPhone = stored.id === viewer.userId && values.phoneNumber !== stored.phoneNumber;
        if (ownPhone && stored.phoneNumberVerified && parts.now() - viewer.signedInMs > recentMs)
          throw new AppError("sign_in_again");
        return values;
      };
      await withRefusalAudit(about, write, async () => {
        await rights.assertGrantable(viewer, person.customerId, {
          ...changedGifts(person, sent),
          devToolEnabledBefore: person.devToolEnabled,
        });
        await rights.refuseMore(viewer, person);
      });
      return work.serially(person.email, async () => {
        const stored = await reachable(viewer, id);
        const wanted = decide(stored);
        const put = (deleteNote?: DeleteNote): Promise<User> =>
          storing(() =>
            write.commit(async (trx) => {
              const changed = await users.change(trx, person, (now) => {
                const values = decide(now);
                // The account was changed a moment ago, based on what was stored then.
                if (sharedFields.some((field) => values[field] !== wanted[field])) throw new AppError("conflict");
                return values;
              });
              if (changed === null) throw new AppError("not_found");
              await deleteNote?.(trx);
              const { before, after } = changed;
              return {
                content: after,
                records: [recordOf(about, changesBetween(auditFields(before), auditFields(after)))],
              };
            }),
          );
        const fields = sharedFields.filter((field) => stored[field] !== wanted[field]);
        if (fields.length === 0) return put();
        const { email, account } = person;
        return work.following({ email, account, facts: wanted, fields }, put);
      });
    },

    /** Deletes a user. They are out at once, since tokens need a row; the account and its sessions may end later. */
    remove: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const person = await reachable(write.viewer, id);
      const about = { action: "delete" as const, customerId: person.customerId, id, name: person.email };
      await withRefusalAudit(about, write, () => rights.refuseMore(write.viewer, person));
      const content = await work.serially(person.email, () =>
        write.commit(async (trx) => {
          const removed = await users.remove(trx, person);
          if (removed === null) throw new AppError("not_found");
          await work.noteWork(trx, { ...removed, work: "end" });
          const changes = changesBetween({ email: person.email, ...auditFields(person) }, {});
          return { content: { id }, records: [recordOf(about, changes)] };
        }),
      );
      await work.settle(person.email);
      return content;
    },

    /** Mails another temporary password, as long as the first one has not been used. */
    inviteAgain: async (write: Write<User>, id: string): Promise<User> => {
      const person = await reachable(write.viewer, id);
      const about = { action: "update" as const, customerId: person.customerId, id, name: person.email };
      if (person.status !== "invited")
        throw invalidValues([{ path: "status", message: "has already signed in and needs no invitation" }]);
      await withRefusalAudit(about, write, async () => {
        await rights.refuseMore(write.viewer, person);
        const customer = await customerName(person.customerId);
        const locale = (await users.localeOf(id)) ?? "en";
        await accounts.resendInvitation(
          person.account,
          person.email,
          await invitationFrom(write.viewer, customer, locale),
        );
      });
      const changes = [{ field: "invitation", before: null, after: "sent again" }];
      return write.commit(async () => ({ content: person, records: [recordOf(about, changes)] }));
    },
  };
}

type Invited = Pick<
  z.output<typeof UserBody>,
  "email" | "password" | "givenName" | "familyName" | "phoneNumber" | "devToolEnabled" | "locale"
>;
const emailTaken = (): AppError => notUnique("email", "E-mail");

const removedRefusal = (path: string) => (): AppError =>
  invalidValues([{ path, code: "not_found", message: "does not belong to this customer" }]);

/** Runs a write. A role or group that was deleted a moment ago is refused as unknown. */
const storing = <T>(write: () => Promise<T>): Promise<T> =>
  withConstraintRefusals(
    {
      users_email_key: emailTaken,
      users_role_id_fkey: removedRefusal("role_id"),
      users_user_group_id_fkey: removedRefusal("user_group_id"),
    },
    write,
  );
