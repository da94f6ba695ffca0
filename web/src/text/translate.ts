import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Age, ageOf } from "../time/ages.ts";
import { catalogues } from "./languages.ts";

// Synchronous: the texts are part of the program, nothing is fetched.
void i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  resources: { en: { translation: catalogues.en }, de: { translation: catalogues.de } },
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** The texts, outside of components. */
export const texts: i18n = i18next;

// Between a number and its unit the line never breaks.
const nbsp = "\u00A0";

/** A length with one decimal: "4.1 m". */
export function metresText(metres: number): string {
  return texts.t("unit.metres", { value: metres.toFixed(1) }).replace(" ", nbsp);
}

/** A level of reception with a true minus: "−61 dBm". */
export function dbmText(dbm: number): string {
  return texts.t("unit.dbm", { value: String(dbm).replace("-", "−") }).replace(" ", nbsp);
}

/** An age as lists write it: "4 s", "2 h 11 min", beyond a week the date itself. */
export function ageText(atMs: number | null, nowMs: number): string {
  return atMs === null ? texts.t("age.never") : plainAge(ageOf(atMs, nowMs));
}

/** An age as cards write it: "4 s ago". */
export function agoText(atMs: number | null, nowMs: number): string {
  if (atMs === null) return texts.t("age.never");
  const age = ageOf(atMs, nowMs);
  const text = plainAge(age);
  return age.unit === "now" || age.unit === "date" ? text : texts.t("age.ago", { age: text });
}

function plainAge(age: Age): string {
  if (age.unit === "date") return age.text;
  const key = age.unit === "hours" && age.minutes > 0 ? "hoursMinutes" : age.unit;
  return texts.t(`age.${key}`, { ...age }).replaceAll(" ", nbsp);
}
