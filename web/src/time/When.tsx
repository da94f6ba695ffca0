import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { ageText, agoInSentence, agoText } from "./ageText.ts";
import { clockTime, dateTime, historyTime } from "./ages.ts";
import { everySecond } from "./everySecond.ts";

interface Props {
  /** A timestamp from the API, or ms; null: never. */
  at: string | number | null;
  /**
   * `list`: how long ago, from 7 days on `YYYY-MM-DD HH:mm:ss`; `ago`: the same with "ago"; `sentence`: the same at the
   * end of a sentence; `history`:
   * `YYYY/MM/DD | hh:mm A`, in notifications too; `clock`: `hh:mm:ss A`, the last update on the map. The same in every language (decisions C41).
   */
  format: "list" | "ago" | "sentence" | "history" | "clock";
  /** The current time for ages: the browser's clock unless there is a better one. */
  nowMs?(): number;
}

/** A moment in one of the product's formats, with the exact time as its tooltip. Ages update by themselves. */
export function When({ at, format, nowMs = Date.now }: Props) {
  // Renders again when the language changes.
  useTranslation();
  const atMs = typeof at === "string" ? Date.parse(at) : at;
  const text = useSyncExternalStore(format === "history" || format === "clock" ? never : everySecond, () =>
    atMs === null || Number.isNaN(atMs) ? ageText(null, 0) : textOf(atMs, format, nowMs),
  );
  if (atMs === null || Number.isNaN(atMs)) return <span>{text}</span>;
  return (
    <time dateTime={new Date(atMs).toISOString()} title={dateTime(atMs)}>
      {text}
    </time>
  );
}

function textOf(atMs: number, format: Props["format"], nowMs: () => number): string {
  if (format === "history") return historyTime(atMs);
  if (format === "ago") return agoText(atMs, nowMs());
  if (format === "sentence") return agoInSentence(atMs, nowMs());
  return format === "clock" ? clockTime(atMs) : ageText(atMs, nowMs());
}

function never(): () => void {
  return () => undefined;
}
