import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** A stored plan, at most this wide; undefined while it is loading, and if there is none. */
export function useStoredPlan(imageUrl: string | null, width: 512 | 1024 | 2048 | 4096): Blob | undefined {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ["plan", imageUrl, width],
    enabled: imageUrl !== null,
    queryFn: ({ signal }) => api.bytes(`${imageUrl!}?width=${width}`, signal),
    // The content of an address never changes.
    staleTime: Infinity,
  });
  return data;
}
