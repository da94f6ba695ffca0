import { createApiKey, deleteApiKey, listApiKeys } from "@pulse/contract/apiKeys";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { ApiKeysService } from "./apiKeys.service.ts";

/** API keys, each customer's own. */
export function apiKeysRoutes(context: RouteContext, keys: ApiKeysService): void {
  route(context, listApiKeys, ({ customerId, query }) => keys.of(customerId, query));
  route(context, createApiKey, async ({ customerId, body, write }) => ({
    content: await keys.create(write, customerId, body),
  }));
  route(
    context,
    deleteApiKey,
    async ({ viewer, params, write }) => ({
      content: await keys.remove(write, await keys.reachable(viewer, params.id)),
    }),
    (viewer, { id }) => keys.reachable(viewer, id),
  );
}
