/**
 * One field of a body that was refused, by its name on the wire (`config.geofence_exit_timeout`). All that the server
 * said of it is kept: `theirs` and `yours` of a conflict, `items` that are in the way, numbers that fill the text's places.
 */
export interface RefusedField {
  path: string;
  code: string;
  message: string;
  /** What is in the way: the things that are still in it, or that use it. */
  items?: { id: string; name: string }[] | undefined;
  [other: string]: unknown;
}

/** A call of the API that failed; `code` is the catalogue's, or one of our own for what never reached the server. */
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
