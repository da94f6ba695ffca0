import { ApiError } from "../api/apiError.ts";
import { failureOf } from "../session/signInFailure.ts";
import { texts } from "../text/translate.ts";

/** Why the provider did not change a password, as an error at the field concerned. */
export function passwordRefusal(error: unknown): ApiError {
  const about = (path: string, code: string): ApiError =>
    new ApiError(400, code, texts.t(`errors.${code}`), [{ path, code, message: "" }]);
  const failure = failureOf(error);
  if (failure === "wrongPassword") return about("old", "password_incorrect");
  if (failure === "weakPassword" || failure === "guessablePassword")
    return about("password", "password_requirement_not_met");
  if (failure === "network") return new ApiError(0, "NetworkError", "");
  if (failure === "tooManyAttempts")
    return new ApiError(429, "RequestFailed", texts.t("signIn.failure.tooManyAttempts"));
  return new ApiError(400, "OperationFailed", "");
}
