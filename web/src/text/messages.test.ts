import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import en from "./en.json";

const root = resolve(import.meta.dirname, "../../..");
const specification = resolve(root, process.env["PULSE_TEST_SPEC"] ?? "../shared/spec", "product.md");

// product.md section 8, Messages, word for word; the spelling is the user's.
const messages: readonly [code: string, text: string][] = [
  ["username_already_exists", "Username already exists"],
  ["email_required", "Email is required"],
  ["username_required", "Username is required"],
  ["phone_number_required", "Phone Number is required"],
  ["confirmation_code_required", "Confirmation code is required"],
  ["password_required", "Password is required"],
  ["mfa_code_required", "MFA Code is required"],
  ["session_required", "Session is required"],
  ["invalid_password", "Invalid password"],
  ["password_incorrect", "Password is incorrect"],
  ["username_or_password_incorrect", "Username or Password is incorrect"],
  ["invalid_parameter", "Invalid value was entered"],
  ["password_reset_required", "Password reset is required"],
  ["unauthorized", "You need to be authorized"],
  ["not_confirmed", "Not confirmed"],
  ["user_not_confirmed", "User is not confirmed"],
  ["user_not_found", "User is not found"],
  ["mfa_code_expired", "MFA Code is expired"],
  ["mfa_code_mismatch", "MFA Code does not match"],
  ["reset_code_mismatch", "Reset Code does not match"],
  ["reset_code_expired", "Reset Code is expired"],
  ["user_with_the_same_alias_exists", "User with the same alias exists"],
  ["previous_password_missing", "Previous password is missing"],
  ["new_password_missing", "New password is missing"],
  ["access_token_missing", "You need to login first"],
  ["password_requirement_not_met", "Password entered is not fulfilling the requirement"],
  ["code_delivery_failure", "Code was not sent successfully"],
  ["internal_server_error", "Internal server error occurred"],
  ["confirmation_code_mismatch", "The code entered is incorrect"],
  ["confirmation_code_expired", "The code is expired"],
  ["PleaseLogin", "Please login"],
  ["FailedToLogin", "Failed to login"],
];

describe("the message catalogue", () => {
  it.each(messages)("the message %s reads '%s'", (code, text) => {
    expect((en.errors as Record<string, string>)[code]).toBe(text);
  });

  // Runs if the specification is beside the repository; PULSE_TEST_SPEC names another place.
  it.skipIf(!existsSync(specification))(
    `the message catalogue is the table of the specification (${specification})`,
    () => {
      const section = /### Messages\n([\s\S]*?)\n- /.exec(readFileSync(specification, "utf8"))?.[1] ?? "";
      const rows = [...section.matchAll(/^\| (\w+) \| (.+?) \|$/gm)]
        .filter(([, code]) => code !== "Code")
        // One text has "another reading" in brackets; decisions.md C9 takes the first.
        .map(([, code = "", text = ""]): [string, string] => [code, text.replace(/ \(another reading.*\)$/, "")]);
      expect(rows).toEqual(messages);
    },
  );
});
