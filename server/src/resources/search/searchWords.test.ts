import { expect, test } from "vitest";
import { matchScore } from "./matchScore.ts";
import { editDistance, forgivingPatterns, isForgiven, plain, searchWords } from "./searchWords.ts";

/** LIKE, as the database does it. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replace(/\\(.)|[%_]|[.*+?^${}()|[\]]/gs, (found, escaped: string | undefined) =>
    escaped !== undefined
      ? escaped.replace(/[\\.*+?^${}()|[\]]/g, "\\$&")
      : found === "%"
        ? ".*"
        : found === "_"
          ? "."
          : `\\${found}`,
  );
  return new RegExp(`^${source}$`, "su").test(text);
}

test("a search query is folded, split into words and also written without separators", () => {
  expect(searchWords("  Größe  FL-005, ")).toEqual({
    folded: "grosse fl-005,",
    words: ["grosse", "fl-005"],
    compact: "grossefl5",
    hex: null,
  });
  expect(searchWords("")).toMatchObject({ words: [], compact: "" });
  expect(searchWords("%").words).toEqual(["%"]);
  for (const mac of ["DD:34:04:10:00:0A", "dd-34-04-10-00-0a", "dd340410000a", "DD34.0410.000A", "dd 34 04 10 00 0a"])
    expect(searchWords(mac).hex).toBe("dd340410000a");
});

test("swapped, missing, wrong and extra letters each count as one edit", () => {
  expect(editDistance("forklift", "forklift", 1)).toBe(0);
  for (const wrong of ["forklfit", "forklit", "forkluft", "forkllift", "froklift", "orklift", "forkliftt"])
    expect(editDistance(wrong, "forklift", 1)).toBe(1);
  for (const wrong of ["frokilft", "fork", "trolley"]) expect(editDistance(wrong, "forklift", 1)).toBe(2);
  expect(editDistance("", "ab", 3)).toBe(2);
  expect(editDistance("ca", "abc", 3)).toBe(3);
});

test("the database patterns find every word from a version with one wrong letter", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  for (const word of ["cart", "pumps", "forklift", "wheelchair", "a%_\\b", "a.*(b)"]) {
    const chars = Array.from(word);
    const wrong = chars.flatMap((_, at) => [
      [...chars.slice(0, at), ...chars.slice(at + 1)],
      [...chars.slice(0, at), letters[at]!, ...chars.slice(at)],
      [...chars.slice(0, at), letters[25 - at]!, ...chars.slice(at + 1)],
      ...(at + 1 < chars.length ? [[...chars.slice(0, at), chars[at + 1]!, chars[at]!, ...chars.slice(at + 2)]] : []),
    ]);
    for (const typed of wrong.map((parts) => parts.join("")).filter((parts) => parts !== word)) {
      const { halves, near } = forgivingPatterns(typed);
      const text = ` old ${word} 7 | old${word}7 `;
      const isHalf = halves.length === 0 || halves.some((pattern) => isLike(text, pattern));
      expect([typed, isHalf, new RegExp(near, "su").test(text)]).toEqual([typed, true, true]);
    }
  }
});

test("wildcards in typed text are escaped", () => {
  expect(plain("50%_\\")).toBe("50\\%\\_\\\\");
});

test("only words of four letters or more, and of reasonable length, may contain a wrong letter", () => {
  expect(["car", "cart", "1234", "x".repeat(200)].map(isForgiven)).toEqual([false, true, false, false]);
});

test("exact matches rank before prefixes, word prefixes, inner matches, other fields and wrong letters", () => {
  const rank = (query: string, name: string, ...fields: string[]) => matchScore(searchWords(query), name, fields).score;
  const falling = [
    rank("lift", "LIFT"),
    rank("lift", "X1", "Lift"),
    rank("lift", "Lift 7"),
    rank("lift", "Old lift"),
    rank("lift", "X1", "Big lift"),
    rank("lift", "Forklift"),
    rank("lift", "X1", "Forklift"),
    rank("lift", "Litf 7"),
    rank("lift", "Something else"),
  ];
  expect(falling).toEqual(falling.toSorted((a, b) => b - a));
  expect(new Set(falling).size).toBe(falling.length);
  expect(rank("fl5", "FL-005")).toBeGreaterThan(rank("fl5", "FL-051"));
  expect(rank("cart 1", "Cart 12")).toBeGreaterThan(rank("cart 1", "Cart 123456"));
});
