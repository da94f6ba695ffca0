import type { Caller, Context } from "../context.ts";
import type { FactorPolicy } from "../factors.ts";
import type { Pool } from "../pools.ts";
import type { SessionState } from "../sessions.ts";
import type { Store } from "../store.ts";
import type { User } from "../users.ts";
import type { WebAuthn } from "../webAuthn.ts";

/** The answer of InitiateAuth and RespondToAuthChallenge: the next challenge, or tokens. */
export interface AuthAnswer {
  ChallengeName?: string;
  Session?: string;
  ChallengeParameters: Record<string, string>;
  /** The first factors to choose from, in a sign-in that begins with USER_AUTH. */
  AvailableChallenges?: string[];
  AuthenticationResult?: AuthenticationResult;
}

export interface AuthenticationResult {
  AccessToken: string;
  IdToken: string;
  RefreshToken?: string;
  ExpiresIn: number;
  TokenType: "Bearer";
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
}

/** A step of a sign-in that is stored but not yet answered. */
export interface Step {
  /** The id of the session in the answer; null if the sign-in is complete. */
  session: string | null;
  /** What is left to do once the step is committed: sending a code or signing tokens. */
  tell(context: Context): Promise<AuthAnswer>;
}

/** What a step after the password needs to know. */
export interface Progress {
  store: Store;
  pool: Pool;
  user: User;
  state: SessionState;
  caller: Caller;
  policy: FactorPolicy;
  webAuthn: WebAuthn;
}

/** A challenge that needs nothing but its answer. */
export function challenge(
  name: string,
  session: string,
  parameters: Record<string, string>,
): Step & { answer: AuthAnswer } {
  const answer = { ChallengeName: name, Session: session, ChallengeParameters: parameters };
  return { session, answer, tell: async () => answer };
}
