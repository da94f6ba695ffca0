import { nbsp, texts } from "../text/translate.ts";
import { type Age, ageOf } from "./ages.ts";

/** An age in the format of lists: "4 s", "2 h 11 min", after a week the date itself. */
export function ageText(atMs: number | null, nowMs: number): string {
  return atMs === null ? texts.t("age.never") : plainAge(ageOf(atMs, nowMs));
}

/** An age in the format of cards: "4 s ago". */
export function agoText(atMs: number | null, nowMs: number): string {
  if (atMs === null) return texts.t("age.never");
  const age = ageOf(atMs, nowMs);
  const text = plainAge(age);
  return age.unit === "now" || age.unit === "date" ? text : texts.t("age.ago", { age: text });
}

/** An age at the end of a sentence: "just now", "4 s ago". */
export const agoInSentence = (atMs: number, nowMs: number): string =>
  ageOf(atMs, nowMs).unit === "now" ? texts.t("age.justNow") : agoText(atMs, nowMs);

/** A duration: "52 min", "2 h 11 min", "9 d". */
export function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  if (days > 0) return plainAge({ unit: "days", days });
  return plainAge(seconds < 1 ? { unit: "seconds", seconds: 0 } : ageOf(0, seconds * 1000));
}

function plainAge(age: Age): string {
  if (age.unit === "date") return age.text;
  const key = age.unit === "hours" && age.minutes > 0 ? "hoursMinutes" : age.unit;
  return texts.t(`age.${key}`, { ...age }).replaceAll(" ", nbsp);
}
