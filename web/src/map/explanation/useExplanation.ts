import { explainTracker, type ExplainedPosition } from "@pulse/contract/trackerExplanation";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../api/apiError.ts";
import type { LiveAsset } from "../../live/liveStore.ts";
import { useServices } from "../../services/services.tsx";

/** While the asset moves, the explanation is refreshed no more often than this, ms. */
const stepMs = 2_000;

/** Why an asset is shown where it is; null if no data of that moment is kept. */
export function useExplanation(
  { trackerId, lastUpdatedMs }: Pick<LiveAsset, "trackerId" | "lastUpdatedMs">,
  isPast: boolean,
) {
  const { api } = useServices();
  const atMs = lastUpdatedMs === null ? null : Math.floor(lastUpdatedMs / stepMs + 1) * stepMs;
  return useQuery({
    queryKey: ["why", trackerId, isPast, atMs],
    enabled: trackerId !== null && atMs !== null,
    queryFn: async ({ signal }): Promise<ExplainedPosition | null> => {
      const query = isPast ? { at: new Date(lastUpdatedMs!).toISOString() } : {};
      try {
        return await api.call(explainTracker, { params: { id: trackerId! }, query, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    placeholderData: (before, question) => (question?.queryKey[1] === trackerId ? before : undefined),
    gcTime: stepMs,
  });
}
