import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** What a sign-in may ask for besides the password; a passkey replaces both. */
export const secondFactors = ["sms", "totp", "email", "passkey"] as const;
export const SecondFactor = z.enum(secondFactors);
export type SecondFactor = z.infer<typeof SecondFactor>;

/** Recovery codes that a person gets at a time. Each replaces a code once. */
export const recoveryCodeCount = 10;

const own = { path: "/api/v3/users/me/recovery-codes", tag: "Users", access: "signedIn" } as const;

export const countRecoveryCodes = endpoint({
  id: "countRecoveryCodes",
  method: "GET",
  ...own,
  summary: "How many of the caller's recovery codes are still unused",
  content: z.object({ left: z.number().int().min(0) }),
});

export const createRecoveryCodes = endpoint({
  id: "createRecoveryCodes",
  method: "POST",
  ...own,
  summary: "Ten new recovery codes, which replace the old ones; only this answer contains them",
  content: z.object({ codes: z.array(z.string()).length(recoveryCodeCount) }),
  status: 201,
});
