import { texts } from "../text/translate.ts";

/** One sentence of the server as a pattern, and what people read instead. */
interface Reason {
  pattern: RegExp;
  names: readonly string[];
  text: string;
}

const compiled = new WeakMap<object, readonly Reason[]>();
// Letters, digits and braces have no meaning of their own in a pattern once placeholders are taken out.
const literal = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function reasonOf([sentence, text]: [string, string]): Reason {
  const names = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
  const pattern = sentence
    .split(/\{\{\w+\}\}/)
    .map(literal)
    .join("(.+?)");
  return { pattern: new RegExp(`^${pattern}$`, "su"), names, text };
}

/** The sentences that the language has, those with the most fixed letters first. */
function reasonsNow(): readonly Reason[] {
  const catalogue = texts.getResource(texts.language, "translation", "reasons") as Record<string, string> | undefined;
  if (catalogue === undefined) return [];
  const cached = compiled.get(catalogue);
  if (cached !== undefined) return cached;
  const fixed = (sentence: string): number => sentence.replaceAll(/\{\{\w+\}\}/g, "").length;
  const reasons = Object.entries(catalogue)
    .toSorted(([a], [b]) => fixed(b) - fixed(a))
    .map(reasonOf);
  compiled.set(catalogue, reasons);
  return reasons;
}

/**
 * A reason of the server in the person's language. As in gettext, the catalogue's keys are the server's English sentences
 * (`text/reasons.en.json`), and its placeholders are read from the sentence; null if it is not there.
 * @param places values that replace those in the sentence, such as a field's label
 */
export function reasonText(message: string, places: Readonly<Record<string, string>> = {}): string | null {
  for (const { pattern, names, text } of reasonsNow()) {
    const match = pattern.exec(message);
    if (match === null) continue;
    const read = names.map((name, nth) => [name, reasonText(match[nth + 1] ?? "") ?? match[nth + 1]] as const);
    const values: Record<string, string | undefined> = { ...Object.fromEntries(read), ...places };
    return text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
  }
  // Of several things in one sentence each begins with its name.
  const [, head, tail = ""] = /^(.+?): (.+)$/su.exec(message) ?? [];
  const translated = head === undefined ? null : reasonText(tail);
  return translated === null ? null : `${head}: ${translated}`;
}

/** A reason as a sentence of its own. */
export const asSentence = (text: string): string => text.charAt(0).toLocaleUpperCase(texts.language) + text.slice(1);
