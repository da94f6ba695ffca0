import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonPasswords } from "./commonPasswords.ts";
import { commonplace, passwordChecks, personalWord } from "./passwordFaults.ts";
import { assertPasswordAllowed } from "./passwordRules.ts";
import { passwordStrength } from "./passwordStrength.ts";

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

describe("the checklist of a password", () => {
  const chosen = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 20 }),
    fc
      .tuple(fc.constantFrom(...[...commonPasswords].slice(0, 400)), fc.stringMatching(/^[A-Z0-9!$@ ]{0,6}$/))
      .map(([word, end]) => word.charAt(0).toUpperCase() + word.slice(1) + end),
    fc.constantFrom(
      "Margarethe77",
      "margarethe@pulse.testA1",
      "Warehouse1",
      "Abcdefgh1",
      "Aaaaaaaa1",
      "TestTest1",
      " Abc-3fgh",
    ),
    fc.integer({ min: 250, max: 260 }).map((length) => "Ab3-".padEnd(length, "xyzw")),
  );
  const people = fc.constantFrom<string[]>([], ["margarethe@pulse.test"], ["a@b.test", "Warehouse", "Li"]);

  test("the checklist accepts exactly the passwords that identity accepts", () => {
    const counted = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(chosen, people, (password, personal) => {
        const isMet = Object.values(passwordChecks).every((holds) => holds(password, personal));
        counted[isMet ? "accepted" : "refused"] += 1;
        expect(isMet).toBe(refusal(password, personal) === null);
      }),
      {
        numRuns: 1_000,
        examples: [
          ["Abc-3fghq", []],
          ["Ünïcode-Pass-9", ["a@b.test"]],
        ],
      },
    );
    expect(Math.min(counted.accepted, counted.refused)).toBeGreaterThan(0);
  });

  test("a password that is easy to guess has a reason", () => {
    expect(commonplace("Warehouse1")).toEqual({ kind: "listed", word: "warehouse" });
    expect(commonplace("Qwertzui-1")).toEqual({ kind: "row", word: "qwertzui" });
    expect(commonplace("Abababab-1")).toEqual({ kind: "repeated" });
    expect(commonplace("1234567-Ab")).toEqual({ kind: "short" });
    expect(commonplace("PulsePulse-1")).toEqual({ kind: "listed", word: "pulse" });
    expect(personalWord("M4rg4rethe-7", ["Margarethe"])).toBe("margarethe");
    expect(personalWord("Lantern-7-oak", ["Margarethe", "7", ""])).toBeNull();
  });

  test("a password of known words is weaker than one of as many unknown characters", () => {
    expect(passwordStrength("Warehouse1")).toBe("weak");
    expect(passwordStrength("Margarethe-1", ["margarethe@pulse.test"])).toBe("weak");
    expect(passwordStrength("Qwertz-2026")).toBe("weak");
    expect(passwordStrength("Lantern-7-oak")).toBe("strong");
    expect(passwordStrength("xK7#mQ2v!bTz")).toBe("strong");
    expect(passwordStrength("")).toBe("weak");
  });

  test("a piece more never makes a password weaker", () => {
    const order = ["weak", "fair", "good", "strong"];
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30 }),
        fc.string({ unit: fc.constantFrom("é", "§", "ø"), maxLength: 4 }),
        (text, more) => {
          expect(order.indexOf(passwordStrength(text + more))).toBeGreaterThanOrEqual(
            order.indexOf(passwordStrength(text)),
          );
        },
      ),
    );
  });
});
