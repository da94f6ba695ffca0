import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { modPow } from "../../src/modPow.ts";

interface LibraryInteger {
  toString(radix: number): string;
  modPow(
    exponent: LibraryInteger,
    modulus: LibraryInteger,
    callback: (error: null, power: LibraryInteger) => void,
  ): void;
}
type LibraryIntegerClass = { prototype: LibraryInteger } & (new (hex: string, radix: number) => LibraryInteger);

const cognito = createRequire(import.meta.resolve("aws-amplify/auth")).resolve("@aws-amplify/auth/cognito");
const file = join(dirname(cognito), "../../../esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs");
const { default: BigInteger } = (await import(pathToFileURL(file).href)) as { default: LibraryIntegerClass };
const { modPow: itsOwn } = BigInteger.prototype;

/**
 * Lets aws-amplify's sign-ins compute their powers by OpenSSL, as native code does for it on phones: with its own numbers
 * they are half of the time of these tests. Everything else is the library's.
 */
BigInteger.prototype.modPow = function (this: LibraryInteger, exponent, modulus, callback) {
  const [base, power] = [this, exponent].map((value) => value.toString(16));
  if (base!.startsWith("-")) return itsOwn.call(this, exponent, modulus, callback);
  callback(null, new BigInteger(modPow(BigInt(`0x${base}`), BigInt(`0x${power}`)).toString(16), 16));
};
