import type { CodeDelivery, signUp } from "@pulse/contract/accounts";
import { AppError, type ErrorDetail } from "@pulse/contract/errors";
import { Locale } from "@pulse/contract/fields";
import { Name, Phone } from "@pulse/contract/names";
import type { UserInfo } from "@pulse/contract/users";
import { z } from "zod";
import type { PoolUser, UserPool } from "../../platform/userPool/userPool.ts";
import type { AuditChange, AuditLog, AuditNote } from "../../platform/audit/audit.service.ts";
import { invalid } from "../../platform/http/errors.ts";
import type { Origin } from "../../platform/http/origin.ts";
import type { TokenVerdict } from "../../platform/http/tokens.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import type { LinkWork } from "../identityLink/linkWork.ts";
import type { UsersService } from "../users/users.service.ts";
import type { WriteRecord, WriteTransaction } from "../../platform/writes/record.ts";
import type { Actor, Write } from "../../platform/writes/write.ts";
import type { AccountsRepository } from "./accounts.repository.ts";
import { adopted, signedUp } from "./newAccounts.ts";
import type { UnconfirmedAccounts } from "./unconfirmedAccounts.ts";

export type AccountsService = ReturnType<typeof accountsService>;

/** A verified phone is changed only this soon after a sign-in: a token found in a browser is not enough (ASVS 7.5.1). */
const recentMs = 15 * 60_000;

/** Accounts of people: made with a customer's code, confirmed, reset, brought over from the legacy pool, changed. */
export function accountsService(parts: {
  accounts: AccountsRepository;
  current: UserPool;
  currentPoolId: string;
  /** Null: there is no legacy pool. */
  legacy: { userPoolId: string; pool: UserPool; verify(token: string): Promise<TokenVerdict> } | null;
  work: Pick<LinkWork, "createAccount" | "withoutSecondFactor">;
  unconfirmed: Pick<UnconfirmedAccounts, "releaseEmail">;
  users: Pick<UsersService, "me">;
  audit: Pick<AuditLog, "record">;
  now(): number;
}) {
  const { accounts, current, currentPoolId, legacy, audit, now } = parts;

  const subOf = async (viewer: Viewer): Promise<string> => {
    const sub = await accounts.subOf(viewer.userId);
    if (sub === null) throw new AppError("unauthorized");
    return sub;
  };

  /** The record of something that a person did to their own account without being signed in. */
  const recordOf = async (
    trx: WriteTransaction,
    action: WriteRecord["action"],
    email: string,
    changes: AuditChange[] = [],
  ): Promise<WriteRecord> => {
    const found = await accounts.person(trx, email);
    const person = found ? { userId: found.id, email, customerId: found.customerId } : { email };
    const entity = { id: found?.id ?? null, name: email };
    return { kind: "user", action, customerId: found?.customerId ?? null, entity, changes, person };
  };

  /** Updates our copy of a signed-in person's facts after the pool has changed them. */
  const mirrored = (
    write: Write<UserInfo>,
    facts: Parameters<AccountsRepository["mirror"]>[2],
    changes: AuditChange[],
  ): Promise<UserInfo> =>
    write.commit(async (trx) => {
      await accounts.mirror(trx, write.viewer.userId, facts);
      return { content: await parts.users.me(write.viewer, trx), records: [ownRecord(write.viewer, changes)] };
    });

  /** Runs a call that the pool may refuse, and notes the refusal. */
  const withRefusalAudit = async <T>(
    entry: Omit<AuditNote, "outcome" | "entity">,
    act: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError) audit.record({ ...entry, entity: "person", outcome: "refused" });
      throw error;
    }
  };

  /** Whether somebody has an account here. A sign-up that was never confirmed does not count. */
  const isThere = async (email: string): Promise<boolean> => {
    const account = await current.find(email);
    return account !== null && account.status !== "UNCONFIRMED";
  };

  /**
   * Whether this is somebody's password in the legacy pool. The second factor is switched off for the check, since the
   * pool would otherwise send a code that nobody expects. The gap is no risk: using it takes the password, and the
   * password is all that this answer confirms.
   */
  const passwordIsRight = (person: PoolUser, password: string): Promise<boolean> => {
    const judge = (): Promise<boolean> => legacy!.pool.passwordIsRight(person, password);
    if (!person.mfaEnabled || !person.phoneNumberVerified) return judge();
    return parts.work.withoutSecondFactor(person.email, { pool: legacy!.userPoolId, sub: person.sub }, judge);
  };

  const legacyPersonOf = async (token: string | null, password: string, origin: Origin): Promise<PoolUser> => {
    if (legacy === null) throw new AppError("not_found");
    const verdict = token === null ? { refused: "unauthorized" as const } : await legacy.verify(token);
    if ("refused" in verdict) throw new AppError(verdict.refused);
    const { sub, email } = verdict.claims;
    const person = await legacy.pool.find(sub);
    if (person !== null && (await passwordIsRight(person, password))) return person;
    audit.record({ action: "sign_in_failed", origin, person: { sub, email }, outcome: "refused" });
    throw new AppError("unauthorized");
  };

  return {
    signUp: async (write: Write<SignedUp>, person: z.output<typeof signUp.body & {}>): Promise<SignedUp> => {
      const customer = await accounts.customerByCode(person.customerCode);
      if (customer === null) throw refusal("customer_code", "customer_code_invalid");
      const emailTaken = (): AppError => refusal("email", "username_already_exists");
      return parts.work.createAccount(person.email, emailTaken, async (deleteNote) => {
        if (await accounts.isEmailTaken(person.email)) throw emailTaken();
        const { created, undelivered } = await signedUp(current, person);
        return write.commit(async (trx) => {
          await accounts.insert(trx, {
            customerId: customer.id,
            pool: currentPoolId,
            sub: created.sub,
            email: person.email,
            givenName: person.givenName,
            familyName: person.familyName,
            // Guessing a customer code must not give access: there is none unless the customer names a role and a group
            // (decisions C4).
            roleId: customer.config.signupRoleId ?? null,
            groupId: customer.config.signupGroupId ?? null,
          });
          await deleteNote(trx);
          return {
            content: { userSub: created.sub, userConfirmed: created.confirmed, delivery: created.delivery },
            records: [await recordOf(trx, "create", person.email)],
            ...(undelivered ? { failure: undelivered } : {}),
          };
        });
      });
    },

    verifyEmail: async (write: Write<{ verified: true }>, email: string, code: string): Promise<{ verified: true }> => {
      await current.confirmSignUp(email, code);
      const changes = [{ field: "status", before: "unconfirmed", after: "active" }];
      return write.commit(async (trx) => {
        await accounts.confirm(trx, email);
        return { content: { verified: true }, records: [await recordOf(trx, "update", email, changes)] };
      });
    },

    resendCode: async (write: Write<Delivered>, email: string): Promise<Delivered> => {
      const delivery = await current.resendCode(email);
      const changes = [{ field: "code", before: null, after: "asked for" }];
      return write.commit(async (trx) => ({
        content: { delivery },
        records: [await recordOf(trx, "update", email, changes)],
      }));
    },

    forgotPassword: async (write: Write<Delivered>, email: string): Promise<Delivered> => {
      const delivery = await current.forgotPassword(email);
      const changes = [{ field: "code", before: null, after: "asked for" }];
      return write.commit(async (trx) => ({
        content: { delivery },
        records: [await recordOf(trx, "password_reset", email, changes)],
      }));
    },

    resetPassword: async (
      write: Write<{ changed: true }>,
      { email, password, code }: { email: string; password: string; code: string },
    ): Promise<{ changed: true }> => {
      await withRefusalAudit({ action: "password_reset", origin: write.origin, person: { email } }, () =>
        current.resetPassword(email, password, code),
      );
      return write.commit(async (trx) => {
        // The code was sent to the address, so it also confirms an account that never used its first code.
        await accounts.confirm(trx, email);
        return { content: { changed: true }, records: [await recordOf(trx, "password_reset", email)] };
      });
    },

    exists: isThere,

    /**
     * Moves over a person whose legacy id token and password are right. Somebody who is here already gets 200 instead
     * of 201 (shapes S4). Addresses keep their verified state.
     */
    migrate: async (write: Write<{ migrated: boolean }>, token: string | null, password: string) => {
      const wasHere = () => write.unchanged({ migrated: false }, 200);
      const old = await legacyPersonOf(token, password, write.origin);
      const email = old.email.toLowerCase();
      const userId = await accounts.idOf(legacy!.userPoolId, old.sub);
      if (userId === null) {
        if (!(await isThere(email))) throw new AppError("unauthorized");
        return wasHere();
      }
      // Signing up with an address does not prove that it is one's own.
      await parts.unconfirmed.releaseEmail(email);
      const here = await current.find(email);
      if (here !== null && !here.emailVerified) throw new AppError("username_already_exists");
      // The account exists but no row points at it: an earlier attempt was cut short before that, or before the
      // password was set.
      const sub = here?.sub ?? (await adopted(current, { ...old, email }, password));
      if (sub === null) return wasHere();
      if (here?.status === "FORCE_CHANGE_PASSWORD") await current.setPassword(here.sub, password);
      const changes = [{ field: "identity_pool", before: legacy!.userPoolId, after: currentPoolId }];
      return write.commit(async (trx) => {
        await accounts.moveTo(trx, userId, {
          pool: currentPoolId,
          sub,
          phoneNumber: old.phoneNumber,
          phoneNumberVerified: old.phoneNumberVerified,
          // The person's first session here switches the second factor on again.
          mfaEnabled: here?.mfaEnabled ?? false,
        });
        return { content: { migrated: true }, records: [await recordOf(trx, "update", email, changes)] };
      });
    },

    enableMfa: async (write: Write<{ mfaEnabled: true }>): Promise<{ mfaEnabled: true }> => {
      const { viewer } = write;
      const sub = await subOf(viewer);
      const person = await current.find(sub);
      if (!person?.phoneNumber || !person.phoneNumberVerified) throw new AppError("phone_number_required");
      const { phoneNumber, mfaEnabled: before } = person;
      await current.enableSmsMfa(sub);
      const facts = { phone_number: phoneNumber, phone_number_verified: true, mfa_enabled: true };
      const changes = before ? [] : [{ field: "mfa_enabled", before, after: true }];
      return write.commit(async (trx) => {
        await accounts.mirror(trx, viewer.userId, facts);
        return { content: { mfaEnabled: true }, records: [ownRecord(viewer, changes)] };
      });
    },

    setAttribute: async (write: Write<UserInfo>, attribute: string, value: string): Promise<UserInfo> => {
      const { viewer } = write;
      const sub = await subOf(viewer);
      const before = await current.find(sub);
      if (before === null) throw new AppError("unauthorized");
      const { ip } = write.origin;
      const changed = (old: string | null, after: string) => [{ field: attribute, before: old, after }];
      if (attribute === "phone_number") {
        const phone = valid(Phone, value);
        const unchanged = phone === before.phoneNumber && before.phoneNumberVerified;
        if (before.phoneNumberVerified && !unchanged && now() - viewer.signedInMs > recentMs)
          throw new AppError("sign_in_again");
        await withRefusalAudit(ownAttempt(write), () => current.setAttribute(sub, "phone_number", phone, ip));
        const facts = { phone_number: phone, phone_number_verified: unchanged };
        return mirrored(write, facts, changed(before.phoneNumber, phone));
      }
      if (attribute === "given_name" || attribute === "family_name") {
        const name = valid(Name, value);
        await current.setAttribute(sub, attribute, name, ip);
        const old = attribute === "given_name" ? before.givenName : before.familyName;
        return mirrored(write, { [attribute]: name }, changed(old, name));
      }
      if (attribute !== "locale") throw refusal("attr", "invalid_parameter");
      if (!Locale.safeParse(value).success) throw refusal("value", "invalid_parameter");
      await current.setAttribute(sub, "locale", value, ip);
      return mirrored(write, { locale: value }, changed(await accounts.localeOf(viewer.userId), value));
    },

    verifyAttribute: async (
      write: Write<UserInfo>,
      accessToken: string | null,
      attribute: string,
      code: string,
    ): Promise<UserInfo> => {
      if (attribute !== "phone_number" && attribute !== "email") throw refusal("attr", "invalid_parameter");
      if (accessToken === null) throw new AppError("access_token_missing");
      const sub = await subOf(write.viewer);
      // The pool checks the token. We only check whose it is, since the answer would otherwise be about somebody else.
      if (subjectOf(accessToken) !== sub) throw new AppError("unauthorized");
      await withRefusalAudit(ownAttempt(write), () => current.verifyAttribute(accessToken, attribute, code));
      const person = await current.find(sub);
      const facts =
        person && attribute === "phone_number"
          ? { phone_number: person.phoneNumber, phone_number_verified: person.phoneNumberVerified }
          : {};
      return mirrored(write, facts, [{ field: `${attribute}_verified`, before: false, after: true }]);
    },
  };
}

type SignedUp = z.output<typeof signUp.content>;
type Delivered = { delivery: CodeDelivery };

/** The record of something that a signed-in person did to themselves. */
function ownRecord({ userId: id, email: name, customerId }: Viewer, changes: AuditChange[]): WriteRecord {
  return { kind: "user", action: "update", customerId, entity: { id, name }, changes };
}

/** What the audit log says of a change to oneself that the pool refused. */
function ownAttempt({ viewer: { userId, email, customerId }, origin }: Actor) {
  return { action: "update" as const, origin, person: { userId, email, customerId } };
}

/** The person whom the token names; not verified. */
function subjectOf(token: string): string | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    return typeof claims === "object" && claims !== null && "sub" in claims ? String(claims.sub) : null;
  } catch {
    return null;
  }
}

function valid<T>(schema: z.ZodType<T>, value: string): T {
  const body = z.object({ value: schema });
  const result = body.safeParse({ value }, { reportInput: true });
  if (!result.success) throw invalid(result.error, (key) => key, body);
  return result.data.value;
}

function refusal(
  path: string,
  code: "customer_code_invalid" | "username_already_exists" | "invalid_parameter",
): AppError {
  const error = new AppError(code);
  const detail: ErrorDetail = { path, code, message: error.message };
  return new AppError(code, { details: [detail] });
}
