import { type RawBuilder, sql } from "kysely";
import { forgivingPatterns, isForgiven, plain, type SearchWords } from "./searchWords.ts";

type Condition = RawBuilder<boolean>;

const column = sql.ref("x.search_text");
const like = (pattern: string): Condition => sql<boolean>`${column} like ${pattern}`;
const all = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` and `)})`;
const any = (conditions: readonly Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** What a row's text must be like to answer a query as it was typed, the best kinds of answer first. */
export function strictTiers({ folded, compact, hex, words }: SearchWords): Condition[] {
  return [
    like(` ${plain(folded)} |%`),
    ...(compact === "" ? [] : [like(`% ${plain(compact)} %`)]),
    ...(hex === null ? [] : [like(`%${hex}%`)]),
    like(` ${plain(folded)}%`),
    ...(compact === "" ? [] : [like(`% ${plain(compact)}%`)]),
    all(words.map((word) => like(`% ${plain(word)}%`))),
    all(words.map((word) => like(`%${plain(word)}%`))),
  ];
}

/** The same with a wrong letter in any word that is long enough; null: none is. */
export function forgivingTier({ words }: SearchWords): Condition | null {
  if (!words.some(isForgiven)) return null;
  return all(
    words.map((word) => {
      const asTyped = like(`%${plain(word)}%`);
      if (!isForgiven(word)) return asTyped;
      const { first, all: patterns } = forgivingPatterns(word);
      const narrowed = any(first.map(like));
      const near =
        patterns.length === 0 ? narrowed : all([narrowed, sql<boolean>`${column} like any(${patterns}::text[])`]);
      return any([asTyped, near]);
    }),
  );
}
