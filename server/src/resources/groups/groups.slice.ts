import type { Dependencies } from "../dependencies.ts";
import { groupsRepository } from "./groups.repository.ts";
import { groupsRoutes } from "./groups.routes.ts";
import { type GroupsService, groupsService } from "./groups.service.ts";

/** Groups, each customer's own. */
export function groupsSlice(parts: Pick<Dependencies, "context" | "db" | "audit">): Pick<GroupsService, "find"> {
  const groups = groupsService({ groups: groupsRepository(parts.db), audit: parts.audit });
  groupsRoutes(parts.context, groups);
  return groups;
}
