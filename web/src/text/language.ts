import type { KeyValues } from "../keyValues.ts";
import { type Language, languages } from "./languages.ts";
import { texts } from "./translate.ts";

const key = "language";

/** The product's language for a tag such as `de-AT`; null where it has none for it. */
export function languageOf(tag: string | null | undefined): Language | null {
  return languages.find(({ code }) => tag?.toLowerCase().split("-")[0] === code)?.code ?? null;
}

/** The language that was chosen in this browser. */
export function storedLanguage(storage: KeyValues): Language | null {
  return languageOf(storage.getItem(key));
}

let wanted: Language | null = null;
/** Whether pages for people who are signed in have been asked for, and the languages that have their texts. */
let hasPages = false;
const whole = new Set<Language>();

/**
 * Speaks a language from now on; `html lang` follows. Its texts are loaded first, until then the last one is spoken on, and
 * of two that are asked for quickly the later one counts. Rejects where the texts do not come.
 */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  await loadTexts(language);
  if (wanted !== language) return;
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}

/** From now on every language comes with the texts of all pages. Rejects where they do not come. */
export async function speakPages(): Promise<void> {
  hasPages = true;
  await loadTexts(wanted ?? languageOf(texts.language) ?? "en");
}

async function loadTexts(language: Language): Promise<void> {
  const spoken = languages.find(({ code }) => code === language);
  if (!texts.hasResourceBundle(language, "translation"))
    texts.addResourceBundle(language, "translation", (await spoken?.load())?.catalogue);
  if (!hasPages || whole.has(language)) return;
  texts.addResourceBundle(language, "translation", (await spoken?.loadPages())?.catalogue);
  whole.add(language);
}

/** Keeps a choice for the next start. */
export function storeLanguage(storage: KeyValues, language: Language): void {
  storage.setItem(key, language);
}
