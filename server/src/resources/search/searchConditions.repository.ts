import { type RawBuilder, sql } from "kysely";
import { forgivingPatterns, isForgiven, plain, type SearchWords } from "./searchWords.ts";

type Condition = RawBuilder<boolean>;

const column = sql.ref("x.search_text");
const like = (pattern: string): Condition => sql<boolean>`${column} like ${pattern}`;
const all = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const any = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Conditions on a row's text that answer a query as typed, best class first. */
export function strictTiers({ folded, compact, hex, words }: SearchWords): Condition[] {
  const tiers = [
    [` ${plain(folded)} |%`],
    ...(compact === "" ? [] : [[`% ${plain(compact)} %`]]),
    ...(hex === null ? [] : [[`%${hex}%`]]),
    [` ${plain(folded)}%`],
    ...(compact === "" ? [] : [[`% ${plain(compact)}%`]]),
    words.map((word) => `% ${plain(word)}%`),
    words.map((word) => `%${plain(word)}%`),
  ];
  // One plain word equals its compact form; the same condition is not asked twice.
  const distinct = new Map(tiers.map((patterns) => [patterns.join("\0"), patterns]));
  return [...distinct.values()].map((patterns) => all(patterns.map(like)));
}

/** The condition for one wrong letter in any word that is long enough. */
export function forgivingTier({ words }: SearchWords): Condition {
  return all(
    words.map((word) => {
      const asTyped = like(`%${plain(word)}%`);
      if (!isForgiven(word)) return asTyped;
      const { halves, near } = forgivingPatterns(word);
      const isNear = sql<boolean>`${column} ~ ${near}`;
      return any([asTyped, halves.length === 0 ? isNear : all([any(halves.map(like)), isNear])]);
    }),
  );
}
