import type { Endpoint } from "@pulse/contract/endpoint";
import type { PageMetadata } from "@pulse/contract/page";
import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { useServices } from "../services/services.tsx";

/** One page of a list for a table. */
export interface TablePage<Row> {
  rows: readonly Row[];
  /** Undefined before the first answer. */
  metadata: PageMetadata | undefined;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** The rows are still those of the previous request. */
  isStale: boolean;
  error: Error | null;
  retry(): void;
}

/** A row of a list's content. */
export type RowOf<E extends Endpoint> = z.output<E["content"]> extends readonly (infer Row)[] ? Row : never;

/** Loads a page of a list, and again every `liveMs`; the previous one stays until the new one has arrived. */
export function useTablePage<E extends Endpoint, Row = RowOf<E>>(
  endpoint: E,
  query: Record<string, unknown>,
  { key, isEnabled = true, liveMs = false }: { key: QueryKey; isEnabled?: boolean; liveMs?: number | false },
): TablePage<Row> {
  const { api } = useServices();
  const { data, isPending, isPlaceholderData, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.page(endpoint, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: liveMs,
  });
  return {
    rows: (data?.content ?? []) as Row[],
    metadata: data?.metadata,
    isLoading: isPending && error === null,
    isStale: isPlaceholderData,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  };
}
