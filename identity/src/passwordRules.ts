import { refuse } from "./errors.ts";
import { passwordChecks } from "./passwordFaults.ts";

/**
 * Checks a password that a person chooses. InvalidPasswordException if its composition breaks the rules, or if it is a
 * well-known password disguised with case, digits and look-alike letters, or the person's own name or address.
 */
export function assertPasswordAllowed(password: string, personal: readonly string[] = []): void {
  assertComposition(password);
  const { common, personal: notPersonal } = passwordChecks;
  if (!common(password, personal) || !notPersonal(password, personal))
    throw refuse.weakPassword("Password is too easy to guess");
}

/**
 * Product section 5: at least 8 characters, with a number, an upper and a lower case letter. Up to 256 characters are
 * accepted, and none is cut off. A password that an administrator sets only has to meet these rules, as on Amazon: people
 * who move here from the legacy pool keep theirs.
 */
export function assertComposition(password: string): void {
  const { length, number, lower, upper, edges } = passwordChecks;
  if (!length(password, []))
    throw refuse.weakPassword(password.length < 8 ? "Password not long enough" : "Password too long");
  if (!number(password, [])) throw refuse.weakPassword("Password must have numeric characters");
  if (!lower(password, [])) throw refuse.weakPassword("Password must have lowercase characters");
  if (!upper(password, [])) throw refuse.weakPassword("Password must have uppercase characters");
  if (!edges(password, [])) throw refuse.weakPassword("Password must not begin or end with a space");
}
