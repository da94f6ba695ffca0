/** An error as Cognito sends it: `__type` and message, HTTP 400 unless stated otherwise. */
export class IdentityError extends Error {
  readonly type: string;
  readonly httpStatus: number;

  constructor(type: string, message: string, httpStatus = 400) {
    super(message);
    this.name = type;
    this.type = type;
    this.httpStatus = httpStatus;
  }
}

const make =
  (type: string, standard = "") =>
  (message = standard): IdentityError =>
    new IdentityError(type, message);

/** Cognito's errors with Amazon's own texts, because clients and screens tell them apart by text. */
export const refuse = {
  notAuthorized: make("NotAuthorizedException", "Incorrect username or password."),
  lockedOut: () => new IdentityError("NotAuthorizedException", "Password attempts exceeded"),
  disabled: () => new IdentityError("NotAuthorizedException", "User is disabled."),
  invalidSession: () => new IdentityError("NotAuthorizedException", "Invalid session for the user."),
  expiredSession: () =>
    new IdentityError("NotAuthorizedException", "Invalid session for the user, session is expired."),
  replayedSession: () =>
    new IdentityError("NotAuthorizedException", "Invalid session for the user, session can only be used once."),
  invalidAccessToken: () => new IdentityError("NotAuthorizedException", "Invalid Access Token"),
  expiredAccessToken: () => new IdentityError("NotAuthorizedException", "Access Token has expired"),
  revokedAccessToken: () => new IdentityError("NotAuthorizedException", "Access Token has been revoked"),
  invalidRefreshToken: () => new IdentityError("NotAuthorizedException", "Invalid Refresh Token"),
  expiredRefreshToken: () => new IdentityError("NotAuthorizedException", "Refresh Token has expired"),
  revokedRefreshToken: () => new IdentityError("NotAuthorizedException", "Refresh Token has been revoked"),
  reusedRefreshToken: () => new IdentityError("RefreshTokenReuseException", "Refresh token has been invalidated"),
  notConfirmed: () => new IdentityError("UserNotConfirmedException", "User is not confirmed."),
  resetRequired: () => new IdentityError("PasswordResetRequiredException", "Password reset required for the user"),
  userNotFound: make("UserNotFoundException", "User does not exist."),
  userExists: make("UsernameExistsException", "User already exists"),
  aliasExists: () => new IdentityError("AliasExistsException", "An account with the given email already exists."),
  codeMismatch: make("CodeMismatchException", "Invalid verification code provided, please try again."),
  mfaMismatch: () => new IdentityError("CodeMismatchException", "Invalid code or auth state for the user."),
  totpMismatch: () =>
    new IdentityError("EnableSoftwareTokenMFAException", "Code mismatch and fail enable Software Token MFA"),
  totpMissing: () =>
    new IdentityError("SoftwareTokenMFANotFoundException", "Software token TOTP MFA has not been set up."),
  totpUsed: () => new IdentityError("ExpiredCodeException", "Your software token has already been used once."),
  factorUnreachable: () =>
    new IdentityError(
      "CodeDeliveryFailureException",
      "The codes that you sign in with can no longer be sent from here. Ask an administrator to reset your sign-in factors.",
    ),
  codeExpired: () => new IdentityError("ExpiredCodeException", "Invalid code provided, please request a code again."),
  limitExceeded: () =>
    new IdentityError("LimitExceededException", "Attempt limit exceeded, please try after some time."),
  tooManyFailures: () =>
    new IdentityError("TooManyFailedAttemptsException", "Attempt limit exceeded, please try after some time."),
  tooManyRequests: () => new IdentityError("TooManyRequestsException", "Too many requests"),
  weakPassword: (why: string) =>
    new IdentityError("InvalidPasswordException", `Password did not conform with policy: ${why}`),
  unsupportedToken: () => new IdentityError("UnsupportedTokenTypeException", "Only a refresh token can be revoked."),
  deviceMissing: () => new IdentityError("ResourceNotFoundException", "Device does not exist."),
  resourceMissing: make("ResourceNotFoundException"),
  invalidParameter: make("InvalidParameterException"),
  notDelivered: () =>
    new IdentityError("CodeDeliveryFailureException", "The code could not be delivered. Please try again."),
};
