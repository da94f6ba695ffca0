import type { Ref } from "./fields.ts";

/** The catalogue: code → HTTP status and English text (product.md section 8, shapes S16). Spelling is the user's: sic. */
export const errorCatalogue = {
  username_already_exists: [409, "Username already exists"],
  email_required: [400, "Email is required"],
  username_required: [400, "Username is required"],
  phone_number_required: [400, "Phone Number is required"],
  confirmation_code_required: [400, "Confirmation code is required"],
  password_required: [400, "Password is required"],
  mfa_code_required: [400, "MFA Code is required"],
  session_required: [400, "Session is required"],
  invalid_password: [400, "Invalid password"],
  password_incorrect: [400, "Password is incorrect"],
  username_or_password_incorrect: [400, "Username or Password is incorrect"],
  invalid_parameter: [400, "Invalid value was entered"],
  password_reset_required: [400, "Password reset is required"],
  unauthorized: [401, "You need to be authorized"],
  token_expired: [401, "You need to be authorized"],
  sso_required: [401, "Your company asks you to sign in with its own account"],
  not_confirmed: [400, "Not confirmed"],
  user_not_confirmed: [400, "User is not confirmed"],
  user_not_found: [404, "User is not found"],
  mfa_code_expired: [400, "MFA Code is expired"],
  mfa_code_mismatch: [400, "MFA Code does not match"],
  reset_code_mismatch: [400, "Reset Code does not match"],
  reset_code_expired: [400, "Reset Code is expired"],
  user_with_the_same_alias_exists: [409, "User with the same alias exists"],
  previous_password_missing: [400, "Previous password is missing"],
  new_password_missing: [400, "New password is missing"],
  access_token_missing: [401, "You need to login first"],
  password_requirement_not_met: [400, "Password entered is not fulfilling the requirement"],
  code_delivery_failure: [500, "Code was not sent successfully"],
  internal_server_error: [500, "Internal server error occurred"],
  confirmation_code_mismatch: [400, "The code entered is incorrect"],
  confirmation_code_expired: [400, "The code is expired"],
  PleaseLogin: [401, "Please login"],
  FailedToLogin: [400, "Failed to login"],
  field_required: [400, "Field required"],
  entity_required: [400, "{entity} is required"],
  shape_required: [400, "Shape Required"],
  location_invalid: [400, "Invalid location"],
  radius_invalid: [400, "Radius must be a number"],
  email_invalid: [400, "Not a valid email"],
  phone_invalid: [400, "Enter valid phone number"],
  char_not_allowed: [400, "{char} is not allowed"],
  space_not_allowed: [400, "Leading and trailing spaces are not allowed"],
  out_of_range: [400, "{entity} must be between {min} and {max}"],
  elevation_bounds: [400, "Lower bound must be lower than upper bound"],
  elevation_bound_missing: [400, "If one bound is filled, the other is required"],
  building_needs_floor: [400, "Each building needs at least one floor"],
  layout_image_required: [400, "Each floor needs a layout image"],
  building_name_invalid: [400, "Building name must be unique"],
  start_after_end: [400, "Start date must not be greater than end date"],
  SelectSiteFirst: [400, "Select site first"],
  customer_required: [400, "Customer is required"],
  customer_code_invalid: [400, "Customer code is not valid"],
  import_refused: [400, "{count} rows cannot be imported, nothing was changed"],
  not_supported: [400, "This device type cannot do that"],
  operation_not_allowed: [403, "You are not allowed to do this"],
  sign_in_again: [403, "Sign in again to do this"],
  predefined: [403, "Predefined roles cannot be edited"],
  not_found: [404, "Not found"],
  already_exists: [409, "Already exists"],
  conflict: [409, "Somebody else has changed this"],
  in_use: [409, "{entity} is in use"],
  already_linked: [409, "{entity} is already linked"],
  last_administrator: [409, "At least one administrator is needed"],
  idempotency_key_reused: [400, "This Idempotency-Key was already used for another request"],
  method_not_allowed: [405, "Method not allowed"],
  request_timeout: [408, "The request took too long"],
  headers_too_large: [431, "Request headers are too large"],
  file_too_large: [413, "File size must be under {max}"],
  file_type_invalid: [415, "This file type is not accepted"],
  too_many_requests: [429, "Too many requests, try again in {seconds} s"],
  service_unavailable: [503, "Temporarily unavailable. Try again later"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface ErrorDetail {
  path: string;
  code: string;
  message: string;
  /** The things that prevent it (`in_use`). */
  items?: Ref[];
  /** What is linked already (`already_linked`): the tracker's asset, or the asset's tracker of that type. */
  asset?: Ref;
  tracker?: Ref;
  /** Where in an imported file: the row, from 1 after the header, the column, and the value there. */
  row?: number;
  column?: string;
  value?: string;
  /** The stored and the sent value of a field (`changed`). */
  theirs?: unknown;
  yours?: unknown;
  /** How many more `items` there are, or how many more faults and unchecked items (`too_many`). */
  count?: number;
}

/** The last detail of a refusal that does not list all of its faults. */
export function andMore(count: number): ErrorDetail {
  return { path: "body", code: "too_many", message: `and ${count} more`, count };
}

/** The catalogue's text with its `{name}` placeholders filled. */
export function errorMessage(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errorCatalogue[code][1].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** A service throws it to tell the caller why; only server/http turns it into an answer. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetail[];
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    options: {
      values?: Record<string, string | number>;
      /** Instead of the catalogue's text. */
      message?: string;
      details?: ErrorDetail[];
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorMessage(code, options.values), { cause: options.cause });
    this.code = code;
    this.status = errorCatalogue[code][0];
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}
