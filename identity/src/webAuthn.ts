import type { VerifyAuthenticationResponseOpts, VerifyRegistrationResponseOpts } from "@simplewebauthn/server";
import { z } from "zod";
import { IdentityError } from "./errors.ts";
import type { Passkey } from "./passkeys.ts";
import type { Secrets } from "./secrets.ts";
import type { User } from "./users.ts";

const Base64Url = z.string().regex(/^[A-Za-z0-9_-]{1,8192}$/);
const shared = { id: Base64Url, rawId: Base64Url, type: z.literal("public-key") };

/** What a browser returns for `navigator.credentials.create`, as JSON (WebAuthn level 3, section 5.1). */
export const RegistrationCredential = z.looseObject({
  ...shared,
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  response: z.looseObject({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

/** What a browser returns for `navigator.credentials.get`, as JSON. */
const AuthenticationCredential = z.looseObject({
  ...shared,
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  response: z.looseObject({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.string().max(1024).nullish(),
  }),
});
export type AuthenticationCredential = z.infer<typeof AuthenticationCredential>;

const ClientData = z.object({ type: z.string(), challenge: z.string(), origin: z.string() });

/** EdDSA, ES256 and RS256 (COSE's numbers): every authenticator makes one of them. */
const algorithms = [-8, -7, -257];

/** Loaded by the first person who uses a passkey: it brings a certificate library that the start need not wait for. */
const library = () => import("@simplewebauthn/server");

/** Amazon's errors for passkeys. */
const refusals = {
  notSupported: () =>
    new IdentityError(
      "WebAuthnConfigurationMissingException",
      "Passkeys need this server's address to be a name with HTTPS, or localhost.",
    ),
  otherOrigin: () =>
    new IdentityError(
      "WebAuthnOriginNotAllowedException",
      "This passkey was used on another address than this server's.",
    ),
  wrong: () => new IdentityError("NotAuthorizedException", "The passkey could not be verified."),
};

export type WebAuthn = ReturnType<typeof createWebAuthn>;

/**
 * Passkeys of one relying party, the host of the public address. User verification is required, since a passkey replaces
 * password and code. Verification is SimpleWebAuthn's.
 * @param url without a trailing slash
 */
export function createWebAuthn(url: string, secrets: Pick<Secrets, "keyedHash">) {
  const { hostname } = new URL(url);

  /** Browsers bind a passkey to the host, whatever the port; a proxy or a development server may have another. */
  const isOwnOrigin = (origin: string): boolean => {
    const from = URL.canParse(origin) ? new URL(origin) : null;
    const isSecure = from?.protocol === "https:" || from?.hostname === "localhost";
    return from?.hostname === hostname && isSecure;
  };

  return {
    /** Whether browsers make passkeys for this address at all. */
    isSupported:
      hostname === "localhost" || (url.startsWith("https:") && /[a-z]/i.test(hostname) && !hostname.startsWith("[")),

    relyingParty: hostname,

    /** The options for a new passkey of a user who has `known` ones. */
    async creationOptions(user: User, challenge: string, known: readonly Passkey[]): Promise<object> {
      if (!this.isSupported) throw refusals.notSupported();
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        supportedAlgorithmIDs: algorithms,
        rpName: "Pulse",
        rpID: hostname,
        userName: user.email,
        userID: new Uint8Array(Buffer.from(user.sub)),
        userDisplayName: [user.attributes["given_name"], user.attributes["family_name"]].filter(Boolean).join(" "),
        challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
        excludeCredentials: known.map(descriptor),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      });
    },

    /** The challenge that a browser's answer names; empty if it cannot be read. */
    challengeOf: (clientDataJson: string): string => clientData(clientDataJson)?.challenge ?? "",

    /** The columns of a new passkey. WebAuthnOriginNotAllowed or NotAuthorized if it is not what was asked for. */
    async verifyCreation(credential: z.infer<typeof RegistrationCredential>, challenge: string) {
      const { response } = credential;
      const data = clientData(response.clientDataJSON);
      if (!data) throw refusals.wrong();
      if (!isOwnOrigin(data.origin)) throw refusals.otherOrigin();
      const { verifyRegistrationResponse } = await library();
      const verified = await verifyRegistrationResponse({
        response: credential as VerifyRegistrationResponseOpts["response"],
        supportedAlgorithmIDs: algorithms,
        expectedChallenge: challenge,
        expectedOrigin: data.origin,
        expectedRPID: hostname,
        requireUserVerification: true,
      }).catch(() => null);
      if (!verified?.verified) throw refusals.wrong();
      const { credential: made } = verified.registrationInfo;
      return {
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey).toString("base64url"),
        counter: made.counter,
        transports: (response.transports ?? []).join(","),
        relying_party: hostname,
      };
    },

    /**
     * The options for a sign-in. A user without passkeys, or who does not exist, gets one that no authenticator has, the
     * same each time, so that the answer does not reveal who is here.
     */
    async requestOptions(sub: string, challenge: string, known: readonly Passkey[]): Promise<object> {
      if (!this.isSupported) throw refusals.notSupported();
      const standIn = {
        id: secrets.keyedHash("stand-in passkey", sub).toString("base64url"),
        transports: ["internal"],
      };
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: hostname,
        challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
        allowCredentials: known.length > 0 ? known.map(descriptor) : [standIn],
        userVerification: "required",
      });
    },

    /** Reads the answer to a sign-in. InvalidParameter if it is none. */
    parseAnswer(json: string): AuthenticationCredential {
      const parsed = AuthenticationCredential.safeParse(jsonOrNull(json));
      if (!parsed.success) throw new IdentityError("InvalidParameterException", "CREDENTIAL is no WebAuthn answer.");
      return parsed.data;
    },

    /** Throws WebAuthnOriginNotAllowed for an answer made on another address, to tell its maker why it was refused. */
    assertAnswerOrigin({ response }: AuthenticationCredential): void {
      if (!isOwnOrigin(clientData(response.clientDataJSON)?.origin ?? "")) throw refusals.otherOrigin();
    },

    /** The new counter if the answer was made here with this passkey for this challenge and its counter has gone on; otherwise null. */
    async verifiedCounter(
      answer: AuthenticationCredential,
      passkey: Passkey,
      challenge: string,
    ): Promise<number | null> {
      const origin = clientData(answer.response.clientDataJSON)?.origin ?? "";
      if (!isOwnOrigin(origin)) return null;
      const { verifyAuthenticationResponse } = await library();
      const verified = await verifyAuthenticationResponse({
        response: answer as VerifyAuthenticationResponseOpts["response"],
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
          counter: passkey.counter,
        },
      }).catch(() => null);
      return verified?.verified ? verified.authenticationInfo.newCounter : null;
    },
  };
}

const descriptor = ({ credential_id: id, transports }: Passkey) => ({
  id,
  transports: transports === "" ? [] : transports.split(","),
});

function clientData(base64Url: string): z.infer<typeof ClientData> | null {
  const parsed = ClientData.safeParse(jsonOrNull(Buffer.from(base64Url, "base64url").toString("utf8")));
  return parsed.success ? parsed.data : null;
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
