import { can, type Requirement } from "@pulse/contract/access";
import { useAccess } from "../shell/person.api.ts";

/** Whether the person may do something; null while that is not known yet. */
export function useCan(requirement: Requirement): boolean | null {
  const { data: access } = useAccess();
  return access === undefined ? null : can(access, requirement);
}
