import { expect, test } from "vitest";
import { matchingStep, newTotpSecret, stepMs, totpCode } from "./totp.ts";

// "12345678901234567890" in base32, the secret of RFC 6238's test vectors for SHA-1.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

// RFC 6238 appendix B, of whose eight digits the last six are the code of six digits.
test.each([
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
])("the code at %i s is the one of RFC 6238", (seconds, eightDigits) => {
  expect(totpCode(secret, Math.floor(seconds / 30))).toBe(eightDigits.slice(-6));
});

test("a code counts one step before and after its own, and no longer", () => {
  const step = 1000;
  const code = totpCode(secret, step);
  const at = (steps: number): number | null =>
    matchingStep(secret, code, { nowMs: (step + steps) * stepMs, lastStep: null });
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
});

test("a code that was used does not count again, nor does an earlier one", () => {
  const nowMs = 1000 * stepMs;
  const codeOf = (step: number): string => totpCode(secret, step);
  expect(matchingStep(secret, codeOf(1000), { nowMs, lastStep: 1000 })).toBeNull();
  expect(matchingStep(secret, codeOf(999), { nowMs, lastStep: 1000 })).toBeNull();
  expect(matchingStep(secret, codeOf(1001), { nowMs, lastStep: 1000 })).toBe(1001);
});

test("a code may be typed with a space, and anything else is no code", () => {
  const nowMs = 1000 * stepMs;
  const code = totpCode(secret, 1000);
  expect(matchingStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, { nowMs, lastStep: null })).toBe(1000);
  for (const wrong of ["", "12345", `${code}0`, "abcdef"])
    expect(matchingStep(secret, wrong, { nowMs, lastStep: null })).toBeNull();
});

test("secrets are 160 random bits in base32", () => {
  const secrets = Array.from({ length: 20 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const each of secrets) expect(each).toMatch(/^[A-Z2-7]{32}$/);
});
