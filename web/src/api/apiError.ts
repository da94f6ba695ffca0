/**
 * One refused field of a body, by its name on the wire (`config.geofence_exit_timeout`). Everything that the server said
 * about it is kept: `theirs` and `yours` of a conflict, `items` that are in the way, numbers for the text's placeholders.
 */
export interface RefusedField {
  path: string;
  code: string;
  message: string;
  /** The things in the way: still inside it, or using it. */
  items?: { id: string; name: string }[] | undefined;
  [other: string]: unknown;
}

/** A failed API call; `code` is the catalogue's, or one of our own if the call never reached the server. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: readonly RefusedField[];

  constructor(status: number, code: string, message: string, details: readonly RefusedField[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
