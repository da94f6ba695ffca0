import { search } from "@pulse/contract/search";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useServices } from "../services/services.tsx";
import type { Hit } from "./hits.ts";
import { requestedKinds } from "./kinds.ts";

const debounceMs = 120;
const limit = 20;
const none: readonly Hit[] = [];

export interface SearchHits {
  hits: readonly Hit[];
  /** Whether the hits belong to the current text. */
  isSettled: boolean;
  isError: boolean;
}

/** The server's hits for the typed text. A newer request cancels the previous one. */
export function useSearchHits(typed: string): SearchHits {
  const { api, activeSite } = useServices();
  const query = typed.trim();
  const [q] = useDebouncedValue(query, debounceMs);
  const siteId = activeSite.current()?.siteId;
  const { data, isError, isPlaceholderData, isFetching } = useQuery({
    queryKey: ["search", siteId ?? null, q],
    enabled: q !== "",
    queryFn: ({ signal }) =>
      api.call(search, {
        query: { q: q.slice(0, 200), kinds: requestedKinds, limit, ...(siteId === undefined ? {} : { siteId }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
    // The search box shows the error.
    meta: { isSilent: true },
  });
  if (query === "") return { hits: none, isSettled: true, isError: false };
  const isSettled = q === query && !isPlaceholderData && (data !== undefined || !isFetching);
  return { hits: data ?? none, isSettled, isError: isError && isSettled };
}
