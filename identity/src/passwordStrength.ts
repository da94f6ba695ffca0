import { commonPasswords } from "./commonPasswords.ts";
import { rows, unleet } from "./passwordFaults.ts";

/** How many guesses a password takes, as zxcvbn classes it: under 10^6, 10^8, 10^10, or more. */
export type Strength = "weak" | "fair" | "good" | "strong";

/** Longer passwords are strong by then, and the work grows with the square. */
const readChars = 64;
/** Longest word that is looked for. */
const wordChars = 24;
/** log10 of the guesses for a character that belongs to nothing known, as zxcvbn has it. */
const anyChar = 1;

let ranks: ReadonlyMap<string, number> | null = null;

/**
 * How strong a password is: the guesses that an attacker needs who tries well-known words, rows of keys, repetitions,
 * years and the person's own words before anything else. The cheapest way to put the password together from such pieces
 * counts (Wheeler: zxcvbn, USENIX Security 2016).
 */
export function passwordStrength(password: string, personal: readonly string[] = []): Strength {
  ranks ??= new Map([...commonPasswords].map((word, at) => [word, at + 1]));
  const own = new Set(
    personal.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length > 2),
  );
  const text = password.slice(0, readChars);
  /** log10 of the guesses for the first n characters. */
  const cost = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let least = cost[end - 1]! + anyChar;
    for (let start = Math.max(0, end - wordChars); start <= end - 3; start += 1)
      least = Math.min(least, cost[start]! + pieceCost(text.slice(start, end), own, ranks));
    cost.push(least);
  }
  const guesses = cost.at(-1)!;
  return guesses < 6 ? "weak" : guesses < 8 ? "fair" : guesses < 10 ? "good" : "strong";
}

/** log10 of the guesses for a piece as a whole; Infinity: it is nothing known. */
function pieceCost(piece: string, own: ReadonlySet<string>, known: ReadonlyMap<string, number>): number {
  const lower = piece.toLowerCase();
  const spelt = unleet(piece);
  // Where the capitals stand, and whether letters are replaced, is tried in a few variants.
  const variants = Math.log10((lower === piece ? 1 : 2) * (spelt === lower ? 1 : 2));
  if (own.has(lower) || own.has(spelt)) return 1 + variants;
  if (new Set(lower).size === 1) return 1 + Math.log10(piece.length) + variants;
  if (/^(19|20)\d\d$/.test(piece)) return 2;
  if (rows.some((row) => row.includes(lower)) || "01234567890 09876543210".includes(piece))
    return 1.5 + Math.log10(piece.length) + variants;
  const rank = known.get(lower) ?? known.get(spelt);
  return rank === undefined ? Infinity : Math.log10(rank + 1) + variants;
}
