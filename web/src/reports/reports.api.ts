import type { Endpoint } from "@pulse/contract/endpoint";
import {
  deleteReport,
  listReports,
  type Report,
  type ReportKind,
  requestActiveBeacons,
  requestAssetHistory,
  requestAssetSearchHistory,
  requestGeofenceHistory,
} from "@pulse/contract/reports";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiClient } from "../api/client.ts";
import { errorText } from "../api/errorText.ts";
import { useServices } from "../services/services.tsx";
import { saveFile } from "../table/csv.ts";

/** The reports' query key. */
export const reportsKey = ["reports"] as const;
/** How many reports the centre shows at first, and how many more with each request for older ones. */
const atOnce = 50;
/** How often an open centre fetches the progress of reports: while one is under way, and otherwise. */
const [underWayMs, quietMs] = [2000, 30_000];

export const isUnderWay = ({ state }: Report): boolean => state === "queued" || state === "running";

/** The reports that the person has requested, the newest first, and a function to load older ones. */
export function useReports() {
  const { api } = useServices();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: reportsKey,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => api.page(listReports, { query: { page: pageParam, limit: atOnce }, signal }),
    getNextPageParam: ({ metadata }) =>
      metadata.currentPage < metadata.maxPage ? metadata.currentPage + 1 : undefined,
    refetchInterval: ({ state: { data: loaded } }) =>
      loaded?.pages.some(({ content }) => content.some(isUnderWay)) === true ? underWayMs : quietMs,
  });
  // A new report moves the last one of a page to the next page, which is read a moment later.
  const all = data?.pages.flatMap(({ content }) => content.map((report) => [report.id, report] as const));
  return {
    reports: all && [...new Map(all).values()],
    error,
    refetch,
    hasOlder: hasNextPage,
    isLoadingOlder: isFetchingNextPage,
    showOlder: () => void fetchNextPage(),
  };
}

const endpoints = {
  "asset-history": requestAssetHistory,
  "geofence-history": requestGeofenceHistory,
  "asset-search-history": requestAssetSearchHistory,
  "active-beacons": requestActiveBeacons,
} satisfies Record<ReportKind, Endpoint>;

interface ReportRequest {
  kind: ReportKind;
  query: Record<string, unknown>;
  /** Where it is mailed to. */
  email: string;
}

/** Requests a report. @returns its entry in the centre */
export const requestReport = (api: Pick<ApiClient, "call">, { kind, query, email }: ReportRequest): Promise<Report> =>
  api.call(endpoints[kind], {
    query,
    body: { formatsList: ["csv"], deliveriesList: [{ type: "email", userEmail: email }] },
  });

/** Cancels a report, or deletes one that is done. */
export function useRemoveReport() {
  const { api, snackbars } = useServices();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Report) => api.call(deleteReport, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: reportsKey }),
    onError: (error) => snackbars.error(errorText(error)),
  });
}

/** Hands a report's file to the browser's downloads. */
export function useDownload() {
  const { api, snackbars } = useServices();
  return useMutation({
    mutationFn: async ({ fileUrl }: Report) => {
      if (fileUrl === null) return;
      const file = await api.bytes(fileUrl);
      saveFile(file.name, file);
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
}
