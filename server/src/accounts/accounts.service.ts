import type { CodeDelivery } from "@pulse/contract/accounts";
import { AppError, type ErrorDetail } from "@pulse/contract/errors";
import { Name, Phone } from "@pulse/contract/names";
import { z } from "zod";
import type { PoolUser, UserPool } from "../adapters/userPool/userPool.ts";
import type { AuditLog, AuditNote } from "../audit/audit.service.ts";
import { invalid } from "../http/errors.ts";
import type { Origin } from "../http/origin.ts";
import type { TokenVerdict } from "../http/tokens.ts";
import type { Viewer } from "../http/viewer.ts";
import type { AccountWork } from "../users/accountWork.ts";
import type { AccountsRepository } from "./accounts.repository.ts";
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
  work: Pick<AccountWork, "making" | "withoutSecondFactor">;
  unconfirmed: Pick<UnconfirmedAccounts, "vacate">;
  audit: AuditLog;
  now(): number;
}) {
  const { accounts, current, currentPoolId, legacy, audit, now } = parts;

  const subOf = async (viewer: Viewer): Promise<string> => {
    const sub = await accounts.subOf(viewer.userId);
    if (sub === null) throw new AppError("unauthorized");
    return sub;
  };

  /** Notes an act once it has been done, and that it was refused when it was. */
  const noted = async <T>(entry: Omit<AuditNote, "outcome" | "entity">, act: () => Promise<T>): Promise<T> => {
    try {
      const result = await act();
      audit.note({ ...entry, entity: "person" });
      return result;
    } catch (error) {
      if (error instanceof AppError) audit.note({ ...entry, entity: "person", outcome: "refused" });
      throw error;
    }
  };

  /** Whether somebody has an account here. A sign-up that nobody confirmed is none. */
  const isThere = async (email: string): Promise<boolean> => {
    const account = await current.find(email);
    return account !== null && account.status !== "UNCONFIRMED";
  };

  /**
   * Whether this is somebody's password in the legacy pool. The second factor is off while the pool judges it, or a code
   * would go out that nobody waits for. Whoever wants to use that moment has to have the password, and with it gets nothing
   * more than the answer to this question.
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
    audit.note({ action: "sign_in_failed", origin, person: { sub, email }, outcome: "refused" });
    throw new AppError("unauthorized");
  };

  return {
    signUp: async (
      person: { email: string; givenName: string; familyName: string; customerCode: string; password: string },
      origin: Origin,
    ): Promise<{ userSub: string; userConfirmed: boolean; delivery: CodeDelivery }> => {
      const customer = await accounts.customerByCode(person.customerCode);
      if (customer === null) throw refusal("customer_code", "customer_code_invalid");
      const taken = (): AppError => refusal("email", "username_already_exists");
      const { made, undelivered } = await parts.work.making(person.email, taken, async () => {
        if (await accounts.emailTaken(person.email)) throw taken();
        const signed = await signedUp(current, person);
        await accounts.insert({
          customerId: customer.id,
          pool: currentPoolId,
          sub: signed.made.sub,
          email: person.email,
          givenName: person.givenName,
          familyName: person.familyName,
          // A guessed code must not open a customer: no access unless the customer says which (decisions C4).
          roleId: customer.config.signupRoleId ?? null,
          groupId: customer.config.signupGroupId ?? null,
        });
        return signed;
      });
      audit.note({ action: "create", origin, person: { sub: made.sub, email: person.email }, entity: "person" });
      if (undelivered) throw undelivered;
      return { userSub: made.sub, userConfirmed: made.confirmed, delivery: made.delivery };
    },

    verifyEmail: async (email: string, code: string, origin: Origin): Promise<void> => {
      await current.confirmSignUp(email, code);
      await accounts.confirm(email);
      const changes = [{ field: "status", before: "unconfirmed", after: "active" }];
      audit.note({ action: "update", origin, person: { email }, entity: "person", changes });
    },

    resendCode: current.resendCode,

    forgotPassword: async (email: string, origin: Origin): Promise<CodeDelivery> => {
      const delivery = await current.forgotPassword(email);
      const changes = [{ field: "code", before: null, after: "asked for" }];
      audit.note({ action: "password_reset", origin, person: { email }, entity: "person", changes });
      return delivery;
    },

    resetPassword: (email: string, password: string, code: string, origin: Origin): Promise<void> =>
      noted({ action: "password_reset", origin, person: { email } }, async () => {
        await current.resetPassword(email, password, code);
        // The code came to the address: that confirms an account whose first code was never used.
        await accounts.confirm(email);
      }),

    exists: isThere,

    /**
     * Brings somebody over whose legacy id token and password are right (identity.md section 6.4). False: was here
     * already. Addresses come along as verified as they were.
     */
    migrate: async (token: string | null, password: string, origin: Origin): Promise<boolean> => {
      const old = await legacyPersonOf(token, password, origin);
      const email = old.email.toLowerCase();
      const userId = await accounts.idOf(legacy!.userPoolId, old.sub);
      if (userId === null) {
        if (!(await isThere(email))) throw new AppError("unauthorized");
        return false;
      }
      // Whoever merely signed up with this address is not its owner.
      await parts.unconfirmed.vacate(email);
      const here = await current.find(email);
      if (here !== null && !here.emailVerified) throw new AppError("username_already_exists");
      // Here, but not pointed at: an earlier attempt was cut short between the two, or before the password was set.
      const sub = here?.sub ?? (await adopted(current, { ...old, email }, password));
      if (sub === null) return false;
      if (here?.status === "FORCE_CHANGE_PASSWORD") await current.setPassword(here.sub, password);
      await accounts.moveTo(userId, {
        pool: currentPoolId,
        sub,
        phoneNumber: old.phoneNumber,
        phoneNumberVerified: old.phoneNumberVerified,
        // The second factor is turned on anew by the first session here.
        mfaEnabled: here?.mfaEnabled ?? false,
      });
      const changes = [{ field: "identity_pool", before: legacy!.userPoolId, after: currentPoolId }];
      audit.note({ action: "update", origin, person: { userId, email }, entity: "person", changes });
      return true;
    },

    enableMfa: async (viewer: Viewer, origin: Origin): Promise<void> => {
      const sub = await subOf(viewer);
      const person = await current.find(sub);
      if (!person?.phoneNumber || !person.phoneNumberVerified) throw new AppError("phone_number_required");
      await current.enableSmsMfa(sub);
      await accounts.mirror(viewer.userId, {
        phone_number: person.phoneNumber,
        phone_number_verified: true,
        mfa_enabled: true,
      });
      if (person.mfaEnabled) return;
      const changes = [{ field: "mfa_enabled", before: false, after: true }];
      audit.note({ action: "update", origin, person: viewer, entity: "person", changes });
    },

    setAttribute: async (viewer: Viewer, attribute: string, value: string, origin: Origin): Promise<void> => {
      const sub = await subOf(viewer);
      const before = await current.find(sub);
      if (before === null) throw new AppError("unauthorized");
      const note = (old: string | null, after: string): void => {
        const changes = [{ field: attribute, before: old, after }];
        audit.note({ action: "update", origin, person: viewer, entity: "person", changes });
      };
      if (attribute === "phone_number") {
        const phone = valid(Phone, value);
        const unchanged = phone === before.phoneNumber && before.phoneNumberVerified;
        if (before.phoneNumberVerified && !unchanged && now() - viewer.signedInMs > recentMs)
          throw new AppError("sign_in_again");
        await current.setAttribute(sub, "phone_number", phone);
        await accounts.mirror(viewer.userId, { phone_number: phone, phone_number_verified: unchanged });
        note(before.phoneNumber, phone);
      } else if (attribute === "given_name" || attribute === "family_name") {
        const name = valid(Name, value);
        await current.setAttribute(sub, attribute, name);
        await accounts.mirror(viewer.userId, { [attribute]: name });
        note(attribute === "given_name" ? before.givenName : before.familyName, name);
      } else if (attribute === "locale") {
        if (!/^[a-z]{2}(-[A-Z]{2})?$/.test(value)) throw refusal("value", "invalid_parameter");
        await current.setAttribute(sub, "locale", value);
        const old = await accounts.localeOf(viewer.userId);
        await accounts.mirror(viewer.userId, { locale: value });
        note(old, value);
      } else throw refusal("attr", "invalid_parameter");
    },

    verifyAttribute: async (
      viewer: Viewer,
      accessToken: string | null,
      attribute: string,
      code: string,
      origin: Origin,
    ): Promise<void> => {
      if (attribute !== "phone_number" && attribute !== "email") throw refusal("attr", "invalid_parameter");
      if (accessToken === null) throw new AppError("access_token_missing");
      const sub = await subOf(viewer);
      // The pool judges the token; here only whose it is, since its answer would be about somebody else.
      if (subjectOf(accessToken) !== sub) throw new AppError("unauthorized");
      await current.verifyAttribute(accessToken, attribute, code);
      const person = await current.find(sub);
      if (person && attribute === "phone_number")
        await accounts.mirror(viewer.userId, {
          phone_number: person.phoneNumber,
          phone_number_verified: person.phoneNumberVerified,
        });
      const changes = [{ field: `${attribute}_verified`, before: false, after: true }];
      audit.note({ action: "update", origin, person: viewer, entity: "person", changes });
    },
  };
}

/** Signs up; a code that could not be sent is told afterwards, since the account is there and can ask for another. */
async function signedUp(
  pool: UserPool,
  person: { email: string; password: string; givenName: string; familyName: string },
) {
  try {
    return { made: await pool.signUp(person), undelivered: null };
  } catch (error) {
    const there =
      error instanceof AppError && error.code === "code_delivery_failure" ? await pool.find(person.email) : null;
    if (there === null) throw error;
    const delivery: CodeDelivery = { medium: "EMAIL", destination: "" };
    return { made: { sub: there.sub, confirmed: false, delivery }, undelivered: error as AppError };
  }
}

/** The new account's sub; null when another call was quicker by a moment. */
async function adopted(pool: UserPool, person: PoolUser, password: string): Promise<string | null> {
  try {
    return await pool.adopt(person, { kind: "old", text: password });
  } catch (error) {
    if (error instanceof AppError && error.code === "username_already_exists") return null;
    throw error;
  }
}

/** Whose token it says it is; not verified. */
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
  const result = body.safeParse({ value });
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
