import { texts } from "../../text/translate.ts";

/** A duration in the units people use: "40 s", "6 min", "2 h 11 min". */
export function lastingText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return texts.t("age.seconds", { seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return texts.t("age.minutes", { minutes });
  const hours = Math.floor(minutes / 60);
  return texts.t(minutes % 60 === 0 ? "age.hours" : "age.hoursMinutes", { hours, minutes: minutes % 60 });
}
