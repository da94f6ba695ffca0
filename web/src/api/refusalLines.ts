import { ApiError } from "./apiError.ts";
import { detailLine } from "./detailText.ts";
import { reasonWords } from "./errorText.ts";
import { reasonText } from "./reasonText.ts";

/** How many reasons a message names; a form or a list shows all. */
const reasonsNamed = 3;

/** Codes whose details are about other things than fields: what is in the way, what others saved, rows of a file. */
const ownHeadline = new Set(["in_use", "already_linked", "conflict", "import_refused"]);

/** Each reason of a refusal once, with the name of its field or row; what others saved meanwhile is no reason. */
export function refusalLines(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code === "conflict") return [];
  return [...new Set(error.details.map(detailLine))];
}

/** The first reasons of a refusal in one text; null if it has none. */
function reasons(error: unknown): string | null {
  const lines = error instanceof ApiError && !ownHeadline.has(error.code) ? refusalLines(error) : [];
  if (lines.length === 0) return null;
  const more = lines.length - reasonsNamed;
  const named = lines.slice(0, reasonsNamed).join(". ");
  return more <= 0 ? named : `${named}, ${reasonText(`and ${more} more`) ?? `+${more}`}`;
}

Object.assign(reasonWords, { reasons, sentence: reasonText });
