import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** What a page asks an authenticator for, as the options of both ceremonies have it. */
export interface CeremonyOptions {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  allowCredentials?: { id: string }[];
}

/** What an authenticator may get wrong. */
interface Slip {
  origin?: string;
  /** The authenticator did not check who holds it. */
  unverified?: boolean;
  /** The number of signatures it claims to have made. */
  counter?: number;
}

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();
const base64Url = (data: Buffer): string => data.toString("base64url");

/** A passkey in memory, as an authenticator would hold it: ES256, attestation "none" (WebAuthn level 3, sections 6 and 8.7). */
export function softAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  /** The relying party's hash, flags and counter; UP 0x01, UV 0x04, AT 0x40. */
  const header = (relyingParty: string, flags: number, count: number): Buffer => {
    const bytes = Buffer.alloc(5);
    bytes.writeUInt8(flags, 0);
    bytes.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(relyingParty), bytes]);
  };

  return {
    id: base64Url(id),

    /** The answer to `navigator.credentials.create`. */
    create(options: CeremonyOptions, slip: Slip = {}) {
      const relyingParty = options.rp?.id ?? "";
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const authData = Buffer.concat([header(relyingParty, slip.unverified ? 0x41 : 0x45, counter), attested]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text("fmt"),
        text("none"),
        text("attStmt"),
        Buffer.from([0xa0]),
        text("authData"),
        Buffer.from([0x58, authData.length]),
        authData,
      ]);
      return {
        id: base64Url(id),
        rawId: base64Url(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64Url(clientData("webauthn.create", options.challenge, slip.origin ?? origin)),
          attestationObject: base64Url(attestationObject),
          transports: ["internal"],
        },
      };
    },

    /** The answer to `navigator.credentials.get`. */
    get(options: CeremonyOptions, slip: Slip = {}) {
      counter += 1;
      const data = header(options.rpId ?? "", slip.unverified ? 0x01 : 0x05, slip.counter ?? counter);
      const client = clientData("webauthn.get", options.challenge, slip.origin ?? origin);
      return {
        id: base64Url(id),
        rawId: base64Url(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64Url(client),
          authenticatorData: base64Url(data),
          signature: base64Url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        },
      };
    },
  };
}

/** A short CBOR text (RFC 8949 section 3.1). */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** An ES256 key as COSE has it (RFC 9053 section 7.1.1): kty 2, alg -7, crv 1, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const bytes = (label: number, value: string): Buffer =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, "base64url")]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), bytes(0x21, x), bytes(0x22, y)]);
}
