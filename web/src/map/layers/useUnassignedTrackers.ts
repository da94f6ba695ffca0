import { listTrackers, searchTrackers, type Tracker } from "@pulse/contract/trackers";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useCan } from "../../entity/useCan.ts";
import { useServices } from "../../services/services.tsx";
import { createUnassignedTrackers, type UnassignedTrackers } from "./unassignedTrackers.ts";

const rereadMs = 60_000;
const none: readonly Tracker[] = [];

/** The layer of trackers without an asset, for people who may read trackers. */
export interface TrackerLayer {
  mayRead: boolean;
  /** How many there are; null: not known yet. */
  total: number | null;
  trackers: UnassignedTrackers;
  /** The trackers as last fetched. */
  list: readonly Tracker[];
}

/** Fills the layer while it is on; while it is off the trackers are only counted. */
export function useUnassignedTrackers(siteId: string, isOn: boolean): TrackerLayer {
  const { api } = useServices();
  const mayRead = useCan({ all: [{ area: "identifier_management", letter: "r" }] }) === true;
  const trackers = useMemo(() => createUnassignedTrackers(), []);
  const query = { siteId, linked: false };
  const counted = useQuery({
    queryKey: ["unassignedTrackers", siteId, "count"],
    enabled: mayRead && !isOn,
    queryFn: async ({ signal }) =>
      (await api.page(searchTrackers, { query: { ...query, limit: 1 }, signal })).metadata.totalCount,
    refetchInterval: rereadMs,
  });
  const listed = useQuery({
    queryKey: ["unassignedTrackers", siteId, "list"],
    enabled: mayRead && isOn,
    queryFn: ({ signal }) => api.call(listTrackers, { query, signal }),
    refetchInterval: rereadMs,
  });
  const list = isOn ? (listed.data ?? none) : none;
  useEffect(() => {
    if (isOn) trackers.load(list);
    else trackers.clear();
  }, [isOn, list, trackers]);
  const total = isOn ? (listed.data?.length ?? null) : (counted.data ?? null);
  return useMemo(() => ({ mayRead, total, trackers, list }), [mayRead, total, trackers, list]);
}
