import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { g, modPow, N } from "./modPow.ts";

/*
 * The server's half of Cognito's SRP-6a: group 15, SHA-256, integers hashed with a leading zero byte if the
 * top bit is set, key by HKDF with Cognito's own label (RFC 5054 describes the protocol).
 */

export interface Verifier {
  /** Hex, as an integer: leading zeros carry no meaning. */
  saltHex: string;
  verifierHex: string;
}

/** Server's ephemeral pair; `bHex` is a secret. */
export interface ServerEphemeral {
  bHex: string;
  publicHex: string;
}

const hash = (...parts: (Buffer | string)[]): Buffer => {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return digest.digest();
};
const toInteger = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString("hex")}`);
const fromHex = (hex: string): bigint => BigInt(`0x${hex}`);

/** Even number of bytes, `00` in front if the top bit is set: Cognito's form of an integer in a hash. */
export function padded(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, "hex");
}

const k = toInteger(hash(padded(N), padded(g)));

/** x = H(pad salt | H(group id ":" password)), RFC 5054 section 2.4 with Cognito's names. */
function privateExponent(group: string, id: string, password: string, saltHex: string): bigint {
  return toInteger(hash(padded(fromHex(saltHex)), hash(`${group}${id}:${password}`)));
}

/** Makes salt and verifier for a password. `id` is the user's sub or the device key. */
export function makeVerifier(group: string, id: string, password: string): Verifier {
  const saltHex = randomBytes(16).toString("hex");
  const verifierHex = modPow(g, privateExponent(group, id, password, saltHex)).toString(16);
  return { saltHex, verifierHex };
}

/** Whether the verifier was made from this password. Takes the same time either way. */
export function passwordMatches(group: string, id: string, password: string, verifier: Verifier): boolean {
  const made = modPow(g, privateExponent(group, id, password, verifier.saltHex));
  return timingSafeEqual(fixedWidth(made), fixedWidth(fromHex(verifier.verifierHex)));
}

/** Reads the client's A. Null if it is not hex, not below N, or 0: such a value would make the key known. */
export function parsePublicA(hex: string): bigint | null {
  if (!/^[0-9a-fA-F]{1,770}$/.test(hex)) return null;
  const a = fromHex(hex);
  return a > 1n && a < N - 1n ? a : null;
}

/** B = kv + g^b with a fresh b (256 bit). */
export function serverEphemeral(verifier: Verifier, random: (size: number) => Buffer = randomBytes): ServerEphemeral {
  const b = toInteger(random(32)) | 1n;
  const publicB = (k * fromHex(verifier.verifierHex) + modPow(g, b)) % N;
  // B = 0 mod N happens with probability 2^-3072; the client would refuse it.
  return { bHex: b.toString(16), publicHex: publicB.toString(16) };
}

/**
 * The 16-byte key both sides share: HKDF (RFC 5869, one block) over S = (A v^u)^b with salt u.
 * Null for degenerate values, which only an attacker sends.
 */
export function sharedKey(publicA: bigint, ephemeral: ServerEphemeral, verifier: Verifier): Buffer | null {
  const u = toInteger(hash(padded(publicA), padded(fromHex(ephemeral.publicHex))));
  if (u === 0n) return null;
  try {
    const secret = modPow((publicA * modPow(fromHex(verifier.verifierHex), u)) % N, fromHex(ephemeral.bHex));
    return deriveKey(secret, u);
  } catch {
    return null;
  }
}

/** HKDF-SHA-256 with Cognito's label, 16 bytes. */
export function deriveKey(secret: bigint, u: bigint): Buffer {
  const extracted = createHmac("sha256", padded(u)).update(padded(secret)).digest();
  return createHmac("sha256", extracted).update("Caldera Derived Key\u0001").digest().subarray(0, 16);
}

export interface Claim {
  group: string;
  id: string;
  /** As the client sent it back. */
  secretBlock: Buffer;
  /** Only its bytes count. A session is used once, so the time in it need not be checked. */
  timestamp: string;
  /** base64 */
  signature: string;
}

/** base64 HMAC(key, group | id | secret block | timestamp), which proves the password. */
export function claimSignature(key: Buffer, claim: Omit<Claim, "signature">): string {
  return createHmac("sha256", key)
    .update(claim.group)
    .update(claim.id)
    .update(claim.secretBlock)
    .update(claim.timestamp)
    .digest("base64");
}

/** Checks the client's signature in constant time. */
export function claimHolds(key: Buffer, claim: Claim): boolean {
  const expected = Buffer.from(claimSignature(key, claim));
  const given = Buffer.from(claim.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function fixedWidth(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(768, "0"), "hex");
}
