import { AppError } from "@pulse/contract/errors";

/** A file that is refused as a whole. */
export function kmlRefused(message: string, cause?: unknown): AppError {
  return new AppError("invalid_parameter", {
    details: [{ path: "file", code: "invalid_parameter", message }],
    ...(cause === undefined ? {} : { cause }),
  });
}
