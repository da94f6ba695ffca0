import { AppError } from "@pulse/contract/errors";

/** A file that is refused as a whole, because of a column or because it is no table. */
export function tableRefused(column: string, message: string, cause?: unknown): AppError {
  const details = [{ path: "file", row: 0, column, value: "", code: "invalid_parameter", message }];
  const whole = "The file cannot be imported, nothing was changed";
  return new AppError("import_refused", { message: whole, details, cause });
}
