import type { CodeDelivery } from "@pulse/contract/accounts";
import { AppError, type ErrorDetail } from "@pulse/contract/errors";
import { Name, Phone } from "@pulse/contract/names";
import type { z } from "zod";
import type { UserPool } from "../adapters/userPool/userPool.ts";
import { invalid } from "../http/errors.ts";
import type { TokenVerdict } from "../http/tokens.ts";
import type { Viewer } from "../http/viewer.ts";
import type { AccountsRepository } from "./accounts.repository.ts";

export type AccountsService = ReturnType<typeof accountsService>;

/** Accounts of people: made with a customer's code, confirmed, reset, brought over from the legacy pool, changed. */
export function accountsService(parts: {
  accounts: AccountsRepository;
  current: UserPool;
  currentPoolId: string;
  /** Null: there is no legacy pool. */
  legacy: { pool: UserPool; verify(token: string): Promise<TokenVerdict> } | null;
}) {
  const { accounts, current, currentPoolId, legacy } = parts;

  const subOf = async (viewer: Viewer): Promise<string> => {
    const sub = await accounts.subOf(viewer.userId);
    if (sub === null) throw new AppError("unauthorized");
    return sub;
  };

  return {
    signUp: async (person: {
      email: string;
      givenName: string;
      familyName: string;
      customerCode: string;
      password: string;
    }): Promise<{ userSub: string; userConfirmed: boolean; delivery: CodeDelivery }> => {
      const customer = await accounts.customerByCode(person.customerCode);
      if (customer === null) throw refusal("customer_code", "customer_code_invalid");
      if (await accounts.emailTaken(person.email)) throw refusal("email", "username_already_exists");
      const made = await current.signUp(person);
      await accounts.insert({
        customerId: customer.id,
        pool: currentPoolId,
        sub: made.sub,
        email: person.email,
        givenName: person.givenName,
        familyName: person.familyName,
        // A guessed code must not open a customer: no access unless the customer says which (decisions C4).
        roleId: customer.config.signupRoleId ?? null,
        groupId: customer.config.signupGroupId ?? null,
      });
      return { userSub: made.sub, userConfirmed: made.confirmed, delivery: made.delivery };
    },

    verifyEmail: async (email: string, code: string): Promise<void> => {
      await current.confirmSignUp(email, code);
      await accounts.confirm(email);
    },

    resendCode: current.resendCode,
    forgotPassword: current.forgotPassword,
    resetPassword: current.resetPassword,
    exists: async (email: string): Promise<boolean> => (await current.find(email)) !== null,

    /**
     * Brings somebody over whose legacy id token and password are right (identity.md section 6.4). False: was here
     * already. The phone comes along as verified as it was.
     */
    migrate: async (token: string | null, password: string): Promise<boolean> => {
      if (legacy === null) throw new AppError("not_found");
      const verdict = token === null ? { refused: "unauthorized" as const } : await legacy.verify(token);
      if ("refused" in verdict) throw new AppError(verdict.refused);
      const old = await legacy.pool.find(verdict.claims.sub);
      if (old === null || !(await legacy.pool.passwordIsRight(old.email, password))) throw new AppError("unauthorized");
      const email = old.email.toLowerCase();
      const here = await current.find(email);
      if (here !== null) return false;
      const sub = await current.adopt({ ...old, email }, password);
      const account = {
        pool: currentPoolId,
        sub,
        phoneNumber: old.phoneNumber,
        phoneNumberVerified: old.phoneNumberVerified,
      };
      if (!(await accounts.moveTo(email, account))) throw new AppError("unauthorized");
      return true;
    },

    enableMfa: async (viewer: Viewer): Promise<void> => {
      const sub = await subOf(viewer);
      const person = await current.find(sub);
      if (person?.phoneNumber === null || !person?.phoneNumberVerified) throw new AppError("phone_number_required");
      await current.enableSmsMfa(sub);
      await accounts.mirror(viewer.userId, {
        phone_number: person.phoneNumber,
        phone_number_verified: true,
        mfa_enabled: true,
      });
    },

    setAttribute: async (viewer: Viewer, attribute: string, value: string): Promise<void> => {
      const sub = await subOf(viewer);
      if (attribute === "phone_number") {
        const phone = valid(Phone, value);
        await current.setAttribute(sub, "phone_number", phone);
        await accounts.mirror(viewer.userId, { phone_number: phone, phone_number_verified: false });
      } else if (attribute === "given_name" || attribute === "family_name") {
        const name = valid(Name, value);
        await current.setAttribute(sub, attribute, name);
        await accounts.mirror(viewer.userId, { [attribute]: name });
      } else if (attribute === "locale" && /^[a-z]{2}(-[A-Z]{2})?$/.test(value)) {
        await current.setAttribute(sub, "locale", value);
        await accounts.mirror(viewer.userId, { locale: value });
      } else throw refusal("attr", "invalid_parameter");
    },

    verifyAttribute: async (
      viewer: Viewer,
      accessToken: string | null,
      attribute: string,
      code: string,
    ): Promise<void> => {
      if (attribute !== "phone_number" && attribute !== "email") throw refusal("attr", "invalid_parameter");
      if (accessToken === null) throw new AppError("access_token_missing");
      await current.verifyAttribute(accessToken, attribute, code);
      const person = await current.find(await subOf(viewer));
      if (person && attribute === "phone_number" && person.phoneNumber !== null)
        await accounts.mirror(viewer.userId, {
          phone_number: person.phoneNumber,
          phone_number_verified: person.phoneNumberVerified,
        });
    },
  };
}

function valid<T>(schema: z.ZodType<T>, value: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(result.error, () => "value");
  return result.data;
}

function refusal(
  path: string,
  code: "customer_code_invalid" | "username_already_exists" | "invalid_parameter",
): AppError {
  const error = new AppError(code);
  const detail: ErrorDetail = { path, code, message: error.message };
  return new AppError(code, { details: [detail] });
}
