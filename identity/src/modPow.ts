import { createPrivateKey, createPublicKey, diffieHellman, getDiffieHellman } from "node:crypto";

// RFC 3526 group 15 (3072 bit), generator 2: the group that Cognito's SRP uses.
export const N = BigInt(`0x${getDiffieHellman("modp15").getPrime("hex")}`);
export const g = 2n;

const derLength = (size: number): Buffer =>
  size < 0x80
    ? Buffer.from([size])
    : size < 0x100
      ? Buffer.from([0x81, size])
      : Buffer.from([0x82, size >> 8, size & 0xff]);
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), derLength(body.length), body]);
};
const derInteger = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
  return (bytes[0] ?? 0) & 0x80 ? der(0x02, Buffer.from([0]), bytes) : der(0x02, bytes);
};
// PKCS #3 dhKeyAgreement (1.2.840.113549.1.3.1) with p and g.
const algorithm = der(0x30, Buffer.from("06092a864886f70d010301", "hex"), der(0x30, derInteger(N), derInteger(g)));

/**
 * base^exponent mod N by OpenSSL in constant time: the exponents are secrets, and BigInt arithmetic would
 * reveal them by its duration. A Diffie-Hellman agreement is exactly this power. Keys are passed as DER because
 * `crypto.createDiffieHellman` checks the prime again, which takes over a second.
 * Throws for a base of 0, 1 or N-1 (and their equals mod N) and for an exponent below 1.
 */
export function modPow(base: bigint, exponent: bigint): bigint {
  const privateKey = createPrivateKey({
    key: der(0x30, derInteger(0n), algorithm, der(0x04, derInteger(exponent))),
    format: "der",
    type: "pkcs8",
  });
  const publicKey = createPublicKey({
    key: der(0x30, algorithm, der(0x03, Buffer.from([0]), derInteger(base % N))),
    format: "der",
    type: "spki",
  });
  return BigInt(`0x${diffieHellman({ privateKey, publicKey }).toString("hex")}`);
}
