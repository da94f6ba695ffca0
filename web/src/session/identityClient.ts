import type { PublicConfig } from "@pulse/contract/system";
import { Amplify } from "aws-amplify";
import { confirmSignIn, fetchAuthSession, rememberDevice, signIn } from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import { callIdentity, identityEndpoint } from "./identityWire.ts";
import type { createDeviceStore } from "./deviceStore.ts";
import { readClaims } from "./jwt.ts";
import type { SessionStore } from "./sessionStore.ts";
import type { KeyValueStorage } from "./tokenStorage.ts";

/** What a step of the sign-in came to. */
export type SignInOutcome =
  | { kind: "done" }
  | { kind: "code"; destination: string }
  | { kind: "unconfirmed" }
  | { kind: "passwordReset" };

/** Why a step of the sign-in failed, as a key of the texts. */
export type SignInFailure = "wrongPassword" | "tooManyAttempts" | "codeMismatch" | "codeExpired" | "network" | "other";

export type IdentityClient = ReturnType<typeof createIdentityClient>;

/** Sign-in, devices and refresh over the identity provider's own protocol. */
export function createIdentityClient(
  identity: PublicConfig["identity"],
  session: SessionStore,
  tokens: KeyValueStorage,
  devices: ReturnType<typeof createDeviceStore>,
  origin: string,
) {
  const endpoint = identityEndpoint(identity, origin);
  // The library warns of every endpoint that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = "NONE";
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: identity.userPoolId,
        userPoolClientId: identity.clientId,
        ...(identity.endpoint === null ? {} : { userPoolEndpoint: endpoint }),
      },
    },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage(tokens);

  return {
    /** The first step. Rejects with the provider's error. */
    async signIn(email: string, password: string): Promise<SignInOutcome> {
      await tokens.clear();
      const { isSignedIn, nextStep } = await signIn({
        username: email.trim().toLowerCase(),
        password,
        options: { authFlowType: "USER_SRP_AUTH" },
      });
      return isSignedIn ? { kind: "done" } : outcomeOf(nextStep);
    },

    /** The code step. Rejects with the provider's error. */
    async confirmCode(code: string, remember: boolean): Promise<SignInOutcome> {
      const { isSignedIn, nextStep } = await confirmSignIn({ challengeResponse: code });
      if (!isSignedIn) return outcomeOf(nextStep);
      // A device that could not be marked asks for a code next time: no reason to fail the sign-in.
      await markDevice(remember).catch(() => undefined);
      return { kind: "done" };
    },

    /** Fresh tokens into the session. False when the provider refused: the session is over. */
    async refresh(): Promise<boolean> {
      const { tokens: fresh } = await fetchAuthSession({ forceRefresh: true });
      return fresh !== undefined;
    },
  };

  async function markDevice(remember: boolean): Promise<void> {
    const accessToken = session.peek("accessToken") ?? "";
    const { username, device_key: device } = readClaims(accessToken) ?? {};
    if (typeof username !== "string" || typeof device !== "string") return;
    if (remember) {
      devices.remove(username, "remembered");
      return rememberDevice();
    }
    devices.set(username, "remembered", "no");
    await callIdentity(endpoint, "UpdateDeviceStatus", {
      AccessToken: accessToken,
      DeviceKey: device,
      DeviceRememberedStatus: "not_remembered",
    });
  }
}

interface Step {
  signInStep: string;
  codeDeliveryDetails?: { destination?: string | undefined };
}

function outcomeOf(step: Step): SignInOutcome {
  switch (step.signInStep) {
    case "CONFIRM_SIGN_IN_WITH_SMS_CODE":
      return { kind: "code", destination: step.codeDeliveryDetails?.destination ?? "" };
    case "CONFIRM_SIGN_UP":
      return { kind: "unconfirmed" };
    default:
      return { kind: "passwordReset" };
  }
}

/** The provider's error as one of the reasons that people are told. */
export function failureOf(error: unknown): SignInFailure {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name.startsWith("CodeMismatch")) return "codeMismatch";
  // A sign-in's session ends after three minutes, and the code with it.
  if (/^ExpiredCode|^SignInException/.test(name) || /session/i.test(message)) return "codeExpired";
  if (/^(TooMany|LimitExceeded)/.test(name) || /exceeded/i.test(message)) return "tooManyAttempts";
  if (/^(NotAuthorized|UserNotFound)/.test(name)) return "wrongPassword";
  return name === "NetworkError" ? "network" : "other";
}
