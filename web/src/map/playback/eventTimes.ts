import { dateTime } from "../../time/ages.ts";

/** "14:35" in the viewer's zone, or "11-20 14:35" where the day has to be said. */
export function clockMinute(ms: number, withDate: boolean): string {
  return dateTime(ms).slice(withDate ? 5 : 11, 16);
}

/** "14:35–14:37": from when to when, in the viewer's zone. Within one minute it is that minute. */
export function clockRange({ atMs, toMs }: { atMs: number; toMs: number }, withDate: boolean): string {
  const isOtherDay = dateTime(atMs).slice(0, 10) !== dateTime(toMs).slice(0, 10);
  const [from, to] = [clockMinute(atMs, withDate || isOtherDay), clockMinute(toMs, isOtherDay)];
  return !isOtherDay && dateTime(atMs).slice(0, 16) === dateTime(toMs).slice(0, 16) ? from : `${from}–${to}`;
}
