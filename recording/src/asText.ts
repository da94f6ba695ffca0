import type { Json } from "./format.ts";

/** A value of the wire as text: texts as they are, anything else as JSON. */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
