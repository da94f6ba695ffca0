import type { Changed } from "../bus/changed.ts";
import type { Viewer } from "../http/viewer.ts";

/** What a person's rights depend on, besides their own row. */
export type RightsOwner = Pick<Viewer, "userId" | "roleId" | "groupId" | "customerId">;

/** Whether a change may affect who this person is or what they may do. */
export function isConcerned(person: RightsOwner, { kind, ids }: Changed): boolean {
  const has = (id: string | null): boolean => id !== null && ids.includes(id);
  if (kind === "user") return has(person.userId);
  if (kind === "role") return has(person.roleId);
  if (kind === "group") return has(person.groupId);
  if (kind === "customer") return has(person.customerId);
  return kind === "everything";
}
