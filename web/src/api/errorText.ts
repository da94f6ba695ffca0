import { texts } from "../text/translate.ts";
import { ApiError } from "./apiError.ts";

/** How reasons become texts; null: there are none. */
interface ReasonWords {
  reasons?(error: unknown): string | null;
  sentence?(message: string): string | null;
}

/** Filled in with the pages for signed-in people (refusalLines.ts), to keep the first page small. */
export const reasonWords: ReasonWords = {};

/** The text that people see for an error: why each field was refused, else what happened. */
export function errorText(error: unknown): string {
  return reasonWords.reasons?.(error) ?? headline(error);
}

/** The catalogue's text of an error's code, else the server's message (product.md section 8). */
export function headline(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.t("errors.OperationFailed");
  // `in_progress` says more than the conflict it comes with: wait. In English the server has filled in names and numbers; other
  // languages have a text without them.
  const code = error.details.some((detail) => detail.code === "in_progress") ? "in_progress" : error.code;
  const reason = reasonWords.sentence?.(error.message);
  if (reason) return reason;
  const unfilled = `errorsUnfilled.${code}`;
  if (texts.resolvedLanguage !== "en" && texts.exists(unfilled)) return texts.t(unfilled);
  const key = `errors.${code}`;
  if (texts.exists(key) && code !== "RequestFailed") return texts.t(key);
  return error.message === "" ? texts.t("errors.RequestFailed") : error.message;
}
