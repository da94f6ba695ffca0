import { listFloors } from "@pulse/contract/sites";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { useServices } from "../../services/services.tsx";
import { useAccessibleSites } from "../../sites/sites.api.ts";
import type { KioskChoice } from "./kioskAddress.ts";
import { slidesOf, type KioskSlide } from "./kioskCycle.ts";

/** Changed plans are picked up automatically. */
const rereadMs = 5 * 60_000;

/** The floors that the display goes through; null: not known yet. */
export function useKioskSlides(choice: KioskChoice): { slides: readonly KioskSlide[] | null; isError: boolean } {
  const { api } = useServices();
  const { data: sites, isError: isWithoutSites } = useAccessibleSites();
  const answers = useQueries({
    queries: choice.siteIds.map((id) => ({
      queryKey: ["floors", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => api.call(listFloors, { params: { id }, signal }),
      staleTime: rereadMs,
      refetchInterval: rereadMs,
      retry: 1,
    })),
    combine: (results) => ({
      plans: results.map(({ data }) => data ?? null),
      isPending: results.some(({ isPending }) => isPending),
      isFailed: results.every(({ isError, data }) => isError && data === undefined),
    }),
  });
  const { plans, isPending, isFailed } = answers;
  const slides = useMemo(
    () =>
      sites === undefined || isPending || isFailed
        ? null
        : slidesOf(choice, sites, (id) => plans[choice.siteIds.indexOf(id)] ?? []),
    [choice, sites, plans, isPending, isFailed],
  );
  return { slides, isError: isWithoutSites || isFailed };
}
