import { refuse } from "./errors.ts";
import { commonPasswords } from "./commonPasswords.ts";

/**
 * Checks a password that a person chooses. InvalidPasswordException if its composition breaks the rules, or if it is a
 * well-known password disguised with case, digits and look-alike letters, or the person's own name or address.
 */
export function assertPasswordAllowed(password: string, personal: readonly string[] = []): void {
  assertComposition(password);
  if (isCommonplace(password, personal)) throw refuse.weakPassword("Password is too easy to guess");
}

/**
 * Product section 5: at least 8 characters, with a number, an upper and a lower case letter. Up to 256 characters are
 * accepted, and none is cut off. A password that an administrator sets only has to meet these rules, as on Amazon: people
 * who move here from the legacy pool keep theirs.
 */
export function assertComposition(password: string): void {
  if (password.length < 8) throw refuse.weakPassword("Password not long enough");
  if (password.length > 256) throw refuse.weakPassword("Password too long");
  if (!/[0-9]/.test(password)) throw refuse.weakPassword("Password must have numeric characters");
  if (!/\p{Ll}/u.test(password)) throw refuse.weakPassword("Password must have lowercase characters");
  if (!/\p{Lu}/u.test(password)) throw refuse.weakPassword("Password must have uppercase characters");
  if (/^\s|\s$/.test(password)) throw refuse.weakPassword("Password must not begin or end with a space");
}

/** Whether the password is no more than a well-known word, a row of keys or one of the person's own words. */
export function isCommonplace(password: string, personal: readonly string[]): boolean {
  const words = new Set(personal.flatMap((text) => [text, text.split("@")[0] ?? ""]).map(bare));
  // First as typed, because some are common with their digits ("abc123456"); then without the signs around the word.
  if (commonPasswords.has(password.toLowerCase()) || commonPasswords.has(unleet(password))) return true;
  const candidates = new Set([bare(password), bare(unleet(password)), unleet(bare(password))]);
  for (const candidate of candidates) {
    if (candidate.length < 3 || commonPasswords.has(candidate) || words.has(candidate)) return true;
    if (isRun(candidate)) return true;
    // A word twice ("testTest1") is no more than the word.
    const half = candidate.slice(0, candidate.length / 2);
    if (half + half === candidate && (commonPasswords.has(half) || words.has(half))) return true;
  }
  return false;
}

/** Lower case, without the digits and signs people put around a word. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

const leet: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const unleet = (text: string): string => text.toLowerCase().replaceAll(/[013457@$!]/g, (sign) => leet[sign] ?? sign);

const forwardRows = [
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "abcdefghijklmnopqrstuvwxyz",
  "qazwsxedcrfvtgbyhnujmikolp",
  "qweasdzxc",
];

const rows = forwardRows.flatMap((row) => [row, row.split("").toReversed().join("")]);

/** One letter over and over, or a piece of a keyboard row or the alphabet, either way round. */
function isRun(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  return rows.some((row) => row.includes(text));
}
