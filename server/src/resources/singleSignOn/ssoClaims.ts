import { Email, Name } from "@pulse/contract/names";
import { SsoRefusal } from "./ssoRefusal.ts";

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** Somebody whom a provider has confirmed. */
export interface ConfirmedPerson {
  issuer: string;
  subject: string;
  /** Lower case. */
  email: string;
  givenName: string;
  familyName: string;
  locale: string;
}

/**
 * The person that claims are about.
 *
 * The provider must say that the address is verified: `email_verified`, or Microsoft's `xms_edov` ("e-mail domain owner
 * verified") where a tenant does not send the former. Saying nothing is not enough, even for one company's issuer: in
 * Entra the address of an account is text that its administrators and inviters set.
 * @throws {SsoRefusal} `email_missing`, `email_unverified`, `domain_foreign`
 */
export function confirmedPerson(claims: Claims, domains: readonly string[]): ConfirmedPerson {
  const { success, data: email } = Email.safeParse(claims["email"]);
  if (!success || email === "") throw new SsoRefusal("email_missing", "there is no claim email");
  const verification = claims["email_verified"] ?? claims["xms_edov"];
  if (![true, "true", 1, "1"].includes(verification as string))
    throw new SsoRefusal(
      "email_unverified",
      verification === undefined
        ? `neither email_verified nor xms_edov is stated for ${email}`
        : `${email} is stated as not verified`,
    );
  if (!domains.includes(email.slice(email.lastIndexOf("@") + 1))) throw new SsoRefusal("domain_foreign", email);
  const [first = "", ...others] = textOf(claims["name"]).split(" ");
  const local = email.slice(0, email.lastIndexOf("@"));
  return {
    issuer: textOf(claims["iss"]),
    subject: textOf(claims["sub"]),
    email,
    givenName: allowedName(textOf(claims["given_name"])) || allowedName(first) || allowedName(local) || "-",
    familyName: allowedName(textOf(claims["family_name"])) || allowedName(others.join(" ")) || "-",
    locale: textOf(claims["locale"]).toLowerCase().startsWith("de") ? "de" : "en",
  };
}

/**
 * The values of a claim: a text or a list of texts. Its name may be a path (`realm_access.roles`), unless a claim has
 * that very name, as those that begin with an address do.
 */
export function claimValues(claims: Claims, name: string): string[] {
  let value: unknown = claims[name];
  if (value === undefined)
    value = name
      .split(".")
      .reduce<unknown>(
        (part, key) =>
          typeof part === "object" && part !== null && Object.hasOwn(part, key)
            ? (part as Record<string, unknown>)[key]
            : undefined,
        claims,
      );
  return [value].flat().filter((one) => typeof one === "string");
}

/** The first entry of a map, in its order, whose value a claim has; null: none. */
export function firstMapped<Entry extends { value: string }>(
  claims: Claims,
  claim: string | null,
  map: readonly Entry[],
): Entry | null {
  if (claim === null) return null;
  const values = new Set(claimValues(claims, claim));
  return map.find(({ value }) => values.has(value)) ?? null;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** A name with our signs: others become spaces. */
export function allowedName(text: string): string {
  const short = text.slice(0, 100).trim();
  if (Name.safeParse(short).success) return short;
  return short
    .replaceAll(/[^\p{L}\p{M}\p{Nd} ,:;'()\-_]/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim();
}
