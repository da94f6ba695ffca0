import { texts } from "../text/translate.ts";
import { ApiError } from "./apiError.ts";

/** The text that people see for an error: the catalogue's text of its code, else the server's message (product.md section 8). */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.t("errors.OperationFailed");
  // `in_progress` says more than the conflict it comes with: wait. In English the server has filled in names and numbers; other
  // languages have a text without them.
  const code = error.details.some((detail) => detail.code === "in_progress") ? "in_progress" : error.code;
  const unfilled = `errorsUnfilled.${code}`;
  if (texts.resolvedLanguage !== "en" && texts.exists(unfilled)) return texts.t(unfilled);
  const key = `errors.${code}`;
  if (texts.exists(key) && code !== "RequestFailed") return texts.t(key);
  return error.message === "" ? texts.t("errors.RequestFailed") : error.message;
}
