import { AppError, type ErrorCode, errorMessage } from "@pulse/contract/errors";

/** What a code is for: the catalogue distinguishes a wrong reset code from a wrong confirmation code. */
export type CodePurpose = "confirm" | "reset";

const plain: Readonly<Record<string, ErrorCode>> = {
  UsernameExistsException: "username_already_exists",
  AliasExistsException: "user_with_the_same_alias_exists",
  InvalidPasswordException: "password_requirement_not_met",
  PasswordHistoryPolicyViolationException: "password_requirement_not_met",
  CodeDeliveryFailureException: "code_delivery_failure",
  InvalidParameterException: "invalid_parameter",
  UserNotConfirmedException: "user_not_confirmed",
  PasswordResetRequiredException: "password_reset_required",
  NotAuthorizedException: "invalid_parameter",
};
/** The field of our own routes that a refusal is about. */
const fields: Partial<Record<ErrorCode, string>> = {
  username_already_exists: "email",
  password_requirement_not_met: "password",
};
const tooOften = new Set(["LimitExceededException", "TooManyRequestsException", "TooManyFailedAttemptsException"]);
const wrongCode: Record<CodePurpose, ErrorCode> = {
  confirm: "confirmation_code_mismatch",
  reset: "reset_code_mismatch",
};
const oldCode: Record<CodePurpose, ErrorCode> = { confirm: "confirmation_code_expired", reset: "reset_code_expired" };
/** Cognito does not say for how long; its own limits last for minutes. */
const waitS = 60;

/** Turns a refusal of the pool into an error of the catalogue. Other errors stay as they are. */
export function poolRefusal(error: unknown, purpose: CodePurpose): unknown {
  if (!(error instanceof Error)) return error;
  const options = { cause: error };
  // An unknown person gets the answer of a wrong code.
  if (error.name === "CodeMismatchException" || error.name === "UserNotFoundException")
    return new AppError(wrongCode[purpose], options);
  if (error.name === "ExpiredCodeException") return new AppError(oldCode[purpose], options);
  if (tooOften.has(error.name))
    return new AppError("too_many_requests", {
      ...options,
      values: { seconds: waitS },
      headers: { "retry-after": String(waitS) },
    });
  if (isFaultOfPool(error)) return new AppError("service_unavailable", { ...options, headers: { "retry-after": "5" } });
  const code = plain[error.name];
  if (code === undefined) return error;
  const path = fields[code];
  return new AppError(code, {
    ...options,
    ...(path === undefined ? {} : { details: [{ path, code, message: errorMessage(code) }] }),
  });
}

/** The pool is there but cannot answer now, like the embedded one when its database is away. */
function isFaultOfPool(error: Error): boolean {
  const { $metadata: metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return error.name === "InternalErrorException" || (metadata?.httpStatusCode ?? 0) >= 500;
}
