import type { Plugin } from "vite";

const bigInteger = /[\\/]srp[\\/]BigInteger[\\/]BigInteger\.mjs$/;

const replacement = `
import { modPow } from ${JSON.stringify(`${import.meta.dirname}/src/session/modPow.ts`)};
BigInteger.prototype.modPow = function (exponent, modulus, callback) {
  const [base, power, divisor] = [this, exponent, modulus].map((value) => {
    const hex = value.toString(16);
    return hex.startsWith("-") ? -BigInt("0x" + hex.slice(1)) : BigInt("0x" + hex);
  });
  callback(null, new BigInteger(modPow(base, power, divisor).toString(16), 16));
};
`;

/**
 * Lets the client library compute a sign-in's three powers of 3,072 bits by the browser's own BigInt, in about a sixth of the
 * time of its numbers of 28-bit digits. The library does the same by native code on phones (its `BigInteger/index.native.mjs`).
 * Throws in a build where the library has no such file any more.
 */
export function nativeModPow(): Plugin {
  let isFound = false;
  return {
    name: "pulse-native-mod-pow",
    apply: "build",
    transform(code, id) {
      if (!bigInteger.test(id)) return null;
      isFound = true;
      return { code: code + replacement, map: null };
    },
    buildEnd(error) {
      if (!error && !isFound)
        this.error("aws-amplify has no srp/BigInteger/BigInteger.mjs any more: see nativeModPow.ts");
    },
  };
}
