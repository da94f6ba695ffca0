import type { Dependencies } from "../dependencies.ts";
import { apiKeysRepository } from "./apiKeys.repository.ts";
import { apiKeysRoutes } from "./apiKeys.routes.ts";
import { apiKeysService } from "./apiKeys.service.ts";

/** API keys: making, listing and revoking them. How they open routes is `apiKeyAuthenticator`. */
export function apiKeysSlice({
  context,
  db,
  audit,
  now,
}: Pick<Dependencies, "context" | "db" | "audit" | "now">): void {
  apiKeysRoutes(context, apiKeysService({ keys: apiKeysRepository(db), audit, now }));
}
