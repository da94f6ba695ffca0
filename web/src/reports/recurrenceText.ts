import type { ReportSchedule } from "@pulse/contract/reportSchedules";
import { texts } from "../text/translate.ts";

/** "Every day" and the like. */
export const recurrenceText = (every: ReportSchedule["every"]): string => texts.t(`reports.schedule.rhythms.${every}`);

/** The name of a weekday; 1 is Monday. */
export function weekdayText(weekday: number): string {
  // 5 January 1970 was a Monday.
  const date = new Date(Date.UTC(1970, 0, 4 + weekday));
  return new Intl.DateTimeFormat(texts.language, { weekday: "long", timeZone: "UTC" }).format(date);
}

/** When a schedule runs, in words. */
export function whenText({ every, at, weekday, day, timeZone }: ReportSchedule): string {
  const values = { at, zone: timeZone, weekday: weekdayText(weekday ?? 1), day: day ?? 1 };
  return texts.t(`reports.schedule.when.${every}`, values);
}
