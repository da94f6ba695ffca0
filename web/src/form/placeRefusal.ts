import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { placeFaults, refusalFaults } from "./faults.ts";

/** Where the reasons of a refusal are shown: at fields by path, and the rest above the buttons; null: nothing is left. */
export interface PlacedRefusal {
  at: Readonly<Record<string, string>>;
  rest: string | null;
}

/**
 * Places a refusal in a form without `useEntityForm`.
 * @param labels the fields that show their reason, by the path in our code's spelling
 */
export function placeRefusal(error: unknown, labels: Readonly<Record<string, string>>): PlacedRefusal {
  if (error === null || error === undefined) return { at: {}, rest: null };
  const fields = new Map(Object.entries(labels).map(([path, label]) => [path, { label, show: String }]));
  const faults = error instanceof ApiError ? refusalFaults(error.details) : [];
  const { at, rest } = placeFaults(faults, fields);
  const isPlaced = Object.keys(at).length > 0;
  return { at, rest: isPlaced ? (rest[0] ?? null) : errorText(error) };
}
