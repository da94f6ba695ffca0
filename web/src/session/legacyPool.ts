import type { PublicConfig } from "@pulse/contract/system";
import { createAmplifyContext } from "aws-amplify";
import { createUserPoolsTokenProvider } from "aws-amplify/adapter-core";
import { confirmSignIn, signIn, type SignInOutput } from "aws-amplify/auth";

/** The result of a step in the legacy pool: its id token, a code that it asks for, or a refusal. */
export type LegacyOutcome =
  | { kind: "token"; idToken: string }
  | { kind: "code"; destination: string }
  | { kind: "none" };

/**
 * The pool that people come from, with a plain password sign-in: the migration needs only its id token, so its tokens are
 * kept in memory and removed at the next sign-in.
 */
export function createLegacyPool(pool: NonNullable<PublicConfig["identity"]["legacy"]>, endpoint: string | null) {
  const auth = {
    Cognito: {
      userPoolId: pool.userPoolId,
      userPoolClientId: pool.clientId,
      ...(endpoint === null ? {} : { userPoolEndpoint: endpoint }),
    },
  };
  const tokens = new Map<string, string>();
  const context = createAmplifyContext(
    { Auth: auth },
    {
      Auth: {
        tokenProvider: createUserPoolsTokenProvider(auth, {
          setItem: async (key, value) => void tokens.set(key, value),
          getItem: async (key) => tokens.get(key) ?? null,
          removeItem: async (key) => void tokens.delete(key),
          clear: async () => tokens.clear(),
        }),
      },
    },
  );
  const outcomeOf = ({ isSignedIn, nextStep }: SignInOutput): LegacyOutcome => {
    if (isSignedIn) {
      const idToken = [...tokens].find(([key]) => key.endsWith(".idToken"))?.[1];
      tokens.clear();
      return idToken === undefined ? { kind: "none" } : { kind: "token", idToken };
    }
    return nextStep.signInStep === "CONFIRM_SIGN_IN_WITH_SMS_CODE"
      ? { kind: "code", destination: nextStep.codeDeliveryDetails?.destination ?? "" }
      : { kind: "none" };
  };
  return {
    /** Rejects with the provider's error. */
    signIn: async (username: string, password: string): Promise<LegacyOutcome> => {
      tokens.clear();
      return outcomeOf(await signIn(context, { username, password, options: { authFlowType: "USER_PASSWORD_AUTH" } }));
    },
    /** Rejects with the provider's error. */
    confirmCode: async (code: string): Promise<LegacyOutcome> =>
      outcomeOf(await confirmSignIn(context, { challengeResponse: code })),
  };
}
