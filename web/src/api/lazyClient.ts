import type { Endpoint } from "@pulse/contract/endpoint";
import { ApiError } from "./apiError.ts";
import type { ApiClient, Call } from "./client.ts";

/**
 * The API client, whose code is loaded by the first call: it includes the contract's schemas, which the sign-in page does not
 * need.
 */
export function createLazyClient(load: () => Promise<ApiClient>): ApiClient {
  let loading: Promise<ApiClient> | null = null;
  const client = (): Promise<ApiClient> =>
    (loading ??= load().catch(() => {
      // Its code could not be loaded; the next call tries again.
      loading = null;
      throw new ApiError(0, "NetworkError", "");
    }));
  return {
    call: async <E extends Endpoint>(endpoint: E, call?: Call) => (await client()).call(endpoint, call),
    page: async <E extends Endpoint>(endpoint: E, call?: Call) => (await client()).page(endpoint, call),
    bytes: async (path, signal) => (await client()).bytes(path, signal),
  };
}
