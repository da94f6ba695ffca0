import { ApiError } from "../api/apiError.ts";

/** Why a step of the sign-in failed, as a key of the texts. */
export type SignInFailure =
  | "wrongPassword"
  | "tooManyAttempts"
  | "codeMismatch"
  | "codeExpired"
  | "weakPassword"
  /** A well-known word, or the person's own name or address. */
  | "guessablePassword"
  | "unreachable"
  | "network"
  | "other";

/** The provider's error, or that of a migration, as one of the reasons shown to people. */
export function failureOf(error: unknown): SignInFailure {
  if (error instanceof ApiError) {
    if (error.status === 401) return "wrongPassword";
    return error.code === "NetworkError" ? "network" : "other";
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (/^(CodeMismatch|EnableSoftwareTokenMFA)/.test(name)) return "codeMismatch";
  // Otherwise a code was not sent this time, and people may try again.
  if (/administrator/.test(message)) return "unreachable";
  // A sign-in's session ends after three minutes, and the code with it.
  if (/^ExpiredCode|^SignInException/.test(name) || /session/i.test(message)) return "codeExpired";
  if (/^(TooMany|LimitExceeded)/.test(name) || /exceeded/i.test(message)) return "tooManyAttempts";
  if (/too easy to guess/.test(message)) return "guessablePassword";
  if (/^(InvalidPassword|PasswordHistory)/.test(name)) return "weakPassword";
  if (/^(NotAuthorized|UserNotFound)/.test(name)) return "wrongPassword";
  return name === "NetworkError" ? "network" : "other";
}
