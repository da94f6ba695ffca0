import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/apiError.ts";
import type { ConnectivityStore } from "../live/connectivity.ts";
import type { AppStore } from "../services/appStore.ts";

interface Dependencies {
  app: Pick<AppStore, "startLoading" | "stopLoading">;
  connectivity: Pick<ConnectivityStore, "check" | "current">;
  /** Shows an error in the snackbar. */
  fail(error: unknown): void;
}

/** The screens' queries and changes. A broken connection is reported by the banner, not by a message for each query. */
export function createQueries({ app, connectivity, fail }: Dependencies): QueryClient {
  const failToAsk = async (error: unknown): Promise<void> => {
    // Nobody answered, or only a proxy in front of the server (502–504).
    const nobody = error instanceof ApiError && (error.status === 0 || error.status > 500);
    if (nobody) await connectivity.check();
    if (connectivity.current().state === "online") fail(error);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      // Some places report their failures themselves.
      onError: (error, { meta }) => {
        if (meta?.["isSilent"] !== true) void failToAsk(error);
      },
    }),
    mutationCache: new MutationCache({ onMutate: app.startLoading, onSettled: app.stopLoading, onError: fail }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
      // Without a network a change fails at once: if it waited, it would be sent when nobody expects it any more.
      mutations: { networkMode: "always" },
    },
  });
}
