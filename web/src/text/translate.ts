import i18next, { type FormatterModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

/** Formats numbers within texts for the language; the texts themselves contain no formats. */
const numbersAsWritten: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format?: string, language?: string) =>
    typeof value === "number" ? value.toLocaleString(language).replace(/^-/, "−") : (value as string),
};

// A language's texts are added when it is used (language.ts). All languages have the same keys, so there is no fallback.
void i18next
  .use(initReactI18next)
  .use(numbersAsWritten)
  .init({
    lng: "en",
    fallbackLng: false,
    resources: {},
    initAsync: false,
    interpolation: { escapeValue: false, alwaysFormat: true },
  });

/** The texts, outside of components. */
export const texts: i18n = i18next;

/** For the space between a number and its unit, where the line must not break. */
export const nbsp = "\u00A0";

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** A length with one decimal in the current language: "4.1 m", "4,1 m". */
export function metresText(metres: number): string {
  return texts.t("unit.metres", { value: metres.toLocaleString(texts.language, oneDecimal) }).replace(" ", nbsp);
}

/** A signal strength with a true minus: "−61 dBm". */
export function dbmText(dbm: number): string {
  return texts.t("unit.dbm", { value: dbm.toLocaleString(texts.language).replace("-", "−") }).replace(" ", nbsp);
}
