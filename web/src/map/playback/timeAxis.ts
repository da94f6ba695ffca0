import { dateTime } from "../../time/ages.ts";

const minute = 60_000;
const hour = 60 * minute;
const stepsMs = [1, 2, 5, 10, 15, 30].map((n) => n * minute).concat([1, 2, 3, 6, 12, 24, 48, 168].map((n) => n * hour));
const minPx = 84;

/** `HH:mm:ss` in the viewer's zone. */
export const clockText = (ms: number): string => dateTime(ms).slice(11);

/** The marks of a time axis, on full minutes and hours of the viewer's clock; a new day is marked with its date. */
export function marksOf(fromMs: number, toMs: number, widthPx: number): { ms: number; text: string }[] {
  const most = Math.max(1, Math.floor(widthPx / minPx));
  const stepMs = stepsMs.find((step) => (toMs - fromMs) / step <= most) ?? stepsMs.at(-1)!;
  const zoneMs = new Date(fromMs).getTimezoneOffset() * minute;
  const marks: { ms: number; text: string }[] = [];
  for (let ms = Math.ceil((fromMs - zoneMs) / stepMs) * stepMs + zoneMs; ms <= toMs; ms += stepMs) {
    const clock = clockText(ms).slice(0, 5);
    marks.push({ ms, text: clock === "00:00" ? dateTime(ms).slice(5, 10) : clock });
  }
  return marks;
}
