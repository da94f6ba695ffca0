import { texts } from "../text/translate.ts";
import { ApiError } from "./apiError.ts";
import { detailLine } from "./detailText.ts";
import { reasonText } from "./reasonText.ts";

/** How many reasons a message names; a form or a list shows all. */
const reasonsNamed = 3;

/** Codes whose details are about other things than fields: what is in the way, what others saved, rows of a file. */
const ownHeadline = new Set(["in_use", "already_linked", "conflict", "import_refused"]);

/** The text that people see for an error: why each field was refused, else what happened. */
export function errorText(error: unknown): string {
  const reasons = error instanceof ApiError && !ownHeadline.has(error.code) ? refusalLines(error) : [];
  if (reasons.length === 0) return headline(error);
  const more = reasons.length - reasonsNamed;
  const named = reasons.slice(0, reasonsNamed).join(". ");
  return more <= 0 ? named : `${named}, ${reasonText(`and ${more} more`) ?? `+${more}`}`;
}

/** Each reason of a refusal once, with the name of its field or row; what others saved meanwhile is no reason. */
export function refusalLines(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.code === "conflict") return [];
  return [...new Set(error.details.map(detailLine))];
}

/** The catalogue's text of an error's code, else the server's message (product.md section 8). */
export function headline(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.t("errors.OperationFailed");
  // `in_progress` says more than the conflict it comes with: wait. In English the server has filled in names and numbers; other
  // languages have a text without them.
  const code = error.details.some((detail) => detail.code === "in_progress") ? "in_progress" : error.code;
  const reason = reasonText(error.message);
  if (reason !== null) return reason;
  const unfilled = `errorsUnfilled.${code}`;
  if (texts.resolvedLanguage !== "en" && texts.exists(unfilled)) return texts.t(unfilled);
  const key = `errors.${code}`;
  if (texts.exists(key) && code !== "RequestFailed") return texts.t(key);
  return error.message === "" ? texts.t("errors.RequestFailed") : error.message;
}
