import i18next, { type FormatterModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

/** Numbers within texts, as the language writes them; the texts themselves name no formats. */
const numbersAsWritten: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format?: string, language?: string) =>
    typeof value === "number" ? value.toLocaleString(language) : (value as string),
};

// Texts are added by language, when it is spoken (language.ts). All languages have the same keys: none stands in for another.
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

/** Between a number and its unit the line never breaks. */
export const nbsp = "\u00A0";

const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** A length with one decimal, as the language writes it: "4.1 m", "4,1 m". */
export function metresText(metres: number): string {
  return texts.t("unit.metres", { value: metres.toLocaleString(texts.language, oneDecimal) }).replace(" ", nbsp);
}

/** A level of reception with a true minus: "−61 dBm". */
export function dbmText(dbm: number): string {
  return texts.t("unit.dbm", { value: dbm.toLocaleString(texts.language).replace("-", "−") }).replace(" ", nbsp);
}
