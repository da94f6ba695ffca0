import type { PublicConfig } from "@pulse/contract/system";
import { Amplify } from "aws-amplify";
import {
  confirmSignIn,
  fetchAuthSession,
  rememberDevice,
  sendUserAttributeVerificationCode,
  signIn,
} from "aws-amplify/auth";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import { callIdentity, identityEndpoint } from "./identityWire.ts";
import type { createDeviceStore } from "./deviceStore.ts";
import { readClaims } from "./jwt.ts";
import { createLegacyPool, type LegacyOutcome } from "./legacyPool.ts";
import { createOwnAccount } from "./ownAccount.ts";
import type { SessionStore } from "./sessionStore.ts";
import { failureOf } from "./signInFailure.ts";
import type { KeyValueStorage } from "./tokenStorage.ts";

/** A second factor that is a code, as the client library names it. */
export type CodeFactor = "SMS" | "EMAIL" | "TOTP";

/** The result of a sign-in step. */
export type SignInOutcome =
  | { kind: "done" }
  | { kind: "code"; destination: string }
  | { kind: "emailCode"; destination: string }
  | { kind: "appCode" }
  | { kind: "choice"; factors: CodeFactor[] }
  /** An authenticator app has to be set up with this key, in base32. */
  | { kind: "appSetUp"; key: string }
  | { kind: "newPassword" }
  | { kind: "unconfirmed" }
  | { kind: "passwordReset" };

/** The account routes of our API that a migration from the legacy pool needs. */
export interface Migration {
  /** Whether the current pool has this e-mail. */
  exists(email: string): Promise<boolean>;
  /** Creates the account in the current pool. Rejects if the server refuses. */
  migrate(legacyIdToken: string, password: string): Promise<void>;
}

export type IdentityClient = ReturnType<typeof createIdentityClient>;

/** Sign-in, devices and refresh over the identity provider's own protocol. */
export function createIdentityClient(parts: {
  identity: PublicConfig["identity"];
  session: SessionStore;
  tokens: KeyValueStorage;
  devices: ReturnType<typeof createDeviceStore>;
  origin: string;
  migration: Migration;
}) {
  const { identity, session, tokens, devices, migration } = parts;
  const endpoint = identityEndpoint(identity, parts.origin);
  // The library warns about every endpoint that is not Amazon's.
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
  const legacy = identity.legacy && createLegacyPool(identity.legacy, identity.endpoint === null ? null : endpoint);
  // The person who has to enter the legacy pool's code; in memory only, until that step ends (decisions C8).
  let migrating: { email: string; password: string } | null = null;

  return {
    /** The first step. Rejects with the provider's error. */
    async signIn(typed: string, password: string): Promise<SignInOutcome> {
      const email = typed.trim().toLowerCase();
      migrating = null;
      try {
        return await signInHere(email, password);
      } catch (error) {
        if (legacy === null || failureOf(error) !== "wrongPassword" || !(await isMissingHere(email))) throw error;
        const outcome = await legacy.signIn(email, password);
        if (outcome.kind === "none") throw error;
        return await migrateFromLegacy(outcome, { email, password });
      }
    },

    /** The code step. Rejects with the provider's error. */
    async confirmCode(code: string, remember: boolean): Promise<SignInOutcome> {
      const outcome =
        legacy === null || migrating === null
          ? outcomeOf(await confirmSignIn({ challengeResponse: code }))
          : await migrateFromLegacy(await legacy.confirmCode(code), migrating);
      // If this fails, the device asks for a code next time: no reason to fail the sign-in.
      if (outcome.kind === "done") await markDevice(remember).catch(() => undefined);
      return outcome;
    },

    /** The factor that a person with several ones chooses. Rejects with the provider's error. */
    chooseFactor: async (factor: CodeFactor): Promise<SignInOutcome> =>
      outcomeOf(await confirmSignIn({ challengeResponse: factor })),

    /** A passkey in place of password and code. Rejects with the browser's or the provider's error. */
    async signInWithPasskey(typed: string): Promise<SignInOutcome> {
      migrating = null;
      await tokens.clear();
      const options = { authFlowType: "USER_AUTH", preferredChallenge: "WEB_AUTHN" } as const;
      return outcomeOf(await signIn({ username: typed.trim().toLowerCase(), options }));
    },

    /** Replaces the temporary password with the person's own. Rejects with the provider's error. */
    confirmNewPassword: async (password: string): Promise<SignInOutcome> =>
      outcomeOf(await confirmSignIn({ challengeResponse: password })),

    /** Signs in with the code that the company's sign-in ended with. Rejects with the provider's error. */
    async redeemCode(user: string, code: string): Promise<void> {
      await tokens.clear();
      await signIn({ username: user, options: { authFlowType: "CUSTOM_WITHOUT_SRP" } });
      const { isSignedIn } = await confirmSignIn({ challengeResponse: code });
      if (!isSignedIn) throw new Error("the code did not complete the sign-in");
    },

    /** The code step was cancelled: forgets what it needed. */
    leave: (): void => {
      migrating = null;
    },

    /** Refreshes the session's tokens. False if the provider refused: the session is over. */
    async refresh(): Promise<boolean> {
      let isOver = session.stored() === null;
      const stop = session.subscribe(() => (isOver ||= session.stored() === null));
      try {
        const { tokens: fresh } = await fetchAuthSession({ forceRefresh: true });
        isOver ||= fresh === undefined;
      } catch (error) {
        // If the provider refused, the library has dropped the tokens already.
        if (!isOver) throw error;
      } finally {
        stop();
      }
      // Tokens that arrive after a sign-out must not undo it.
      if (isOver) session.clear();
      return !isOver;
    },

    /** Texts a code to the phone number that is not verified yet. Rejects with the provider's error. */
    sendPhoneCode: async (): Promise<void> => {
      await sendUserAttributeVerificationCode({ userAttributeKey: "phone_number" });
    },

    ...createOwnAccount(session, endpoint),
  };

  async function signInHere(username: string, password: string): Promise<SignInOutcome> {
    await tokens.clear();
    return outcomeOf(await signIn({ username, password, options: { authFlowType: "USER_SRP_AUTH" } }));
  }

  /** False as well if the request failed: then the current pool's refusal stands. */
  async function isMissingHere(email: string): Promise<boolean> {
    return !(await migration.exists(email).catch(() => true));
  }

  /** Creates the account in the current pool with the legacy pool's token, then signs in there with the same password. */
  async function migrateFromLegacy(
    outcome: LegacyOutcome,
    person: { email: string; password: string },
  ): Promise<SignInOutcome> {
    if (outcome.kind === "code") {
      migrating = person;
      return outcome;
    }
    if (outcome.kind === "none") throw new Error("the legacy pool asks for a step that the migration does not support");
    await migration.migrate(outcome.idToken, person.password);
    migrating = null;
    return signInHere(person.email, person.password);
  }

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
  isSignedIn: boolean;
  nextStep: {
    signInStep: string;
    codeDeliveryDetails?: { destination?: string | undefined };
    allowedMFATypes?: CodeFactor[] | undefined;
    totpSetupDetails?: { sharedSecret: string };
  };
}

function outcomeOf({ isSignedIn, nextStep }: Step): SignInOutcome {
  if (isSignedIn) return { kind: "done" };
  switch (nextStep.signInStep) {
    case "CONFIRM_SIGN_IN_WITH_SMS_CODE":
      return { kind: "code", destination: nextStep.codeDeliveryDetails?.destination ?? "" };
    case "CONFIRM_SIGN_IN_WITH_EMAIL_CODE":
      return { kind: "emailCode", destination: nextStep.codeDeliveryDetails?.destination ?? "" };
    case "CONFIRM_SIGN_IN_WITH_TOTP_CODE":
      return { kind: "appCode" };
    case "CONTINUE_SIGN_IN_WITH_MFA_SELECTION":
      return { kind: "choice", factors: nextStep.allowedMFATypes ?? [] };
    case "CONTINUE_SIGN_IN_WITH_TOTP_SETUP":
      return { kind: "appSetUp", key: nextStep.totpSetupDetails?.sharedSecret ?? "" };
    case "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED":
      return { kind: "newPassword" };
    case "CONFIRM_SIGN_UP":
      return { kind: "unconfirmed" };
    case "RESET_PASSWORD":
      return { kind: "passwordReset" };
    default:
      throw new Error(`the sign-in asks for ${nextStep.signInStep}, which this app does not know`);
  }
}
