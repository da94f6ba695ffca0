import { z } from "zod";

/** Whether a text names a time zone (IANA). A mere offset is not one. */
export function isTimeZone(text: string): boolean {
  if (/^[+-]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** A time zone as callers write it: `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: ({ input }) => `${String(input)} is not a time zone` });
