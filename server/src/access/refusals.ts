import { AppError, errorMessage } from "@pulse/contract/errors";
import type { Ref } from "@pulse/contract/fields";

/** A 400 about values that cannot be meant: each with its place. */
export function wrongValues(
  wrong: readonly { path: string; code?: "invalid_parameter" | "not_found"; message: string }[],
): AppError {
  return new AppError("invalid_parameter", {
    details: wrong.map(({ path, code = "invalid_parameter", message }) => ({ path, code, message })),
  });
}

/** What is taken already, as the catalogue's 409. */
export function notUnique(path: string, entity: string): AppError {
  return new AppError("already_exists", {
    details: [{ path, code: "must_be_unique", message: `${entity} must be unique` }],
  });
}

/** What uses the thing that was to be deleted. */
export function stillUsed(entity: string, users: readonly { path: string; items: Ref[] }[]): AppError {
  const message = errorMessage("in_use", { entity });
  return new AppError("in_use", {
    values: { entity },
    details: users
      .filter(({ items }) => items.length > 0)
      .map(({ path, items }) => ({ path, code: "in_use", message, items })),
  });
}

/** Tells somebody to ask again: the same is being done at this moment, be it by another process. */
export function stillAtWork(path: string): AppError {
  const message = "Still working on this. Try again in a moment";
  return new AppError("conflict", {
    message,
    details: [{ path, code: "in_progress", message }],
    headers: { "retry-after": "1" },
  });
}

/** Runs a write; one that breaks a constraint of the database (SQLSTATE class 23) comes back as that constraint's refusal. */
export async function keepingConstraints<T>(
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
