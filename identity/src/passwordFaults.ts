import { commonPasswords } from "./commonPasswords.ts";

// Pure, and without the rest of identity: the web app's checklist is made of it.

/** A rule that can refuse a password, in the order of the checklist. */
export type PasswordRule = "length" | "number" | "upper" | "lower" | "edges" | "common" | "personal";

/** Product section 5, and what a password must not be. Each says whether a password that a person chooses meets it. */
export const passwordChecks: Readonly<
  Record<PasswordRule, (password: string, personal: readonly string[]) => boolean>
> = {
  length: (password) => password.length >= 8 && password.length <= 256,
  number: (password) => /[0-9]/.test(password),
  upper: (password) => /\p{Lu}/u.test(password),
  lower: (password) => /\p{Ll}/u.test(password),
  edges: (password) => !/^\s|\s$/.test(password),
  common: (password) => commonplace(password) === null,
  personal: (password, personal) => personalWord(password, personal) === null,
};

/** Why a password is easy to guess. */
export type Commonplace =
  /** A well-known password or word, whatever is around it. */
  | { kind: "listed"; word: string }
  /** Hardly any letters between digits and signs. */
  | { kind: "short" }
  /** One or two characters over and over. */
  | { kind: "repeated" }
  /** A piece of a row of keys, or of the alphabet. */
  | { kind: "row"; word: string };

/** Why a password is no more than a well-known word or a row of keys; null: it is more. */
export function commonplace(password: string): Commonplace | null {
  // First as typed, because some are common with their digits ("abc123456"); then without the signs around the word.
  for (const word of [password.toLowerCase(), unleet(password)])
    if (commonPasswords.has(word)) return { kind: "listed", word };
  for (const core of cores(password)) {
    const half = twice(core);
    for (const word of [core, half]) if (word !== null && commonPasswords.has(word)) return { kind: "listed", word };
    if (core.length < 3) return { kind: "short" };
    if (new Set(core).size <= 2) return { kind: "repeated" };
    if (rows.some((row) => row.includes(core))) return { kind: "row", word: core };
  }
  return null;
}

/**
 * The word of a person's own that the password is no more than; null: there is none.
 * @param personal the person's name and e-mail address
 */
export function personalWord(password: string, personal: readonly string[]): string | null {
  const words = new Set(personal.flatMap((text) => [text, text.split("@")[0] ?? ""]).map(bare));
  for (const core of cores(password))
    for (const word of [core, twice(core)]) if (word !== null && word !== "" && words.has(word)) return word;
  return null;
}

/** What is left of a password without the digits and signs around it and without look-alike letters. */
function cores(password: string): ReadonlySet<string> {
  return new Set([bare(password), bare(unleet(password)), unleet(bare(password))]);
}

/** The word that a text is twice ("testtest"); null: it is not. */
function twice(text: string): string | null {
  const half = text.slice(0, text.length / 2);
  return half !== "" && half + half === text ? half : null;
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
/** Lower case, with letters for the digits and signs that look like them. */
export const unleet = (text: string): string =>
  text.toLowerCase().replaceAll(/[013457@$!]/g, (sign) => leet[sign] ?? sign);

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

/** Rows of keys and the alphabet, either way round. */
export const rows: readonly string[] = forwardRows.flatMap((row) => [row, row.split("").toReversed().join("")]);
