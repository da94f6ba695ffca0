/** Periods that people ask for by name, in calendar days of the viewer's zone. */
export const presets = ["today", "yesterday", "lastSevenDays", "thisMonth"] as const;
export type Preset = (typeof presets)[number];

/** A period's two ends as a form has them: whole minutes (`2026-11-20T14:05`) of the viewer's zone. */
export interface PresetDates {
  from: string;
  to: string;
}

/** The dates of a named period; one that is not over ends now. The last seven days are today and the six before it. */
export function presetDates(preset: Preset, now: Date): PresetDates {
  const day = (before: number): string => dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - before));
  const minute = `${day(0)}T${two(now.getHours())}:${two(now.getMinutes())}`;
  const from: Readonly<Record<Preset, string>> = {
    today: day(0),
    yesterday: day(1),
    lastSevenDays: day(6),
    thisMonth: day(now.getDate() - 1),
  };
  return { from: `${from[preset]}T00:00`, to: preset === "yesterday" ? `${day(1)}T23:59` : minute };
}

const two = (number: number): string => String(number).padStart(2, "0");
const dayText = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
