import { GetUserPoolMfaConfigCommand } from "@aws-sdk/client-cognito-identity-provider";
import type { SecondFactor } from "@pulse/contract/secondFactors";
import type { PoolClient } from "./poolClient.ts";

/** A pool's settings are changed at Amazon and not here: they are read again after this. */
const settingsLifeMs = 5 * 60_000;

/** What a pool says about second factors. */
export function factorCalls({ client, UserPoolId }: PoolClient, now: () => number = Date.now) {
  let known: { factors: SecondFactor[]; untilMs: number } | null = null;
  return {
    /** The factors that the pool is set up for. Where it cannot be asked, texts, which every pool of ours needs. */
    secondFactors: async (): Promise<SecondFactor[]> => {
      if (known && known.untilMs > now()) return known.factors;
      try {
        const settings = await client.send(new GetUserPoolMfaConfigCommand({ UserPoolId }));
        const factors: SecondFactor[] = [
          ...(settings.SmsMfaConfiguration ? (["sms"] as const) : []),
          ...(settings.SoftwareTokenMfaConfiguration?.Enabled ? (["totp"] as const) : []),
          ...(settings.EmailMfaConfiguration ? (["email"] as const) : []),
          ...(settings.WebAuthnConfiguration ? (["passkey"] as const) : []),
        ];
        known = { factors, untilMs: now() + settingsLifeMs };
      } catch {
        known = { factors: known?.factors ?? ["sms"], untilMs: now() + settingsLifeMs };
      }
      return known.factors;
    },
  };
}
