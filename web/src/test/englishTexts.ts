import { catalogue as de } from "../text/catalogues/de.ts";
import { catalogue as dePages } from "../text/catalogues/dePages.ts";
import { catalogue as en } from "../text/catalogues/en.ts";
import { catalogue as enPages } from "../text/catalogues/enPages.ts";

/** All texts of a catalogue. */
function textsOf(part: object): string[] {
  return Object.values(part).flatMap((value: unknown) =>
    typeof value === "string" ? [value] : textsOf(value as object),
  );
}

/** A text as a pattern: anything may stand for its values. */
function patternOf(text: string): string {
  const parts = text.split(/\{\{\w+\}\}|<\d>|<\/\d>/);
  return parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join(".+");
}

const german = new Set(textsOf({ ...de, ...dePages }));
// A text of values alone says nothing in any language.
const english = textsOf({ ...en, ...enPages }).filter(
  (text) => !german.has(text) && /[a-z]{3}/i.test(text.replaceAll(/\{\{\w+\}\}/g, "")),
);
const englishOnly = new RegExp(`^(?:${english.map(patternOf).join("|")})$`);

/** What the page says in English although it is shown in German: texts, labels, placeholders and tooltips. */
export function englishTexts(page: HTMLElement = document.body): string[] {
  const said: string[] = [];
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    // Style sheets say nothing to people.
    if (node.parentElement?.closest("style, script") === null) said.push(node.textContent ?? "");
  for (const element of page.querySelectorAll("*"))
    for (const name of ["aria-label", "placeholder", "title", "alt"]) said.push(element.getAttribute(name) ?? "");
  return [...new Set(said.map((text) => text.trim()))].filter((text) => englishOnly.test(text));
}
