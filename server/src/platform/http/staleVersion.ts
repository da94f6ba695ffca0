import { AppError, type ErrorDetail, errorMessage } from "@pulse/contract/errors";
import { toSnakeKey } from "@pulse/contract/wire";

/**
 * Refuses a change based on an older version than the stored one, and lists the fields that differ with the stored and
 * the sent value (shapes S1). Without a version the last write wins.
 * @param stored the entity in the shape of the body
 * @throws {AppError} `conflict`
 */
export function refuseStale(
  version: number | undefined,
  stored: { version: number } & Record<string, unknown>,
  sent: Readonly<Record<string, unknown>>,
): void {
  if (isStale(version, stored)) throw new AppError("conflict", { details: changedFields(stored, sent) });
}

/** Whether a change is based on an older version than the stored one. */
export function isStale(version: number | undefined, stored: { version: number }): boolean {
  return version !== undefined && version < stored.version;
}

/** The fields in which what was sent differs from what is stored. */
export function changedFields(
  stored: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
): ErrorDetail[] {
  return Object.entries(sent)
    .filter(([key, yours]) => key !== "version" && yours !== undefined && !isSame(stored[key] ?? null, yours))
    .map(([key, yours]) => ({
      path: toSnakeKey(key),
      code: "changed",
      message: errorMessage("conflict"),
      theirs: stored[key] ?? null,
      yours,
    }));
}

/** Whether two JSON values are equal; neither the order of keys nor that of a list of ids counts. */
export function isSame(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    return `[${(value.every((item) => typeof item === "string") ? items.toSorted() : items).join()}]`;
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries
    .map(([key, item]) => `${key}:${canonical(item)}`)
    .toSorted()
    .join()}}`;
}
