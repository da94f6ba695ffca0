import type { Endpoint } from "@pulse/contract/endpoint";
import { ApiError } from "../api/apiError.ts";
import type { ApiClient, Call } from "../api/client.ts";
import type { ActiveSiteStore } from "../services/activeSite.ts";

/**
 * The API client, watching the active site: a call that needs a site is refused without one, and when a list of the active
 * site is not found, the site is gone (product.md sections 4 and 5).
 */
export function watchSiteCalls(api: ApiClient, activeSite: ActiveSiteStore): ApiClient {
  const watched =
    <Answer>(ask: () => Promise<Answer>) =>
    async (endpoint: Endpoint, call: Call = {}): Promise<Answer> => {
      if (endpoint.scope === "site" && !call.query?.["siteId"]) throw new ApiError(400, "SelectSiteFirst", "");
      try {
        return await ask();
      } catch (error) {
        const isGone = error instanceof ApiError && error.status === 404;
        if (isGone && isListOf(activeSite.current()?.siteId ?? null, endpoint, call)) activeSite.clear();
        throw error;
      }
    };
  return {
    ...api,
    call: (endpoint, call) => watched(() => api.call(endpoint, call))(endpoint, call),
    page: (endpoint, call) => watched(() => api.page(endpoint, call))(endpoint, call),
  };
}

function isListOf(siteId: string | null, { method, path, scope }: Endpoint, { query, params }: Call): boolean {
  if (siteId === null || method !== "GET") return false;
  const isOfSite = path.startsWith("/api/v3/sites/:id/") && params?.["id"] === siteId;
  return isOfSite || (scope === "site" && query?.["siteId"] === siteId && !path.includes(":"));
}
