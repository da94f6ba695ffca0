import type { Endpoint } from "@pulse/contract/endpoint";
import { ApiError } from "./apiError.ts";
import type { ApiClient, Call } from "./client.ts";

/**
 * The API client before its code is there: the first call loads it. It brings the contract's schemas along, which nobody
 * needs who only looks at the sign-in.
 */
export function createLazyClient(load: () => Promise<ApiClient>): ApiClient {
  let loading: Promise<ApiClient> | null = null;
  const client = (): Promise<ApiClient> =>
    (loading ??= load().catch(() => {
      // Its code did not come: the next call asks for it again.
      loading = null;
      throw new ApiError(0, "NetworkError", "");
    }));
  return {
    call: async <E extends Endpoint>(endpoint: E, call?: Call) => (await client()).call(endpoint, call),
    page: async <E extends Endpoint>(endpoint: E, call?: Call) => (await client()).page(endpoint, call),
    bytes: async (path, signal) => (await client()).bytes(path, signal),
  };
}
