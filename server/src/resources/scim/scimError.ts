import { AppError } from "@pulse/contract/errors";

/** The words of RFC 7644 section 3.12 for what is wrong. */
type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

/** A refusal as a directory reads it (RFC 7644 section 3.12). */
export class ScimError extends Error {
  override readonly name = "ScimError";
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, detail: string, scimType: ScimType | null = null, options?: ErrorOptions) {
    super(detail, options);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidValue = (detail: string): ScimError => new ScimError(400, detail, "invalidValue");
export const notFound = (): ScimError => new ScimError(404, "There is no such resource");

/** The body of a refusal. */
export function scimErrorBody({ status, scimType, message }: ScimError): object {
  return {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
    ...(scimType === null ? {} : { scimType }),
    detail: message,
    status: String(status),
  };
}

/** Turns any error into a directory's; null: it is a failure of our own. */
export function scimErrorOf(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  if (error instanceof AppError) {
    const places = error.details.map(({ path, message }) => `${path}: ${message}`).join("; ");
    const detail = places === "" ? error.message : `${error.message} (${places})`;
    const isTaken = ["already_exists", "username_already_exists", "user_with_the_same_alias_exists"].includes(
      error.code,
    );
    const isPredefined = error.code === "predefined";
    const scimType = isTaken
      ? "uniqueness"
      : isPredefined
        ? "mutability"
        : error.status === 400
          ? "invalidValue"
          : null;
    return new ScimError(isTaken ? 409 : isPredefined ? 400 : error.status, detail, scimType, { cause: error });
  }
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status < 400 || status >= 500) return null;
  return new ScimError(status, "The body is not JSON that can be read", "invalidSyntax", { cause: error });
}
