import { getSystemOperations } from "@pulse/contract/operations";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";

/** How often the page is asked for, ms: people watch it while they mend something. Not while the window is hidden. */
const everyMs = 10_000;

/** How this installation runs, asked for again and again. A failure is shown on the page itself. */
export function useOperations() {
  const { api } = useServices();
  return useQuery({
    queryKey: ["operations"],
    queryFn: ({ signal }) => api.call(getSystemOperations, { signal }),
    staleTime: 0,
    refetchInterval: everyMs,
    meta: { isSilent: true },
  });
}
