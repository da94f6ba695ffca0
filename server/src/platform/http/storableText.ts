import { AppError, type ErrorDetail, errorMessage } from "@pulse/contract/errors";
import { toSnakeKey } from "@pulse/contract/wire";

/** NUL, which no text in PostgreSQL can hold, and half a surrogate pair, which is no character and which jsonb refuses. */
const unstorable = /[\0\p{Surrogate}]/u;

/** Returns the value, as read from the wire. Throws a 400 that names the first text in it that cannot be stored. */
export function storable<T>(value: T): T {
  const detail = unstorableText(value);
  if (detail === null) return value;
  throw new AppError("char_not_allowed", { message: detail.message, details: [detail] });
}

/** The first text in a value that cannot be stored, by its path as the wire spells it; null: there is none. */
export function unstorableText(value: unknown): Pick<ErrorDetail, "path" | "code" | "message"> | null {
  if (isStorable(value)) return null;
  const fault = firstUnstorable(value, "");
  if (fault === null) return null;
  const char = `U+${fault.char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
  return { path: fault.path, code: "char_not_allowed", message: errorMessage("char_not_allowed", { char }) };
}

/** Nearly every value is; only a fault takes the paths, which cost ten times as much. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
}

function firstUnstorable(value: unknown, path: string): { path: string; char: string } | null {
  if (typeof value === "string") {
    const char = unstorable.exec(value)?.[0];
    return char === undefined ? null : { path, char };
  }
  if (typeof value !== "object" || value === null) return null;
  if (Array.isArray(value)) {
    for (const [nth, item] of value.entries()) {
      const found = firstUnstorable(item, `${path}[${nth}]`);
      if (found !== null) return found;
    }
    return null;
  }
  for (const [key, item] of Object.entries(value)) {
    const at = path === "" ? toSnakeKey(key) : `${path}.${toSnakeKey(key)}`;
    const found = firstUnstorable(key, path) ?? firstUnstorable(item, at);
    if (found !== null) return found;
  }
  return null;
}
