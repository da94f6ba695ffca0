import type { KeyValues } from "../storage/keyValues.ts";
import { type Language, languages } from "./languages.ts";
import { texts } from "./translate.ts";

const key = "language";

/** The product's language for a tag such as `de-AT`; null if there is none. */
export function languageOf(tag: string | null | undefined): Language | null {
  return languages.find(({ code }) => tag?.toLowerCase().split("-")[0] === code)?.code ?? null;
}

/** The language that was chosen in this browser. */
export function storedLanguage(storage: KeyValues): Language | null {
  return languageOf(storage.getItem(key));
}

/**
 * The language of the first screen: that of the link in an invitation, the one chosen in this browser, or the browser's own.
 * The link's is stored, since the pages after the first no longer have it in their address.
 */
export function startLanguage(search: string, storage: KeyValues, browser: string): Language {
  const invited = languageOf(new URLSearchParams(search).get("language"));
  if (invited !== null) storeLanguage(storage, invited);
  return invited ?? storedLanguage(storage) ?? languageOf(browser) ?? "en";
}

let requested: Language | null = null;
/** Whether pages for signed-in people have been requested, and the languages whose texts are complete. */
let hasPages = false;
const complete = new Set<Language>();

/**
 * Switches to a language, `html lang` included. The previous language stays until the texts have loaded; of two quick
 * switches the later one counts. Rejects if the texts fail to load.
 */
export async function switchLanguage(language: Language): Promise<void> {
  requested = language;
  await loadTexts(language);
  if (requested !== language) return;
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}

/** From now on every language is loaded with the texts of all pages. Rejects if they fail to load. */
export async function loadPageTexts(): Promise<void> {
  hasPages = true;
  await loadTexts(requested ?? languageOf(texts.language) ?? "en");
}

async function loadTexts(language: Language): Promise<void> {
  const entry = languages.find(({ code }) => code === language);
  if (!texts.hasResourceBundle(language, "translation"))
    texts.addResourceBundle(language, "translation", (await entry?.load())?.catalogue);
  if (!hasPages || complete.has(language)) return;
  texts.addResourceBundle(language, "translation", (await entry?.loadPages())?.catalogue);
  complete.add(language);
}

/** Stores a choice for the next start. */
export function storeLanguage(storage: KeyValues, language: Language): void {
  storage.setItem(key, language);
}
