import type { KeyValues } from "../session/sessionStore.ts";
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

/** Speaks a language from now on; `html lang` follows. */
export function speak(language: Language): void {
  document.documentElement.lang = language;
  if (texts.language !== language) void texts.changeLanguage(language);
}

/** The person's own choice: spoken now and at the next start. */
export function chooseLanguage(storage: KeyValues, language: Language): void {
  storage.setItem(key, language);
  speak(language);
}
