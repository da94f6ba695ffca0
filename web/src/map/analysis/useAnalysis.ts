import { getDwell, getFlows, getHeatmap, getOccupancy } from "@pulse/contract/analytics";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { type AskedSpan, stepOf } from "./question.ts";

export interface Asked {
  siteId: string;
  floorId: string | null;
  span: AskedSpan;
  by: "room" | "geofence";
  assetIds: string[] | null;
  type: string | null;
  /** The zone of days and of files. */
  zone: string;
}

/** What the server is asked, as it is also asked for files. */
export function queriesOf({ siteId, floorId, span, by, assetIds, type, zone }: Asked) {
  const about = {
    siteId,
    ...span,
    ...(assetIds === null ? {} : { assetIds }),
    ...(type === null ? {} : { type }),
  };
  const places = { ...about, by };
  return {
    heatmap: floorId === null ? null : { ...about, floorId },
    dwell: places,
    occupancy: { ...places, step: stepOf(span), convertToTimezone: zone },
    flows: places,
  };
}

/** Where time went: heat of the floor, dwell, occupancy and flows. */
export function useAnalysis(asked: Asked) {
  const { api } = useServices();
  const queries = queriesOf(asked);
  const lists = { dwell: getDwell, occupancy: getOccupancy, flows: getFlows };
  const key = (what: string, query: object | null) => ["analytics", what, query];
  const heat = useQuery({
    queryKey: key("heatmap", queries.heatmap),
    enabled: queries.heatmap !== null,
    queryFn: ({ signal }) => api.call(getHeatmap, { query: queries.heatmap!, signal }),
  });
  // One question after the other: a browser asks few things of a server at a time, and the plan is one of them.
  const enabled = queries.heatmap === null || !heat.isPending;
  const dwell = useQuery({
    enabled,
    queryKey: key("dwell", queries.dwell),
    queryFn: ({ signal }) => api.call(lists.dwell, { query: queries.dwell, signal }),
  });
  const occupancy = useQuery({
    enabled: enabled && !dwell.isPending,
    queryKey: key("occupancy", queries.occupancy),
    queryFn: ({ signal }) => api.call(lists.occupancy, { query: queries.occupancy, signal }),
  });
  const flows = useQuery({
    enabled: enabled && !occupancy.isPending,
    queryKey: key("flows", queries.flows),
    queryFn: ({ signal }) => api.call(lists.flows, { query: queries.flows, signal }),
  });
  return { heat, dwell, occupancy, flows, queries };
}
