import { compactOf, editDistance, isForgiven, searchFold, type SearchWords } from "./searchWords.ts";

/** How well something answers a query. */
const scores = {
  exact: 1,
  exactField: 0.97,
  exactCompact: 0.95,
  prefix: 0.9,
  compactPrefix: 0.86,
  wordPrefix: 0.8,
  wordPrefixInFields: 0.75,
  inside: 0.65,
  insideFields: 0.6,
  wrongLetter: 0.5,
  wrongLetterInPrefix: 0.42,
  wrongLetterInFields: 0.35,
  /** The database found it by a rule that this list does not know. */
  somehow: 0.2,
} as const;
const maxPenalty = 0.03;

/** From this class on, an answer matches the whole query as it was typed. */
export const exactly: number = scores.exactCompact;

export interface Match {
  /** The class of the answer; two answers of a class are equally good. */
  class: number;
  /** The class, reduced slightly for everything besides what was typed. */
  score: number;
}

/**
 * Ranks a candidate: exact, then prefix, then a word's prefix, then inside a word, then with one wrong letter; the name
 * counts more than other fields.
 * @param fields the other searched fields: a serial number, an address, a type
 */
export function matchScore(query: SearchWords, name: string, fields: readonly string[]): Match {
  const folded = searchFold(name).replace(/\s+/g, " ").trim();
  const kind = classOf(query, folded, fields.map(searchFold));
  const beside = Math.max(0, folded.length - query.folded.length);
  return { class: kind, score: kind - (maxPenalty * beside) / (beside + 20) };
}

function classOf(query: SearchWords, name: string, others: readonly string[]): number {
  const { folded, compact, hex, words } = query;
  if (name === folded) return scores.exact;
  const bareOthers = others.map((field) => field.replaceAll(":", ""));
  if (others.includes(folded) || (hex !== null && bareOthers.includes(hex))) return scores.exactField;
  const compactName = compactOf(name);
  const compactAll = [compactName, ...others.map(compactOf)];
  if (compact !== "" && compactAll.includes(compact)) return scores.exactCompact;
  if (name.startsWith(folded)) return scores.prefix;
  if (compact !== "" && compactName.startsWith(compact)) return scores.compactPrefix;
  const nameWords = wordsOf(name);
  const allWords = [...nameWords, ...others.flatMap(wordsOf), ...bareOthers];
  const every = (holds: (word: string) => boolean): boolean => words.length > 0 && words.every(holds);
  const begins = (in_: readonly string[]) => every((word) => in_.some((one) => one.startsWith(word)));
  if (begins(nameWords)) return scores.wordPrefix;
  if (begins(allWords)) return scores.wordPrefixInFields;
  if (every((word) => name.includes(word))) return scores.inside;
  if (every((word) => [name, ...others, ...bareOthers].some((text) => text.includes(word)))) return scores.insideFields;
  const forgiven = (in_: readonly string[], asPrefix: boolean) =>
    every((word) => in_.some((one) => one.includes(word) || isNear(word, one, asPrefix)));
  if (forgiven([...nameWords, compactName], false)) return scores.wrongLetter;
  if (forgiven([...nameWords, compactName], true)) return scores.wrongLetterInPrefix;
  if (forgiven(allWords, true)) return scores.wrongLetterInFields;
  return scores.somehow;
}

/** Whether a word, or its beginning, is what was typed except for one letter. */
function isNear(typed: string, word: string, asPrefix: boolean): boolean {
  if (!isForgiven(typed)) return false;
  if (!asPrefix) return editDistance(typed, word, 1) <= 1;
  return [-1, 0, 1].some((more) => editDistance(typed, word.slice(0, typed.length + more), 1) <= 1);
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
}
