import { fold } from "../../platform/database/listing.ts";
import { hexOf } from "../../platform/database/scannedMac.ts";

/** More words than anybody types; further ones are ignored. Longer words are not forgiven an error. */
const maxWords = 8;
const longestForgiven = 32;
/** Words of at least this length may contain one wrong letter (shapes S14). */
const forgivenFrom = 4;
/** Below this length, half a word matches too much to be worth looking for. */
const halvedFrom = 6;

/** A query in the forms in which it is looked for. */
export interface SearchWords {
  /** Lower case, no accents, single spaces. */
  folded: string;
  words: string[];
  /** Without separators and leading zeros: "FL-005" is "fl5". */
  compact: string;
  /** The hexadecimal digits of a MAC address or a part of one, however it is written; null: it is not one. */
  hex: string | null;
}

/** Splits a query. Whatever is typed is plain text and contains no wildcards. */
export function searchWords(query: string): SearchWords {
  const folded = searchFold(query).replaceAll("\0", "").trim().replace(/\s+/g, " ");
  return {
    folded,
    words: [...new Set(folded.split(" ").map(trimmed))].filter((word) => word !== "").slice(0, maxWords),
    compact: compactOf(folded),
    hex: hexOf(folded),
  };
}

/** Folds text as the database folds the searched columns. */
export function searchFold(text: string): string {
  return fold(text)
    .replace(/ß/g, "ss")
    .replace(/æ/g, "ae")
    .replace(/[øłđ]/g, (letter) => ({ ø: "o", ł: "l", đ: "d" })[letter]!);
}

/** A folded text without separators and leading zeros. */
export function compactOf(folded: string): string {
  return folded.replace(/[ ,:;'()_./#-]+/g, "").replace(/(^|[^0-9])0+([0-9])/g, "$1$2");
}

/** Text for a LIKE pattern, with its wildcards escaped. */
export function plain(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Whether a wrong letter in this word is forgiven. */
export function isForgiven(word: string): boolean {
  return letterCount(word) >= forgivenFrom && Array.from(word).length <= longestForgiven;
}

/**
 * Patterns for texts in which some word begins with `word` except for one letter that is wrong, missing, extra or
 * swapped with its neighbour. `near` is a regular expression, which reads a text once instead of once per LIKE.
 * `halves` are LIKE patterns of which every such text matches one, so that an index can narrow the search; there are
 * none for short words.
 */
export function forgivingPatterns(word: string): { halves: string[]; near: string } {
  const letters = Array.from(word);
  const spelled = (...parts: (string | string[])[]): string =>
    parts.map((part) => (Array.isArray(part) ? part.map(literally).join("") : part)).join("");
  const all = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)];
    const next = letters[at + 1];
    return [
      spelled(before, ".", after),
      spelled(before, ".", [letter, ...after]),
      spelled(before, after),
      ...(next === undefined || next === letter ? [] : [spelled(before, [next, letter], letters.slice(at + 2))]),
    ];
  });
  const near = ` (?:${[...new Set(all)].join("|")})`;
  if (letters.length < halvedFrom) return { halves: [], near };
  // One wrong letter leaves one half intact, unless two letters were swapped in the middle.
  const half = letters.length >> 1;
  const [left, right] = [letters.slice(0, half), letters.slice(half)];
  const swapped = [...left.slice(0, -1), right[0]!, left.at(-1)!, ...right.slice(1)];
  const begins = (part: string[]): string => `% ${plain(part.join(""))}%`;
  return { halves: [begins(left), `%${plain(right.join(""))}%`, begins(swapped)], near };
}

/** Escapes a letter for regular expressions, both PostgreSQL's and JavaScript's. */
const literally = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|]/, "\\$&");

/**
 * The number of letters by which two words differ; swapping two neighbours counts once. Above `most` it returns `most +
 * 1`.
 */
export function editDistance(a: string, b: string, most: number): number {
  const [from, to] = [Array.from(a), Array.from(b)];
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = to.map((_, index) => index).concat(to.length);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[to.length]!, most + 1);
}

function letterCount(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}

/** Removes the punctuation around a word; a word that is only punctuation stays. */
function trimmed(word: string): string {
  const inner = word.replace(/^[,:;'()_./#-]+|[,:;'()_./#-]+$/g, "");
  return inner === "" ? word : inner;
}
