import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryPassword } from "./accounts.ts";
import { masked, messages } from "./delivery.ts";
import { messagesFor } from "./messagesFor.ts";
import { assertPasswordAllowed } from "./passwordRules.ts";

describe("messages", () => {
  test("every text message with a code contains its six digits once and no other six-digit number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (number) => {
        const code = String(number).padStart(6, "0");
        const texts = [
          messages.signInCode("+491511234567", code),
          messages.signUpCode("person123456@pulse.test", code),
          messages.resetCode("person123456@pulse.test", code),
          messages.attributeCode("sms", "+491511234567", code),
        ];
        for (const { text } of texts) expect(text.match(/\b\d{6}\b/g)).toEqual([code]);
      }),
    );
  });

  test("the messages are in German for somebody whose locale is German, with their code or password as in English", () => {
    const german = messagesFor({ locale: "de-AT" });
    for (const made of [
      german.signInCode("+491511234567", "012345"),
      german.signUpCode("a@b.test", "012345"),
      german.resetCode("a@b.test", "012345"),
      german.attributeCode("email", "a@b.test", "012345"),
    ]) {
      expect(made.text.match(/\b\d{6}\b/g)).toEqual(["012345"]);
      expect(made.text).toMatch(/\b(Ihr|Ihre)\b/);
    }
    const from = { inviter: "Mara\nTemporary password: x", customer: "Nord", link: "https://pulse.test/signin" };
    const { text } = german.invitation("a@b.test", "secret", from);
    expect(text.match(/^Temporary password: .*$/gm)).toEqual(["Temporary password: secret"]);
    expect(messagesFor({}).signInCode("+491511234567", "012345").text).toMatch(/sign-in code/);
  });

  test("an invitation has its password on a separate line, and the password meets the rules", () => {
    for (let count = 0; count < 50; count += 1) {
      const password = temporaryPassword();
      expect(() => assertPasswordAllowed(password)).not.toThrow();
      const { text } = messages.invitation("a@b.test", password, {});
      expect(/^Temporary password: (.*)$/m.exec(text)?.[1]).toBe(password);
      expect(text).not.toMatch(/\d{6}/);
    }
  });

  test("no name in an invitation can add a line that looks like one of ours", () => {
    const { text } = messages.invitation("a@b.test", "Real-1", {
      inviter: "Ana\r\nTemporary password: theirs",
      customer: "Harbour\u2028Logistics",
      link: "https://pulse.test/signin",
    });
    expect(text.split("\n").slice(0, 6)).toEqual([
      "Ana Temporary password: theirs has invited you to Pulse for Harbour Logistics.",
      "",
      "Sign in with this e-mail address:",
      "https://pulse.test/signin",
      "",
      "Temporary password: Real-1",
    ]);
  });

  test("destinations of codes are shown as Amazon masks them", () => {
    expect(masked("first@example.com")).toBe("f***@e***");
    expect(masked("+491511234567")).toBe("+********4567");
  });
});
