import { texts } from "../text/translate.ts";
import { ApiError } from "./apiError.ts";

/** What people are told of an error: the catalogue's text of its code, else the server's message (product.md section 8). */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.t("errors.OperationFailed");
  // A conflict with somebody who is not done yet says to wait. Where the catalogue's text has places to fill in, the server has filled them in English; elsewhere it is said without.
  const code = error.details.some((detail) => detail.code === "in_progress") ? "in_progress" : error.code;
  const unfilled = `errorsUnfilled.${code}`;
  if (texts.resolvedLanguage !== "en" && texts.exists(unfilled)) return texts.t(unfilled);
  const key = `errors.${code}`;
  if (texts.exists(key) && code !== "RequestFailed") return texts.t(key);
  return error.message === "" ? texts.t("errors.RequestFailed") : error.message;
}
