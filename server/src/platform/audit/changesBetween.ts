import { toSnakeKey } from "@pulse/contract/wire";
import { isSame } from "../http/staleVersion.ts";
import type { AuditChange } from "./auditRow.ts";

/** The differences between two states of an entity, as the audit log keeps them. Never pass secrets. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !isSame(before[key], after[key]))
    .map((key) => ({ field: toSnakeKey(key), before: before[key] ?? null, after: after[key] ?? null }));
}
