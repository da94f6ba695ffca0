import type { SecondFactor } from "@pulse/contract/secondFactors";
import type { Kysely } from "kysely";
import type { Config } from "../../platform/config/config.ts";
import { deliverableFactors } from "../../platform/config/deliverableFactors.ts";
import type { Database } from "../../platform/database/schema.ts";
import { personFactors } from "../users/personFactors.ts";

/** Cognito's names of our factors. */
const names = { sms: "SMS_MFA", totp: "SOFTWARE_TOKEN_MFA", email: "EMAIL_OTP", passkey: "WEB_AUTHN" } as const;
const isCode = (name: (typeof names)[SecondFactor]): name is Exclude<typeof name, "WEB_AUTHN"> => name !== "WEB_AUTHN";

/** What a sign-in may ask of somebody, in the embedded endpoint's words. */
interface FactorPolicy {
  deliverable: Exclude<(typeof names)[SecondFactor], "WEB_AUTHN">[];
  accepted: (typeof names)[SecondFactor][];
  isRequired: boolean;
}

/** What the embedded pools ask of us about the people who sign in there. */
export function signInFactors(db: Kysely<Database>, config: Config) {
  return {
    /** What a sign-in may ask of the person with this account: it depends on their customer. */
    factorPolicy: async (sub: string): Promise<FactorPolicy> => {
      const row = await db
        .selectFrom("users")
        .leftJoin("customers", "customers.id", "users.customer_id")
        .select("customers.config")
        .where("users.identity_sub", "=", sub)
        .executeTakeFirst();
      const deliverable = deliverableFactors(config);
      const { secondFactors, secondFactorRequired } = personFactors(deliverable, row?.config ?? null);
      return {
        deliverable: deliverable.map((factor) => names[factor]).filter(isCode),
        accepted: secondFactors.map((factor) => names[factor]),
        isRequired: secondFactorRequired,
      };
    },

    /** Copies to a person's row whether they have a second factor. */
    storeMfa: async (userPoolId: string, sub: string, isOn: boolean): Promise<void> => {
      await db
        .updateTable("users")
        .set({ mfa_enabled: isOn, updated_at: new Date() })
        .where("identity_pool", "=", userPoolId)
        .where("identity_sub", "=", sub)
        .execute();
    },
  };
}
