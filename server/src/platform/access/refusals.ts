import { AppError, errorMessage } from "@pulse/contract/errors";
import type { Ref } from "@pulse/contract/fields";

/** A 400 about values that make no sense, each with its place. */
export function invalidValues(
  faults: readonly { path: string; code?: "invalid_parameter" | "not_found"; message: string }[],
): AppError {
  return new AppError("invalid_parameter", {
    details: faults.map(({ path, code = "invalid_parameter", message }) => ({ path, code, message })),
  });
}

/** The catalogue's 409 for a value that is taken. */
export function notUnique(path: string, entity: string): AppError {
  return new AppError("already_exists", {
    details: [{ path, code: "must_be_unique", message: `${entity} must be unique` }],
  });
}

/** The refusal to delete something that is in use, with what uses it. */
export function inUse(entity: string, users: readonly { path: string; items: Ref[] }[]): AppError {
  const message = errorMessage("in_use", { entity });
  return new AppError("in_use", {
    values: { entity },
    details: users
      .filter(({ items }) => items.length > 0)
      .map(({ path, items }) => ({ path, code: "in_use", message, items })),
  });
}

/** The refusal of a request that is already being worked on, perhaps by another process; it may be repeated soon. */
export function inProgress(path: string): AppError {
  const message = "Still working on this. Try again in a moment";
  return new AppError("conflict", {
    message,
    details: [{ path, code: "in_progress", message }],
    headers: { "retry-after": "1" },
  });
}

/** Runs a write. If it breaks a constraint of the database (SQLSTATE class 23), that constraint's refusal is thrown. */
export async function withConstraintRefusals<T>(
  refusals: Readonly<Record<string, () => AppError>>,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint = "" } = error as { code?: string; constraint?: string };
    const refusal = code?.startsWith("23") ? refusals[constraint] : undefined;
    throw refusal?.() ?? error;
  }
}
