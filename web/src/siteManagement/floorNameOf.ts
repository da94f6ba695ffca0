import { cleanName } from "@pulse/contract/names";

/** What a floor is called whose plan is in a file of this name: without its extension, and without the dot of an ordinal. */
export function floorNameOf(file: string): string {
  const name = file.replace(/\.\w+$/, "");
  return cleanName(name.replaceAll(/(?<=\d)\.(?=\s|[A-Za-z])\s*/g, " "));
}

const words: readonly (readonly [word: RegExp, level: number])[] = [
  [/\b(?:keller|untergeschoss|ug|basement)\b/i, -1],
  [/\b(?:erdgeschoss|eg|ground)\b/i, 0],
];
const numbered =
  /\b(\d{1,2})\s*(?:obergeschoss|og|stock|etage|(?:st|nd|rd|th) floor)\b|\b(?:ebene|etage|stock|level|floor)\s*(-?\d{1,2})\b/i;

/** The level that a floor's name says: 0 for "Erdgeschoss", 2 for "2 OG", -1 for "Keller"; null: it says none. */
export function levelOf(name: string): number | null {
  const [, before, behind] = numbered.exec(name) ?? [];
  const number = before ?? behind;
  if (number !== undefined) return Number(number);
  return words.find(([word]) => word.test(name))?.[1] ?? null;
}
