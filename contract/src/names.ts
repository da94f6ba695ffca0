import { z } from "zod";
import { furtherNameCharacters } from "./nameCharacters.ts";
import { type ErrorCode, errorMessage } from "./errors.ts";

/** A refusal with a code from the catalogue: the server answers with it, a form shows its text. */
export function refused(code: ErrorCode, values: Record<string, string | number> = {}) {
  return { message: errorMessage(code, values), params: { code } };
}

/** An e-mail address, lower-cased. */
export const Email = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => text.length <= 254 && z.email().safeParse(text).success, refused("email_invalid"))
  // Repeated for the OpenAPI document, here and below, because it cannot show what a function checks.
  .meta({ format: "email", maxLength: 254 });

/**
 * The rules of product.md section 5, and what no password may be made of, one by one, for a form's checklist. The pool has
 * further rules about passwords that are easy to guess.
 */
export const passwordRules = {
  length: (text: string): boolean => text.length >= 8 && text.length <= 256,
  number: (text: string): boolean => /\d/.test(text),
  upper: (text: string): boolean => /\p{Lu}/u.test(text),
  lower: (text: string): boolean => /\p{Ll}/u.test(text),
  edges: (text: string): boolean => text !== "" && !/^\s|\s$/.test(text),
} as const;

/** A password that a person may choose. */
export const NewPassword = z
  .string()
  .refine((text) => Object.values(passwordRules).every((holds) => holds(text)), refused("password_requirement_not_met"))
  .meta({ minLength: 8, maxLength: 256 });

const namePlaces = /^[\p{L}\p{M}\p{Nd} ,:;'()\-_]$/u;
/** What a customer may allow besides (decisions D1). */
const furtherPlaces = './&+#°@*%"!?';

/** Characters that a customer allows in names besides the usual ones, each once. */
export const ExtraNameCharacters = z
  .string()
  .max(16)
  .superRefine((text, context) => {
    const foreign = Array.from(text).find((char) => !furtherPlaces.includes(char));
    if (foreign !== undefined) context.addIssue({ code: "custom", ...refused("char_not_allowed", { char: foreign }) });
  })
  .transform((text) => [...new Set(text)].join(""));

const mayBeInName = (char: string): boolean => namePlaces.test(char) || furtherNameCharacters().includes(char);

/** A name of a person or a thing (shapes S16): letters and digits of any script, space and `, : ; ' ( ) - _`. */
export const Name = z
  .string()
  .refine((text) => text.length > 0, refused("field_required"))
  .max(100)
  .superRefine((text, context) => {
    if (text !== text.trim()) context.addIssue({ code: "custom", ...refused("space_not_allowed") });
    const foreign = Array.from(text).find((char) => !mayBeInName(char));
    if (foreign !== undefined) context.addIssue({ code: "custom", ...refused("char_not_allowed", { char: foreign }) });
  })
  // Repeated for the OpenAPI document: an empty name is refused as a missing one.
  .meta({ minLength: 1 });

/**
 * A name of which every character is allowed: the others become dashes, and spaces single ones.
 * @param characters what is allowed besides
 */
export function cleanName(text: string, characters = furtherNameCharacters()): string {
  const isAllowed = (char: string): boolean => namePlaces.test(char) || characters.includes(char);
  const plain = text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  return Array.from(plain, (char) => (isAllowed(char) ? char : "-")).join("");
}

/** A latitude (90) or longitude (180). */
export function Degrees(most: 90 | 180) {
  return z
    .number()
    .refine((degrees) => Math.abs(degrees) <= most, refused("location_invalid"))
    .meta({ minimum: -most, maximum: most });
}

/** Free text: any printable characters, at most 2,000. */
export const FreeText = z
  .string()
  .max(2000)
  .superRefine((text, context) => {
    // Line breaks and tabs are layout; other control characters are not.
    const foreign = /[^\P{C}\n\r\t\p{Cf}]/u.exec(text);
    if (foreign) context.addIssue({ code: "custom", ...refused("char_not_allowed", { char: codePoint(foreign[0]) }) });
  });

/** A text that may be left out; an empty one, or null, clears it. */
export function ClearedText<Text extends z.ZodType<string>>(text: Text) {
  return text
    .nullable()
    .transform((value) => (value === null || value.trim() === "" ? null : value.trim()))
    .optional();
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** What people sign up with: 3–32 of A–Z, 0–9 and the hyphen, upper-cased. */
export const CustomerCode = z
  .string()
  .transform((text) => text.toUpperCase())
  .refine((text) => /^[A-Z0-9-]{3,32}$/.test(text), refused("customer_code_invalid"))
  .meta({ minLength: 3, maxLength: 32 });

/** A phone number as the pool keeps it: E.164. */
export const Phone = z
  .string()
  .refine((text) => /^\+[1-9]\d{6,14}$/.test(text), refused("phone_invalid"))
  .meta({ pattern: String.raw`^\+[1-9]\d{6,14}$` });

/** A code that was sent: six digits. */
export const SentCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "must have six digits"))
  .meta({ minLength: 6 });
