import { g, modPow as byOpenSsl, N } from "@pulse/identity/modPow";
import { expect, test } from "vitest";
import { modPow } from "./modPow.ts";

test("powers of secrets as long as a sign-in's are those of OpenSSL", () => {
  for (let nth = 0; nth < 4; nth++) {
    const exponent = BigInt(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(128))).toString("hex")}`);
    const base = modPow(g, exponent, N);
    expect(base).toBe(byOpenSsl(g, exponent));
    expect(modPow(base, exponent + 1n, N)).toBe(byOpenSsl(base, exponent + 1n));
  }
});

test("powers of small and negative numbers are those of arithmetic", () => {
  for (const base of [-7n, -1n, 0n, 1n, 5n, 40n])
    for (const exponent of [0n, 1n, 2n, 17n])
      expect(modPow(base, exponent, 13n)).toBe(((base ** exponent % 13n) + 13n) % 13n);
});
