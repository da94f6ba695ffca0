import type { Dependencies } from "../dependencies.ts";
import { searchRepository } from "./search.repository.ts";
import { searchRoutes } from "./search.routes.ts";
import { searchService } from "./search.service.ts";

/** The search over everything. */
export function searchSlice(parts: Pick<Dependencies, "context" | "db">): void {
  searchRoutes(parts.context, searchService(searchRepository(parts.db)));
}
