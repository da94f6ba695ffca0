import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { placeErrors, refusedFieldErrors } from "./fieldErrors.ts";

/** Where the reasons of a refusal are shown: at fields by path, and the rest above the buttons; null: nothing is left. */
export interface PlacedRefusal {
  at: Readonly<Record<string, string>>;
  remaining: string | null;
}

/**
 * Places a refusal in a form without `useEntityForm`.
 * @param labels the fields that show their reason, by the path in our code's spelling
 */
export function placeRefusal(error: unknown, labels: Readonly<Record<string, string>>): PlacedRefusal {
  if (error === null || error === undefined) return { at: {}, remaining: null };
  const fields = new Map(Object.entries(labels).map(([path, label]) => [path, { label, show: String }]));
  const errors = error instanceof ApiError ? refusedFieldErrors(error.details) : [];
  const { at, remaining } = placeErrors(errors, fields);
  const isPlaced = Object.keys(at).length > 0;
  return { at, remaining: isPlaced ? (remaining[0] ?? null) : errorText(error) };
}
