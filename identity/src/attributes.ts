import { refuse } from "./errors.ts";
import { enabledFactors } from "./factors.ts";
import type { User } from "./users.ts";

export interface AttributeValue {
  Name: string;
  Value: string;
}

/** Cognito's standard attributes that are plain text to us. */
const plain = new Set([
  "address",
  "birthdate",
  "family_name",
  "gender",
  "given_name",
  "locale",
  "middle_name",
  "name",
  "nickname",
  "picture",
  "preferred_username",
  "profile",
  "website",
  "zoneinfo",
]);

const maxAttributes = 50;

export interface AttributeChange {
  email?: string;
  emailVerified?: boolean;
  /** E.164, or null to remove. */
  phoneNumber?: string | null;
  phoneNumberVerified?: boolean;
  /** Plain attributes; an empty value removes one. */
  plain: Record<string, string>;
}

/**
 * Reads `[{Name, Value}]`. Only an administrator may say that an address is verified.
 * InvalidParameterException for unknown names, malformed addresses and numbers.
 */
export function parseAttributes(
  list: readonly { Name: string; Value?: string | undefined }[],
  byAdmin: boolean,
): AttributeChange {
  const change: AttributeChange = { plain: {} };
  for (const { Name, Value = "" } of list) {
    if (Name === "email") change.email = parseEmail(Value);
    else if (Name === "phone_number") change.phoneNumber = Value === "" ? null : parsePhone(Value);
    else if (Name === "email_verified" && byAdmin) change.emailVerified = parseFlag(Name, Value);
    else if (Name === "phone_number_verified" && byAdmin) change.phoneNumberVerified = parseFlag(Name, Value);
    else if (Name === "email_verified" || Name === "phone_number_verified" || Name === "sub")
      throw refuse.notAuthorized(`A client attempted to write unauthorized attribute`);
    else if (plain.has(Name) || /^custom:[A-Za-z0-9_-]{1,20}$/.test(Name)) {
      if (Value.length > 2048) throw refuse.invalidParameter(`${Name}: String must be no longer than 2048 characters`);
      change.plain[Name] = Value;
    } else throw refuse.invalidParameter(`${Name}: Attribute does not exist in the schema.`);
  }
  return change;
}

/** The address in lower case. InvalidParameterException if the text is not an address. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@<>()",;:\\]{1,64}@[^\s@<>()",;:\\]+\.[^\s@.<>()",;:\\]{2,}$/u.test(email))
    throw refuse.invalidParameter("Invalid email address format.");
  return email;
}

function parsePhone(text: string): string {
  if (!/^\+[1-9][0-9]{5,14}$/.test(text)) throw refuse.invalidParameter("Invalid phone number format.");
  return text;
}

function parseFlag(name: string, text: string): boolean {
  const flag = text.toLowerCase();
  if (flag !== "true" && flag !== "false") throw refuse.invalidParameter(`${name}: must be true or false`);
  return flag === "true";
}

/** The old attributes with a change applied. InvalidParameterException above 50, which is Amazon's limit. */
export function mergedPlain(old: Record<string, string>, change: Record<string, string>): Record<string, string> {
  const merged = Object.entries({ ...old, ...change }).filter(([, value]) => value !== "");
  if (merged.length > maxAttributes) throw refuse.invalidParameter(`A user has at most ${maxAttributes} attributes.`);
  return Object.fromEntries(merged);
}

/** A user's attributes as GetUser and the admin calls show them, with flags as text. */
export function attributeList(user: User): AttributeValue[] {
  return [
    { Name: "sub", Value: user.sub },
    { Name: "email", Value: user.email },
    { Name: "email_verified", Value: String(user.email_verified) },
    ...(user.phone_number
      ? [
          { Name: "phone_number", Value: user.phone_number },
          { Name: "phone_number_verified", Value: String(user.phone_number_verified) },
        ]
      : []),
    ...Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
  ];
}

/** The MFA part of GetUser and AdminGetUser. */
export function mfaSettings(user: User): { UserMFASettingList?: string[]; PreferredMfaSetting?: string } {
  const enabled = enabledFactors(user);
  if (enabled.length === 0) return {};
  return {
    UserMFASettingList: enabled,
    ...(user.preferred_mfa && enabled.includes(user.preferred_mfa) ? { PreferredMfaSetting: user.preferred_mfa } : {}),
  };
}
