import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonPasswords } from "./commonPasswords.ts";
import { assertPasswordAllowed } from "./passwordRules.ts";

const refusal = (password: string, personal: string[] = []): string | null => {
  try {
    assertPasswordAllowed(password, personal);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : "?";
  }
};

describe("password rules", () => {
  test("each rule of the password checklist has its own error message", () => {
    const said = (why: string): string => `Password did not conform with policy: ${why}`;
    expect(refusal("Ab3-efg")).toBe(said("Password not long enough"));
    expect(refusal("Abc-efgh")).toBe(said("Password must have numeric characters"));
    expect(refusal("ABC-3FGH")).toBe(said("Password must have lowercase characters"));
    expect(refusal("abc-3fgh")).toBe(said("Password must have uppercase characters"));
    expect(refusal(" Abc-3fgh")).toBe(said("Password must not begin or end with a space"));
    expect(refusal(`Aa1-${"x y z ".repeat(50)}z`)).toBe(said("Password too long"));
    for (const good of ["Pulse-demo-1", "Abc-3fghq", "Ünïcode-Pass-9", `Long ${"passage of words ".repeat(14)}9x`])
      expect(refusal(good)).toBeNull();
  });

  test("well-known words are refused as passwords however they are disguised with capitals, digits and signs", () => {
    const words = fc.constantFrom(...[...commonPasswords].filter((word) => /^\p{L}{3,}$/u.test(word)));
    const around = fc.stringMatching(/^[0-9!.#-]{0,6}$/);
    fc.assert(
      fc.property(words, around, around, (word, before, after) => {
        const password = `${before}${word.charAt(0).toUpperCase()}${word.slice(1)}${after}1`.padEnd(8, "1");
        expect(refusal(password)).not.toBeNull();
      }),
    );
    for (const weak of [
      "P4ssw0rd!!",
      "Passw0rd1",
      "Qwerty12345",
      "Aaaaaaaa1",
      "Abcdefgh1",
      "TestTest1",
      "W3lcome-2026",
      "Abc123456",
      "Warehouse-7",
      "1Trustno1",
      "Pulseadmin1",
    ])
      expect(refusal(weak)).toContain("too easy to guess");
  });

  test("the list of common passwords contains at least the 3,000 most frequent ones", () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(3_000);
  });

  test("a person's own name or address is refused as a password", () => {
    expect(refusal("Margarethe-77", ["margarethe@pulse.test"])).toContain("too easy to guess");
    expect(refusal("Margarethe@pulse.test1", ["margarethe@pulse.test"])).toContain("too easy to guess");
    expect(refusal("Margarethe-77")).toBeNull();
  });
});
