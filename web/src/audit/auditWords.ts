import type { AuditEntry } from "@pulse/contract/audit";
import { languages } from "../text/languages.ts";
import { numberText } from "../text/numbers.ts";
import { texts } from "../text/translate.ts";

// Actions that people take on their own account.
const ofOneself: ReadonlySet<AuditEntry["action"]> = new Set([
  "sign_in",
  "sign_in_failed",
  "sign_out",
  "password_reset",
]);

/** What was done, in words: "Updated role Night shift". */
export function whatText({ action, entity, userEmail }: Pick<AuditEntry, "action" | "entity" | "userEmail">): string {
  const done = texts.t(`audit.done.${action}`);
  const isOfOneself = entity?.name === userEmail && ofOneself.has(action);
  if (entity === null || isOfOneself) return done;
  return texts.t("audit.what", { done, kind: kindText(entity.kind), name: entity.name });
}

/** The kind of a thing as people call it. */
export function kindText(kind: string): string {
  // A refused write has the noun of its address.
  const key = kind.replaceAll("-", "_");
  return texts.t(`audit.kinds.${key}`, { defaultValue: key.replaceAll("_", " ") });
}

/** A field as people call it: "geofence_exit_timeout" reads "Geofence exit timeout". */
export function fieldText(field: string): string {
  const words = field.replace(/[._]/g, " ").replace(/ ids?\b/g, "");
  return texts.t(`audit.fields.${field}`, { defaultValue: words.charAt(0).toUpperCase() + words.slice(1) });
}

/** A field's value as people read it; the program's own words are translated. */
export function fieldValueText(field: string, value: unknown): string {
  if (typeof value !== "string" || !/^[a-z_]+$/.test(value)) return valueText(value);
  if (field === "locale") return languages.find(({ code }) => code === value)?.name ?? value;
  return texts.t(`audit.values.${field.replaceAll(".", "_")}.${value}`, { defaultValue: value });
}

/** A value as people read it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return texts.t("table.noValue");
  if (typeof value === "boolean") return texts.t(value ? "form.on" : "form.off");
  if (typeof value === "string") return value;
  if (typeof value === "number") return numberText(value);
  if (Array.isArray(value)) return value.length === 0 ? texts.t("table.noValue") : value.map(valueText).join(", ");
  if (typeof value === "object" && "name" in value && typeof value.name === "string") return value.name;
  return JSON.stringify(value);
}
